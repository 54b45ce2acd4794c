"""Easy errs in Close to the Mark! as a beginner does; it and medium do not fill the sheet in order."""

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from closecall.bots import find_bot
from closecall.bots.mark.beginner import any_of_best
from closecall.bots.mark.sheet import IMPOSSIBLE
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over, Seat
from closecall.games import mark
from closecall.games.mark import Enter
from closecall.games.mark.layout import colours_of
from closecall.games.mark.scoring import score
from closecall.games.mark.view import own_sheet
from closecall.kernels.counter_rng import begin

GAMES = 100
EARLY = 8
"""The entries at the beginning of a game."""
Entries = list[tuple[AnyMatch, Enter]]


@cache
def games_of(level: str) -> list[Entries]:
    """Games of one level alone: each entry, and the match before it."""
    bot, found = find_bot(level, "mark"), list[Entries]()
    assert bot is not None
    for game in range(GAMES):
        match: AnyMatch = Match.start(mark, 1)
        source, entries = RandomSource(Random(f"beginner {game}")), Entries()
        while not isinstance(match.pending, Over):
            if isinstance(match.pending, Chance):
                match = match.fate(mark.draw(match.state, source))
                continue
            move = bot.choose(match.seen_by(Seat(0)), Random(1))
            if isinstance(move, Enter):
                entries.append((match, move))
            match = match.commit(Seat(0), move, point=match.point)
        found.append(entries)
    return found


def numbers_before(match: AnyMatch) -> list[int]:
    """The numbers on the sheet, 0 for an empty circle."""
    return list(own_sheet(match.seen_by(Seat(0)).view).numbers)


def neighbours(circle: int) -> list[int]:
    """The circles beside a circle."""
    row, column = divmod(circle, 5)
    beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [5 * r + c for r, c in beside if r in range(5) and c in range(5)]


def written_by(match: AnyMatch, move: Enter) -> int:
    """The number that an entry writes."""
    view = match.seen_by(Seat(0)).view
    own = own_sheet(view).colour
    assert own is not None
    assert view.dice is not None
    return int(view.dice[own.order] + view.dice[move.die.order])


def gains(match: AnyMatch) -> dict[Enter, tuple[int, bool]]:
    """For each entry on the menu the points of this round, and whether a similar number is beside it."""
    numbers, menu = numbers_before(match), match.seen_by(Seat(0)).menu
    before, found = score(tuple(numbers)).total, {}
    for move in menu or ():
        number = written_by(match, move)
        after = tuple(number if circle == move.circle else n for circle, n in enumerate(numbers))
        beside = [numbers[circle] for circle in neighbours(move.circle) if numbers[circle]]
        found[move] = score(after).total - before, any(abs(number - other) <= 2 for other in beside)
    return found


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_sheet_is_not_filled_in_reading_order(level: str) -> None:
    """The first entries are in all parts of the sheet, and hardly ever one after the other."""
    rows, circles, ascents = Counter[int](), Counter[int](), 0
    for entries in games_of(level):
        early = [move.circle for _, move in entries[:EARLY]]
        rows.update(circle // 5 for circle in early)
        circles.update(early)
        ascents += sum(one < other for one, other in pairwise(early))
        assert early != sorted(early)
    assert all(0.1 < rows[row] / (GAMES * EARLY) < 0.3 for row in range(5)), rows
    assert all(circles[circle] > 0.1 * GAMES for circle in range(25)), circles
    assert 0.4 < ascents / (GAMES * (EARLY - 1)) < 0.6


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_first_entry_can_be_anywhere(level: str) -> None:
    """In many games, no circle comes first more often than in one game of five."""
    first = Counter(entries[0][1].circle for entries in games_of(level))
    assert len(first) > 12
    assert max(first.values()) < 0.2 * GAMES


def test_easy_takes_what_looks_best_in_this_round() -> None:
    """Points, and similar numbers beside each other; what it misses, it has overlooked."""
    best, crossing, possible = 0, 0, 0
    total = sum(map(len, games_of("easy")))
    for entries in games_of("easy"):
        for match, chosen in entries:
            found = gains(match)
            worths = {move: points + 2.5 * similar for move, (points, similar) in found.items()}
            best += worths[chosen] == max(worths.values())
            can_cross = any(similar and points for points, similar in found.values())
            possible += can_cross
            crossing += can_cross and found[chosen][0] > 0
    assert best / total > 0.87
    assert crossing / possible > 0.8


def test_easy_plays_beside_what_is_written() -> None:
    """Much more often than it would by chance, and often where it makes no cross and spoils a box."""
    beside, empty_beside, empty, spoilt = 0, 0, 0, 0
    for entries in games_of("easy"):
        for match, move in entries[1:EARLY]:
            numbers = numbers_before(match)
            touching = [numbers[circle] for circle in neighbours(move.circle) if numbers[circle]]
            beside += bool(touching)
            spoilt += any(abs(written_by(match, move) - other) != 1 for other in touching)
            free = [circle for circle in range(25) if not numbers[circle]]
            empty += len(free)
            empty_beside += sum(any(numbers[other] for other in neighbours(circle)) for circle in free)
    total = GAMES * (EARLY - 1)
    assert beside / total > 1.3 * empty_beside / empty
    assert 0.2 < spoilt / total < 0.7


def test_equals_are_drawn_by_circle() -> None:
    """A circle of the own colour, which takes four sums, is no more likely than another."""
    worths = np.full(125, IMPOSSIBLE, np.float32)
    worths[[3, 61, 62, 63, 64, 122]] = [3.0, 3.0, 2.95, 3.0, 2.0, 2.92]
    chances, drawn = np.zeros(2, np.uint64), Counter[int]()
    for n in range(3000):
        begin(chances, 11, n)
        drawn[any_of_best(worths, 3.0, chances)] += 1
    assert set(drawn) == {3, 61, 62, 63, 122}
    assert [round(drawn[entry] / 100) for entry in (3, 122)] == [10, 10]
    assert all(280 < drawn[entry] < 390 for entry in (61, 62, 63))


def test_own_circles_are_not_filled_first() -> None:
    """They take any die of the others, and easy does not see that; it does not hurry to fill them either."""
    early = Counter[bool]()
    for entries in games_of("easy"):
        for match, move in entries[:EARLY]:
            own = own_sheet(match.seen_by(Seat(0)).view).colour
            early[colours_of(match.state.layout)[move.circle] is own] += 1
    assert 0.1 < early[True] / early.total() < 0.5
