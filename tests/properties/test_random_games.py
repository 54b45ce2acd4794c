"""What holds for every game at every table, in random games: a few quickly, a thousand in the long part.

A failing game can be repeated: `play_and_check(("mark", 3), n, …)` always plays the same nth game.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from closecall.core.match import Commit
from closecall.core.record import AnyMatch
from support.checks import GAME_CHECKS, POINT_CHECKS
from support.play import TABLES, Table, deciding, midway_match, random_match, table_name, walk

PointCheck = Callable[[AnyMatch, list[Any], Random], None]
GameCheck = Callable[[AnyMatch, Random], None]

QUICK_GAMES = 3
LONG_GAMES = 1_000
CHUNK = 50


def play_and_check(table: Table, n: int, points: float, at: list[PointCheck], after: list[GameCheck]) -> None:
    """Play the nth random game of a table, check about so many of its points, and then the whole."""
    rng = Random(f"{table_name(table)}/{n}")
    look = Random(f"{table_name(table)}/{n}/look")
    # Only a game from its very beginning has a record, but tokens are rarely won in one.
    first = random_match(table, rng) if after else midway_match(table, rng)
    match = play_on(first, rng, look, points / USUAL_POINTS[table[0]], at)
    for check in after:
        check(match, look)


def play_on(first: AnyMatch, rng: Random, look: Random, share: float, checks: list[PointCheck]) -> AnyMatch:
    """Play to the end, with checks at this share of the points."""
    met: dict[Any, None] = {}
    match = first
    for match in walk(first, rng):
        chance = look.random()
        if chance >= share * 3:
            continue
        waiting = deciding(match)
        # Joint decisions are rare in some games, so they are looked at more often.
        if chance < share * (3 if len(waiting) > 1 else 1):
            met.update((entry.move, None) for entry in match.log if isinstance(entry, Commit))
            for _, menu in waiting:
                met.update(dict.fromkeys(menu))
            for check in checks:
                check(match, list(met), look)
    return match


USUAL_POINTS = {"mark": 300, "qwixx": 450, "enough": 400}
"""About how many inputs a game has, joint ones counted more often, so that all of it is looked at."""


@pytest.mark.parametrize("table", TABLES, ids=table_name)
@pytest.mark.parametrize("check", POINT_CHECKS, ids=lambda check: check.__name__)
def test_at_every_point(table: Table, check: PointCheck) -> None:
    """Each property at many points of a few games."""
    for n in range(QUICK_GAMES):
        play_and_check(table, n, 10, [check], [])


@pytest.mark.parametrize("table", TABLES, ids=table_name)
@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
def test_of_a_whole_game(table: Table, check: GameCheck) -> None:
    """Each property of a few finished games."""
    for n in range(QUICK_GAMES):
        play_and_check(table, n, 0, [], [check])


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, LONG_GAMES, CHUNK))
@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_a_thousand_games(table: Table, start: int) -> None:
    """A thousand games at each table, most from the beginning to be replayed, some midway to be looked at."""
    for n in range(QUICK_GAMES + start, QUICK_GAMES + start + CHUNK):
        play_and_check(table, n, 1, list(POINT_CHECKS), list(GAME_CHECKS))
        if n % 50 == 0:
            play_and_check(table, n, 10, list(POINT_CHECKS), [])
