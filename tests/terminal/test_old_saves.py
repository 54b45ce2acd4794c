"""Saved games of every version go on: those of the first, and those with words of the players."""

import hashlib
import json
from pathlib import Path

import pytest

from closecall.cli.fame import FORMAT
from closecall.cli.main import main
from closecall.cli.saved_games import load_record
from closecall.core.fate import commitment, mixed, with_fate
from closecall.core.match import Commit, Match
from closecall.core.record import AnyMatch, Player, Record, encode_record, record_of, replay
from closecall.core.rules import Over, Seat
from closecall.games import rules_of, slugs
from terminal.pseudo import run
from terminal.scripted_console import SEED
from terminal.shown import Shown, said

OLD = Path(__file__).parents[1] / "core" / "old"

each_game = pytest.mark.parametrize("game", slugs())


def loaded(file: Path) -> tuple[Record, AnyMatch]:
    """A saved game, replayed."""
    record = load_record(file)
    return record, replay(rules_of(record.game), record)


@each_game
def test_an_old_save_goes_on(game: str, home: Path, tmp_path: Path) -> None:
    """The person makes a move; the game is then kept in the format of today, with all that was before."""
    file = tmp_path / "old.json"
    file.write_bytes((OLD / f"1-{game}-saved.json").read_bytes())
    before, match = loaded(file)
    move = match.rules.format_move(next(iter(match.seen_by(Seat(0)).menu or ())))
    done = run(home, "resume", str(file), typed=f"{move}\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game continues where it left off." in done.stdout
    after, _ = loaded(file)
    assert after.log[: len(before.log)] == before.log
    assert after.log[len(before.log)] == Commit(Seat(0), match.rules.parse_move(move))
    value = json.loads(file.read_bytes())
    assert (value["version"], value["rules"]) == (2, 1), "the format of today, the rules of its time"


@each_game
def test_an_old_save_comes_to_a_fair_end(game: str, tmp_path: Path, capsys: Shown) -> None:
    """With bots in all seats; the draws before and after are those of the same seed."""
    value = json.loads((OLD / f"1-{game}-saved.json").read_bytes())
    value["players"] = [{"name": f"Bot {n}", "bot": "random"} for n, _ in enumerate(value["players"])]
    file = tmp_path / "old.json"
    file.write_text(json.dumps(value), "utf-8")
    assert main(["resume", str(file)]) == 0
    capsys.readouterr()
    record, match = loaded(file)
    assert isinstance(match.pending, Over)
    assert record.rules_version == 1
    moves = [entry.move for entry in record.log if isinstance(entry, Commit)]
    later = {"show", "keep", "more", "stop"}
    assert later.isdisjoint(map(match.rules.format_move, moves)), "decisions that came with version 2"
    assert main(["verify", str(file)]) == 0
    assert said(capsys).startswith("Fair: ")


@each_game
def test_a_save_with_words_comes_to_a_fair_end(game: str, tmp_path: Path, capsys: Shown) -> None:
    """What the players have added to the seed stays in the record and in the dice."""
    rules, seats = rules_of(game), rules_of(game).SEATS[-1]
    words = ("seven grey geese", *[""] * (seats - 1))
    match: AnyMatch = with_fate(Match.start(rules, seats), mixed(SEED, words))
    players = tuple(Player(f"Bot {n}", "random") for n in range(seats))
    file = tmp_path / "words.json"
    file.write_bytes(encode_record(rules, record_of(match, players, commitment(SEED), SEED, words)))
    assert main(["resume", str(file)]) == 0
    capsys.readouterr()
    record, match = loaded(file)
    assert record.words == words
    assert isinstance(match.pending, Over)
    assert main(["verify", str(file)]) == 0
    assert said(capsys).startswith("Fair: ")


def test_an_old_game_is_not_counted_again(home: Path) -> None:
    """The hall of fame knows the games that were counted when records had version 1."""
    old = OLD / "1-mark.json"
    counted = [hashlib.sha256(old.read_bytes()).hexdigest()[:16]]
    entries = [{"game": "mark", "name": "Ann", "wins": 1, "played": 1}]
    home.mkdir()
    page = {"format": FORMAT, "entries": entries, "counted": counted}
    (home / "fame.json").write_text(json.dumps(page), "utf-8")
    file = home / "mark.json"
    file.write_bytes(old.read_bytes())
    assert main(["resume", str(file)]) == 0
    assert json.loads((home / "fame.json").read_text("utf-8")) == page


def test_the_same_game_with_words_is_another(home: Path) -> None:
    """Words are a part of what a game is counted by."""
    record = load_record(OLD / "1-mark.json")
    for n, words in enumerate([(), ("", ""), ("a", ""), ("", "a")]):
        file = home / "games" / f"mark-{n}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        plain = record_of(replay(rules_of("mark"), record), record.players, None, None, words)
        file.write_bytes(encode_record(rules_of("mark"), plain))
        assert main(["resume", str(file)]) == 0
    page = json.loads((home / "fame.json").read_text("utf-8"))
    assert len(page["counted"]) == 3
