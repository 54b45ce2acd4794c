"""Properties of every game at every table, in random games: a few quickly, a thousand in the long part.

A failing game can be repeated: `play_and_check(("mark", 3), n, …)` always plays the same nth game.
"""

import pytest

from support.game_checks import GAME_CHECKS, POINT_CHECKS, GameCheck, PointCheck, play_and_check
from support.random_games import TABLES, Table, table_name

QUICK_GAMES = 3
LONG_GAMES = 1_000
CHUNK = 50


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
    """A thousand games at each table, from the beginning; some also midway, with more points checked."""
    for n in range(QUICK_GAMES + start, QUICK_GAMES + start + CHUNK):
        play_and_check(table, n, 1, POINT_CHECKS, GAME_CHECKS)
        if n % 50 == 0:
            play_and_check(table, n, 10, POINT_CHECKS, [])
