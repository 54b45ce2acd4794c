"""Easy errs in Qwixx as a beginner does: it skips a little too much, or too little, but never absurdly."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from bots.test_sparring_qwixx import fate, skipped
from closecall.bots import find_bot
from closecall.bots.qwixx import arena, policies
from closecall.bots.qwixx.sparring import weights_for
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over, Seat
from closecall.games import qwixx
from closecall.games.qwixx import Cross
from closecall.games.qwixx.state import COLOURS
from closecall.kernels.counter_rng import begin
from closecall.kernels.qwixx import kernel
from kernels.reference_rng import Numbers
from rules.qwixx.table import A, B, played, rolled, sheet, table

MOODS = ((25, 1), (35, 2), (40, 3))
"""How often a beginner has a mood, and how many numbers it then skips of its own accord."""
GAMES = 120


def crosses_by_skips(match: AnyMatch, seat: Seat) -> list[tuple[int, Cross]]:
    """The crosses on a seat's menu with the numbers that they skip, by row and from the left."""
    menu = match.seen_by(seat).menu
    found = [move for move in menu or () if isinstance(move, Cross)]
    found.sort(key=lambda move: (COLOURS.index(move.colour), move.colour.numbers.index(move.number)))
    return [(skipped(match, seat, move), move) for move in found]


def second_action(match: AnyMatch) -> AnyMatch:
    """The same table, as if the active player had passed and were to decide on action 2."""
    state = replace(match.state, action=2)
    return replace(match, state=state, pending=qwixx.pending(state), sealed={})


def fewest(match: AnyMatch, seat: Seat) -> int:
    """How many numbers the cross skips that skips least."""
    return min([skips for skips, _ in crosses_by_skips(match, seat)], default=99)


def expected_choices(match: AnyMatch, seat: Seat, limit: int) -> list[Any]:
    """The moves of a beginner that skips up to `limit` numbers of its own accord, computed slowly."""
    found, least = crosses_by_skips(match, seat), fewest(match, seat)
    state = match.state
    if least <= limit:
        return [move for skips, move in found if skips <= min(limit, least + 1)]
    if state.active != seat or state.has_crossed or not found:
        return [qwixx.PASS]
    later = fewest(second_action(match), seat) if state.action == 1 else 99
    rather = 10 if state.sheets[seat].misthrows == 3 else 4
    if later <= limit or least > min(rather, later):
        return [qwixx.PASS]
    return [move for skips, move in found if skips == least]


def games_of(level: str, seats: int, games: int, seed: int) -> Iterator[tuple[AnyMatch, Seat, Any]]:
    """Every decision of some games of one level, and the move it makes."""
    bot = find_bot(level, "qwixx")
    assert bot is not None
    for game in range(games):
        match: AnyMatch = Match.start(qwixx, seats)
        numbers, rng = Numbers(seed, game), Random(f"{level} {seed} {game}")
        while not isinstance(match.pending, Over):
            if isinstance(match.pending, Chance):
                match = match.fate(fate(match.state, numbers))
                continue
            here, pending = match, match.pending
            for seat in pending.menus:
                move = bot.choose(here.seen_by(seat), rng)
                yield here, seat, move
                match = match.commit(seat, move, point=here.point)


@pytest.fixture(scope="module")
def decisions() -> list[tuple[AnyMatch, Seat, Any]]:
    """The decisions of many games of two beginners."""
    return list(games_of("easy", 2, GAMES, 41))


def test_the_compiled_beginner_is_the_readable_one() -> None:
    """The first random number is for its mood, the second for one of the moves that look good."""
    chances, moods = np.zeros(2, np.uint64), Counter[int]()
    for n, (match, seat, _) in enumerate(games_of("easy", 3, 12, 7)):
        state = kernel.state_of(match.state)
        before = state.copy()
        for sample in range(3):
            begin(chances, n, sample)
            numbers = Numbers(n, sample)
            drawn, mood = numbers.below(100), 0
            while drawn >= MOODS[mood][0]:
                drawn -= MOODS[mood][0]
                mood += 1
            moods[mood] += 1
            choices = expected_choices(match, seat, MOODS[mood][1])
            wanted = choices[numbers.below(len(choices))]
            move = arena.decide(policies.EASY, state, seat, chances, weights_for("easy", 3))
            assert kernel.to_move(move) == wanted
            assert chances[1] == numbers.drawn
        assert (state == before).all()
    total = sum(moods.values())
    assert [round(20 * moods[mood] / total) for mood in range(3)] == [5, 7, 8]


def test_no_misthrow_where_a_cross_skips_few_numbers(decisions: list[Any]) -> None:
    """Action 1 is passed only for a cross in action 2 that skips fewer numbers, or few enough."""
    misthrows = 0
    for match, seat, move in decisions:
        state = match.state
        if move != qwixx.PASS or state.active != seat or state.has_crossed:
            continue
        if state.action == 2:
            misthrows += 1
            assert fewest(match, seat) > 4
        elif fewest(match, seat) <= 4:
            assert fewest(second_action(match), seat) < max(fewest(match, seat), 4)
    assert misthrows > GAMES


def test_no_absurd_jumps(decisions: list[Any]) -> None:
    """At most three numbers are skipped for a cross, four to avoid a misthrow, more to avoid the fourth."""
    jumps = Counter[int]()
    for match, seat, move in decisions:
        if isinstance(move, Cross):
            skips, state = skipped(match, seat, move), match.state
            jumps[skips] += 1
            may_misthrow = state.active == seat and not state.has_crossed
            assert skips <= 3 or may_misthrow
            assert skips <= 4 or state.sheets[seat].misthrows == 3
            assert skips <= fewest(match, seat) + 1
    # It errs: the fewer numbers, the more often, but not always the fewest.
    assert jumps[0] > jumps[1] > jumps[2] > jumps[3] > jumps[4] > 0


def test_the_same_number_is_sometimes_too_far(decisions: list[Any]) -> None:
    """White sums of other players are taken and left: nobody is as consistent as a rule."""
    for skips in (2, 3):
        taken = [
            move != qwixx.PASS
            for match, seat, move in decisions
            if match.state.active != seat and fewest(match, seat) == skips
        ]
        assert len(taken) > 100
        assert 0.1 < sum(taken) / len(taken) < 0.9


def test_equal_rows_are_taken_equally_often(decisions: list[Any]) -> None:
    """The first cross of a game is in each of the rows about as often: no row comes first."""
    first = Counter[Any]()
    for match, seat, move in decisions:
        if isinstance(move, Cross) and not any(row.crossed for row in match.state.sheets[seat].rows):
            first[move.colour] += 1
    assert set(first) == set(COLOURS)
    assert all(0.17 < count / first.total() < 0.33 for count in first.values()), first


GREEN = "G  x  -  -  x  8  7  6  5  4  3  2  L"


def choices(match: AnyMatch, seat: Seat = A) -> set[str]:
    """What easy may do, in notation."""
    bot = find_bot("easy", "qwixx")
    assert bot is not None
    return {qwixx.format_move(bot.choose(match.seen_by(seat), Random(n))) for n in range(60)}


def test_a_jump_from_9_to_3_is_worse_than_a_misthrow() -> None:
    """With two crosses in the row; to avoid the fourth misthrow, even that is done."""
    rest = "R  -  -  -  -  -  -  -  -  -  x 12  L\nY  -  -  -  -  -  -  -  -  -  x 12  L\n"
    rest += "B  -  -  -  -  -  -  -  -  -  x  2  L\n"
    for misthrows, wanted in ((2, {"pass"}), (3, {"g3"})):
        match = rolled(table(sheet(rest + GREEN, misthrows), sheet()), "w1 w1 r1 y1 g2 b1")
        assert choices(played(match, "A pass, B pass")) == wanted


def test_a_cross_is_better_than_a_misthrow() -> None:
    """Three or four skipped numbers are not too many; the better action is awaited."""
    match = rolled(table(sheet(), sheet()), "w3 w3 r6 y6 g1 b1")
    assert choices(match) == {"r6", "y6"}  # Four numbers are skipped now, at least five in action 2.
    assert "pass" in choices(match, B)
    match = rolled(table(sheet(), sheet()), "w3 w3 r2 y6 g1 b1")
    assert choices(match) == {"pass"}  # Red 5 follows.
    assert choices(played(match, "A pass, B pass")) == {"r5"}


def test_medium_plays_as_easy_in_one_move_of_three() -> None:
    """A first random number decides; otherwise it plays as hard does, and draws no more."""
    chances, slips, total, different = np.zeros(2, np.uint64), 0, 0, 0
    for n, (match, seat, _) in enumerate(games_of("medium", 2, 5, 5)):
        state, weights = kernel.state_of(match.state), weights_for("medium", 2)
        usual = arena.decide(policies.HARD, state, seat, chances, weights)
        for sample in range(10):
            begin(chances, n, sample)
            numbers = Numbers(n, sample)
            has_slipped = numbers.below(1 << 30) < 0.35 * (1 << 30)
            move = arena.decide(policies.MEDIUM, state, seat, chances, weights)
            if has_slipped:
                begin(chances, n, sample)
                chances[1] = 1
                assert move == arena.decide(policies.EASY, state, seat, chances, weights)
                different += move != usual
            else:
                assert move == usual
                assert chances[1] == 1
            slips, total = slips + has_slipped, total + 1
    assert 0.3 < slips / total < 0.4
    assert different > 20
