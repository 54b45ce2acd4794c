"""The bots of Qwixx are asked for one more game (Q11), and views with that question are checked."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from closecall.bots import find_bot
from closecall.bots.view_check import is_possible
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision, Seat
from closecall.core.seen import Seen, decode_seen, encode_seen
from closecall.games import game_of, qwixx
from closecall.games.qwixx import Lot, Options
from rules.qwixx.table import A, B, played, roll, rolled, sheet, table, turn
from support.random_games import walk

TESTS = Path(__file__).parents[1]
NAMES = (*game_of("qwixx").bot_names, *game_of("qwixx").sparring_names)


def asked(seats: int) -> AnyMatch:
    """A match whose only game has just ended with A's fourth misthrow."""
    before = table(
        sheet("", 3), *[sheet("R  x  x  4  5  6  7  8  9 10 11 12  L")] * (seats - 1), one_more=True
    )
    passes = ", ".join(f"{name} pass" for name in "ABCDE"[:seats])
    match = turn(before, "w1 w2 r3 y4 g5 b6", passes, "A pass")
    assert match.seen_by(A).view.is_asking
    return match


@pytest.mark.parametrize("seats", range(1, 6))
def test_every_bot_wants_one_more_game(seats: int) -> None:
    """Only the random bot draws its answer."""
    match = asked(seats)
    for name in NAMES:
        bot = find_bot(name, "qwixx")
        assert bot is not None
        answers = {bot.choose(match.seen_by(Seat(seats - 1)), Random(n)) for n in range(20)}
        assert answers == ({qwixx.MORE, qwixx.STOP} if name == "random" else {qwixx.MORE}), name


def test_the_answer_needs_no_compiler() -> None:
    """A player who is asked does not wait for Numba to load."""
    code = (
        "import sys\n"
        "from bots.test_one_more_qwixx import NAMES, asked, find_bot, Random\n"
        "for name in NAMES:\n"
        "    find_bot(name, 'qwixx').choose(asked(2).seen_by(0), Random(1))\n"
        "print(*{'numba', 'llvmlite', 'numpy'} & set(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True, cwd=TESTS
    )
    assert done.stdout.split() == []


@pytest.mark.parametrize("seats", range(1, 6))
def test_views_with_the_question_are_possible(seats: int) -> None:
    """At every decision of matches in which the players are asked, also once they have gone on."""
    questions = 0
    for n in range(4):
        for match in walk(Match.start(qwixx, seats, Options(1 + n % 2, one_more=True)), Random(n)):
            if not isinstance(match.pending, Decision):
                continue
            for seat in match.pending.menus:
                sent = encode_seen(qwixx, match.seen_by(seat))
                assert is_possible("qwixx", decode_seen(qwixx, sent, is_lenient=True))
            questions += match.seen_by(A).view.is_asking
    assert questions >= 4


def changed(seen: Seen[Any, Any], **fields: Any) -> Seen[Any, Any]:
    """What a seat would see if these fields of its view were different."""
    return replace(seen, view=replace(seen.view, **fields))


def test_impossible_questions_are_refused() -> None:
    """Nobody is asked in the middle of a game, after five, or with another result than that of the sheets."""
    seen = asked(2).seen_by(B)
    (result,) = seen.view.results
    other = replace(result, scores=(-20, 4))
    open_sheets = rolled(table(sheet("", 3), sheet()), "w1 w2 r3 y4 g5 b6").seen_by(B).view.sheets
    assert is_possible("qwixx", seen)
    for fields in (
        {"is_asking": False},
        {"one_more": False},
        {"games": 2},
        {"active": A},
        {"action": 1, "dice": roll("w1 w2 r3 y4 g5 b6")},
        {"has_crossed": True},
        {"game": 2},
        {"results": (), "totals": (-20, 3), "game": 0},
        {"results": (result, result), "totals": (-40, 6), "game": 2},
        {"results": (result,) * 5, "games": 5, "totals": (-100, 15), "game": 5},
        {"results": (other,), "totals": (-20, 4)},
        {"results": (replace(result, reason="over.two_rows_closed"),)},
        {"sheets": open_sheets, "game": 2, "totals": (-35, 3)},
    ):
        assert not is_possible("qwixx", changed(seen, **fields)), fields
    alone = asked(1).seen_by(A)
    assert is_possible("qwixx", alone)
    assert not is_possible("qwixx", changed(alone, active=None))


def test_no_game_follows_the_last_agreed_one() -> None:
    """A view of a second game needs two agreed games."""
    match = played(asked(2), "A more, B more").fate(Lot(B)).fate(roll("w1 w2 r3 y4 g5 b6"))
    seen = match.seen_by(A)
    assert (seen.view.games, seen.view.game) == (2, 2)
    assert is_possible("qwixx", seen)
    assert not is_possible("qwixx", changed(seen, games=1))
    assert not is_possible("qwixx", changed(seen, games=1, one_more=False))
