"""The hall of fame (E17): victories of persons, counted once, never lost."""

import json
from pathlib import Path
from random import Random

import pytest

from closecall.atomic_files import write_atomically
from closecall.cli.fame import Entry, Fame, count_game, fame_file, read_fame
from closecall.cli.main import main
from closecall.core.record import Player, Record
from closecall.core.rules import Over, Seat
from closecall.games import mark
from closecall.messages import catalogue
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


def entries() -> list[tuple[str, int, int]]:
    """Who has won how often in how many games."""
    fame, sentences = read_fame(SAY)
    assert sentences == []
    return [(entry.name, entry.wins, entry.played) for entry in fame.entries]


def test_victories_are_counted() -> None:
    """Winners of a shared victory each get one; bots get none."""
    assert count_game(SAY, game("Ann", "Ben"), over(0)) == []
    assert count_game(SAY, game("Ben", "Ann", seed=1), over(0, 1)) == []
    assert count_game(SAY, game("Ann", bots=("Bot",), seed=2), over(1)) == []
    assert entries() == [("Ben", 1, 2), ("Ann", 2, 3)]


def test_a_game_counts_once() -> None:
    """The same record again changes nothing; neither does a game of bots."""
    for _ in range(3):
        count_game(SAY, game("Ann", "Ben"), over(0))
    count_game(SAY, game(bots=("One", "Two")), over(0))
    assert entries() == [("Ann", 1, 1), ("Ben", 0, 1)]


def test_alone_one_beats_nobody() -> None:
    """A solo game is counted as played, not as a victory."""
    count_game(SAY, game("Ann"), over(0, seats=1))
    assert entries() == [("Ann", 0, 1)]


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b"\xff", b'{"format": "x", "entries": [], "counted": []}', b""]
)
def test_a_damaged_page_is_set_aside(content: bytes, home: Path, capsys: Shown) -> None:
    """It is never lost: it gets another name, a sentence says which, and a new page is begun."""
    write_atomically(fame_file(), content)
    (sentence,) = count_game(SAY, game("Ann", "Ben"), over(1))
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
    (sentence,) = count_game(SAY, game("Ann", "Ben"), over(1))
    assert sentence.startswith("The hall of fame could not be written")


def test_the_page(capsys: Shown) -> None:
    """An empty page says so; otherwise everyone by victories, and the champions."""
    assert main(["fame"]) == 0
    assert capsys.readouterr().out == "Nobody has won anything yet.\n"
    count_game(SAY, game("Ann", "Ben"), over(0))
    count_game(SAY, game("you", "Ben", seed=1), over(1))
    assert main(["fame"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Close to the Mark!"
    assert [line.split()[0] for line in lines[1:4]] == ["Ann", "Ben", "You"]
    assert lines[4] == "Champions: Ann and Ben"


def test_the_trophy(home: Path) -> None:
    """In a terminal the champion gets a cup; listeners are told the name only."""
    count_game(SAY, game("Ann", "Ben"), over(0))
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
    assert page["entries"] == [{"game": "mark", "name": "Ann", "wins": 0, "played": 1}]
    (file,) = (home / "games").iterdir()
    again = run(home, "resume", str(file))
    assert "All 25 rounds have been played." in again.stdout
    assert json.loads((home / "fame.json").read_text("utf-8")) == page


def test_the_entries_are_plain() -> None:
    """What is written can be read by people."""
    count_game(SAY, game("Zoë", "Ben"), over(0))
    text = fame_file().read_text("utf-8")
    assert "Zoë" in text
    fame, _ = read_fame(SAY)
    assert fame == Fame(fame.format, (Entry("mark", "Zoë", 1, 1), Entry("mark", "Ben", 0, 1)), fame.counted)
