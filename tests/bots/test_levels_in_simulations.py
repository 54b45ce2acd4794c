"""Levels in simulations and leagues: always compiled, reproducible, and equal to the bots."""

from itertools import combinations

import numpy as np
import pytest

from closecall.bots import NAMES
from closecall.games import game_of, rules_of, slugs
from closecall.sim import simulate
from closecall.sim.chunks import Chunk, play_chunk
from closecall.sim.league import league_of
from closecall.sim.plan import plan_of


@pytest.mark.parametrize("game", slugs())
def test_every_table_of_levels_is_compiled(game: str) -> None:
    """All bots of a game, at tables and in a league; an external program is not."""
    names, possible = (*game_of(game).bot_names, *game_of(game).sparring_names), rules_of(game).SEATS
    for seats in possible:
        assert all(plan_of(game, bots, 1, 1).is_compiled() for bots in combinations(NAMES, seats))
    assert league_of(game, names, max(2, possible.start), 10, seed=1).is_compiled()
    assert not plan_of(game, ["expert", "easy", "bot:true"], 1, 1).is_compiled()


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("mark", ["easy", "random", "medium"]),
        ("qwixx", ["easy", "expert", "medium"]),
        ("enough", ["easy", "random", "medium"]),
    ],
)
def test_tables_of_levels_play_the_same_everywhere(game: str, bots: list[str], rotate: bool) -> None:
    """However tables are grouped into chunks."""
    plan = plan_of(game, bots, 12, 5, rotate=rotate, wanted="arrays")
    counted = game_of(game).statistics.counts[0]
    whole = play_chunk(plan, Chunk(0, 12)).more
    parts = [play_chunk(plan, Chunk(first, 4)).more for first in (0, 4, 8)]
    assert (np.concatenate([part.scores for part in parts]) == whole.scores).all()
    assert (np.concatenate([part.counts[counted] for part in parts]) == whole.counts[counted]).all()
    assert len(set(whole.scores[:, 0].tolist())) > 4


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("mark", ["medium", "hard"]),
        ("qwixx", ["medium", "expert"]),
        ("enough", ["medium", "hard", "easy"]),
    ],
)
def test_two_workers_play_what_one_plays(game: str, bots: list[str]) -> None:
    """Game for game."""
    one, two = (simulate(game, bots, 120, seed=2, workers=n) for n in (1, 2))
    assert one.is_compiled
    assert (one.scores == two.scores).all()
    assert (one.won == two.won).all()
    assert one.tally == two.tally


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("mark", ["hard", "easy", "greedy"]),
        ("qwixx", ["hard", "easy"]),
        ("qwixx", ["medium", "expert", "easy"]),
        ("enough", ["hard", "easy", "medium"]),
    ],
)
def test_both_ways_agree_on_levels(game: str, bots: list[str]) -> None:
    """Compared with the readable engine: means differ within the standard error."""
    slow = simulate(game, bots, 100, seed=3, readable=True)
    fast = simulate(game, bots, 2000, seed=3)
    assert (slow.is_compiled, fast.is_compiled) == (False, True)
    for one, other in zip(slow.seats, fast.seats, strict=True):
        pairs = [(one.score, other.score), *((one.counts[name], other.counts[name]) for name in one.counts)]
        for few, many in pairs:
            assert few.mean is not None
            assert many.mean is not None
            assert abs(few.mean - many.mean) < 4 * np.hypot(few.se or 0, many.se or 0)
