"""The hall of fame (E17): victories of persons with their dates, counted once, never lost."""

import json
import re
from datetime import date
from pathlib import Path
from random import Random

import pytest

from closecall.atomic_files import write_atomically
from closecall.cli.fame import Entry, Fame, count_game, fame_file, read_fame
from closecall.cli.main import main
from closecall.core.errors import GameError
from closecall.core.record import Player, Record
from closecall.core.rules import Over, Seat
from closecall.games import mark
from closecall.messages import LANGUAGES, catalogue
from terminal.pseudo import Pseudo, run
from terminal.scripted_console import SEED, RandomTypist, session_at

SAY = catalogue("en")
Shown = pytest.CaptureFixture[str]


def game(*names: str, bots: tuple[str, ...] = (), seed: int = 0) -> Record:
    """The record of a game; another seed is another game."""
    players = (*map(Player, names), *(Player(name, "random") for name in bots))
    return Record("mark", 1, players, mark.Options(), None, bytes([seed] * 32), ())


def over(*winners: int, seats: int = 2) -> Over:
    """An end with these winners."""
    return Over("over.sheets_full", (50,) * seats, tuple(map(Seat, winners)))


def count(record: Record, end: Over, day: str = "2026-11-18") -> list[str]:
    """Count a game that ended on this day."""
    return count_game(SAY, record, end, date.fromisoformat(day))


def entries() -> list[tuple[str, int, int]]:
    """Who has won how often in how many games."""
    fame, sentences = read_fame(SAY)
    assert sentences == []
    return [(entry.name, entry.wins, entry.played) for entry in fame.entries]


def test_victories_are_counted() -> None:
    """Winners of a shared victory each get one; bots get none."""
    assert count(game("Ann", "Ben"), over(0)) == []
    assert count(game("Ben", "Ann", seed=1), over(0, 1)) == []
    assert count(game("Ann", bots=("Bot",), seed=2), over(1)) == []
    assert entries() == [("Ben", 1, 2), ("Ann", 2, 3)]


def test_victories_have_dates() -> None:
    """Of each victory, also of a shared one; lost and solo games leave none."""
    count(game("Ann", "Ben"), over(0), "2026-10-03")
    count(game("Ben", "Ann", seed=1), over(0, 1), "2026-11-18")
    count(game("Ann", seed=2), over(0, seats=1), "2026-11-19")
    fame, _ = read_fame(SAY)
    assert {entry.name: entry.trophies for entry in fame.entries} == {
        "Ann": ("2026-10-03", "2026-11-18"),
        "Ben": ("2026-11-18",),
    }


def test_a_game_counts_once() -> None:
    """The same record again changes nothing; neither does a game of bots."""
    for _ in range(3):
        count(game("Ann", "Ben"), over(0))
    count(game(bots=("One", "Two")), over(0))
    assert entries() == [("Ann", 1, 1), ("Ben", 0, 1)]


def test_alone_one_beats_nobody() -> None:
    """A solo game is counted as played, not as a victory."""
    count(game("Ann"), over(0, seats=1))
    assert entries() == [("Ann", 0, 1)]


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"\xff",
        b"",
        b'{"format": "x", "entries": [], "counted": []}',
        b'{"format": "x", "version": 3, "entries": [], "counted": []}',
        b'{"format": "closecall-fame", "counted": []}',
        b'{"format": "closecall-fame", "entries": [7], "counted": []}',
        b'{"format": "closecall-fame", "version": "3", "entries": [], "counted": []}',
        b'{"format": "closecall-fame", "version": 1, "entries": [], "counted": []}',
        *(
            b'{"format": "closecall-fame", "version": 2, "entries": [{"game": "mark", "name": "Ann",'
            b' "wins": 1, "played": 1, "trophies": ["%s"]}], "counted": []}' % day
            for day in (b"2026-13-01", b"20261118", b"yesterday", b"")
        ),
    ],
)
def test_a_damaged_page_is_set_aside(content: bytes, home: Path, capsys: Shown) -> None:
    """It is never lost: it gets another name, a sentence says which, and a new page is begun."""
    write_atomically(fame_file(), content)
    (sentence,) = count(game("Ann", "Ben"), over(1))
    (aside,) = home.glob("fame-damaged-*.json")
    assert aside.read_bytes() == content
    assert str(aside) in sentence
    assert entries() == [("Ann", 0, 1), ("Ben", 1, 1)]
    assert main(["fame"]) == 0
    assert "Ben" in capsys.readouterr().out


def test_two_damaged_pages_in_one_second(home: Path) -> None:
    """The second does not overwrite the first."""
    for content in (b"one", b"two", b"three"):
        write_atomically(fame_file(), content)
        read_fame(SAY)
    assert sorted(path.read_bytes() for path in home.glob("fame-damaged-*")) == [b"one", b"three", b"two"]


def test_a_page_that_cannot_be_written(home: Path) -> None:
    """A sentence, and nothing else happens."""
    home.write_text("a file where the folder should be")
    (sentence,) = count(game("Ann", "Ben"), over(1))
    assert sentence.startswith("The hall of fame could not be written")


def test_the_page(capsys: Shown) -> None:
    """An empty page says so; otherwise everyone by victories, and the champions."""
    assert main(["fame"]) == 0
    assert capsys.readouterr().out == "Nobody has won anything yet.\n"
    count(game("Ann", "Ben"), over(0))
    count(game("you", "Ben", seed=1), over(1))
    assert main(["fame"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Close to the Mark!"
    assert [line.split()[0] for line in lines[1:6]] == ["Ann", "Trophies:", "Ben", "Trophies:", "You"]
    assert lines[6] == "Champions: Ann and Ben"


OLD = {
    "format": "closecall-fame",
    "entries": [
        {"game": "mark", "name": "Ann", "wins": 3, "played": 5},
        {"game": "qwixx", "name": "Ben", "wins": 0, "played": 1},
    ],
    "counted": ["0123456789abcdef"],
}


def test_a_page_without_dates_is_continued(home: Path, capsys: Shown) -> None:
    """The first version had none: its victories stay counted, and only later ones have dates."""
    write_atomically(fame_file(), json.dumps(OLD).encode())
    assert entries() == [("Ann", 3, 5), ("Ben", 0, 1)]
    assert main(["fame"]) == 0
    assert "Trophies" not in capsys.readouterr().out
    assert json.loads(fame_file().read_text("utf-8")) == OLD
    assert count(game("Ann", "Ben"), over(0)) == []
    assert json.loads(fame_file().read_text("utf-8")) == {
        "format": "closecall-fame",
        "version": 2,
        "entries": [
            {"game": "qwixx", "name": "Ben", "wins": 0, "played": 1, "trophies": []},
            {"game": "mark", "name": "Ann", "wins": 4, "played": 6, "trophies": ["2026-11-18"]},
            {"game": "mark", "name": "Ben", "wins": 0, "played": 1, "trophies": []},
        ],
        "counted": [*OLD["counted"], read_fame(SAY)[0].counted[1]],
    }
    assert list(home.glob("fame-damaged-*")) == []
    assert main(["fame"]) == 0
    assert "Trophies: 18 Nov 2026 and 3 earlier ones" in capsys.readouterr().out


def test_a_page_of_a_newer_program_is_left_alone(home: Path, capsys: Shown) -> None:
    """It is not damaged: nothing is written, and a sentence says why."""
    content = json.dumps({**OLD, "version": 3, "motto": "Close!"}).encode()
    write_atomically(fame_file(), content)
    with pytest.raises(GameError) as newer:
        read_fame(SAY)
    assert newer.value.code == "fame_newer"
    assert count(game("Ann", "Ben"), over(1)) == [str(newer.value)]
    assert main(["fame"]) == 1
    assert str(fame_file()) in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in home.iterdir()} == {"fame.json": content}


DAYS = ["2026-01-31", "2025-12-01", "2026-08-02", "2026-08-02", "2026-08-02", "2026-11-18", "2026-02-28"]


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "Trophies: 18 Nov 2026, 2 Aug 2026 (3×), 28 Feb 2026 and 2 earlier ones"),
        ("de", "Pokale: 18. Nov. 2026, 2. Aug. 2026 (3×), 28. Feb. 2026 und 2 frühere"),
        ("fr", "Trophées : 18 nov. 2026, 2 août 2026 (3 fois), 28 févr. 2026 et 2 plus anciens"),
        ("it", "Trofei: 18 nov 2026, 2 ago 2026 (3 volte), 28 feb 2026 e 2 precedenti"),
    ],
)
def test_the_dates_on_the_page(language: str, wanted: str, capsys: Shown) -> None:
    """The latest days, the newest first, in the reader's language; earlier trophies are counted."""
    for seed, day in enumerate(DAYS):
        count(game("Ann", "Ben", seed=seed), over(0), day)
    assert main(["fame", "--lang", language]) == 0
    lines = capsys.readouterr().out.replace("\xa0", " ").splitlines()
    assert lines[1].startswith("  Ann")
    assert lines[2].strip() == wanted
    assert lines[3].startswith("  Ben"), "without a victory there is no line of dates"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_month_has_a_name(language: str, capsys: Shown) -> None:
    """Twelve different ones."""
    names = set()
    for month in range(1, 13):
        fame_file().unlink(missing_ok=True)
        count(game("Ann", "Ben"), over(0), f"2026-{month:02}-07")
        assert main(["fame", "--lang", language]) == 0
        (found,) = re.findall(r"7\.? (\S+) 2026$", capsys.readouterr().out, re.MULTILINE)
        names.add(found)
    assert len(names) == 12


def test_the_trophy(home: Path) -> None:
    """In a terminal the champion gets a cup; listeners are told the name only."""
    count(game("Ann", "Ben"), over(0))
    with Pseudo(home, "fame") as terminal:
        assert terminal.end() == 0
        assert "._________." in terminal.shown
    assert "._________." not in run(home, "fame").stdout


def test_a_whole_game_is_counted_once(home: Path) -> None:
    """By the real program, at the end; opening the finished game again does not count it again."""
    typist = RandomTypist(Random(1))
    session_at(typist, "mark", "Ann", confirm=False).run()
    lines = "".join(f"{line}\n" for line in typist.typed)
    done = run(home, "play", "mark", "--seats", "Ann", "--no-confirm", "--seed", SEED.hex(), typed=lines)
    assert "All 25 rounds have been played." in done.stdout
    assert "Title: " in done.stdout
    page = json.loads((home / "fame.json").read_text("utf-8"))
    assert page["entries"] == [{"game": "mark", "name": "Ann", "wins": 0, "played": 1, "trophies": []}]
    (file,) = (home / "games").iterdir()
    again = run(home, "resume", str(file))
    assert "All 25 rounds have been played." in again.stdout
    assert json.loads((home / "fame.json").read_text("utf-8")) == page


def test_the_entries_are_plain() -> None:
    """What is written can be read by people."""
    count(game("Zoë", "Ben"), over(0))
    text = fame_file().read_text("utf-8")
    assert "Zoë" in text
    fame, _ = read_fame(SAY)
    zoe, ben = Entry("mark", "Zoë", 1, 1, ("2026-11-18",)), Entry("mark", "Ben", 0, 1, ())
    assert fame == Fame(fame.format, 2, (zoe, ben), fame.counted)
