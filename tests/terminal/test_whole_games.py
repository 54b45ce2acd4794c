"""Whole games: every game, plain and drawn, alone, with bots and hot seat, in every language."""

import re
from random import Random

import pytest

from closecall.core.fate import verify
from closecall.core.record import decode_record, encode_record
from closecall.core.rules import Over, Seat
from closecall.games import find_rules, rules_of
from closecall.games.enough.state import Options as EnoughOptions
from closecall.games.qwixx.state import Options as QwixxOptions
from closecall.messages import LANGUAGES
from terminal.scripted_console import MemoryFile, RandomTypist, session_at

TABLES = [
    ("mark", "you"),
    ("mark", "you,random"),
    ("mark", "Ann,Ben,random,Cem,random"),
    ("qwixx", "you"),
    ("qwixx", "random,Ann,Ben"),
    ("enough", "you,random,random"),
    ("enough", "Ann,Ben,random,Cem"),
]
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def check_width(text: str) -> None:
    """Eighty columns are enough."""
    for line in _COLOURS.sub("", text).splitlines():
        assert len(line) <= 80, line


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "drawn"])
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=str)
def test_a_whole_game(game: str, seats: str, is_plain: bool) -> None:
    """It ends, its record is fair, and what was shown fits 80 columns; plain text has no escape byte."""
    file = MemoryFile()
    console = RandomTypist(Random(f"{game} {seats}"), plain=is_plain, colour=not is_plain)
    over = session_at(console, game, seats, file=file).run()
    assert isinstance(over, Over)
    assert file.record is not None
    rules = rules_of(game)
    assert verify(rules, decode_record(find_rules, encode_record(rules, file.record))) > 0
    assert file.saved_lengths == sorted(file.saved_lengths)
    assert set(range(len(file.record.log) + 1)) <= set(file.saved_lengths), "saved after every entry"
    assert ("\x1b" in console.text) != is_plain
    assert "{" not in console.text
    check_width(console.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "seats"), [("mark", "random,you"), ("qwixx", "Ann,Ben"), ("enough", "A,B,C")]
)
def test_every_language(language: str, game: str, seats: str) -> None:
    """No message is missing on the way through a game."""
    options = {
        "qwixx": QwixxOptions(games=2, one_more=True),
        "enough": EnoughOptions(advanced=True, scorekeeper=Seat(1)),
    }.get(game)
    for is_plain in (True, False):
        console = RandomTypist(Random(f"{language} {is_plain}"), plain=is_plain, language=language)
        assert session_at(console, game, seats, options=options, language=language).run() is not None
        check_width(console.text)


@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_bots_among_themselves(game: str) -> None:
    """Bots alone: the whole game is told."""
    console = RandomTypist(Random(1))
    over = session_at(console, game, "random,random,random").run()
    assert over is not None
    assert "Random 1 – " in console.text
    assert f"C Random 2: {over.scores[2]}" in console.text


@pytest.mark.long
@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_many_games(game: str) -> None:
    """Random games with every number of seats, hot seat and not."""
    rng = Random(game)
    for n in range(24):
        count = rng.choice(rules_of(game).SEATS)
        seats = ",".join(rng.choice(("random", f"P{n}")) for n in range(count))
        console = RandomTypist(rng, plain=bool(n % 2), language=LANGUAGES[n % 4])
        assert (
            session_at(console, game, seats, language=LANGUAGES[n % 4], confirm=bool(n % 3)).run() is not None
        )
