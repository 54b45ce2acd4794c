"""How long a bot thinks about a move, from view to move."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.bots import find_bot
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Over
from closecall.games import rules_of

COLUMNS = ("moves", "mean ms", "p99 ms")
WARMING = 20
"""Uncounted moves at the start, which compile and load values."""


def move_times(  # noqa: PLR0913  # Two of them say which moves count.
    name: str, game: str, seats: int, seed: int, *, moves: int, is_middle: Callable[[Any], bool]
) -> NDArray[np.float64]:
    """CPU milliseconds of this many moves in the middle of games."""
    bot, rules, rng = find_bot(name, game), rules_of(game), Random(seed)
    assert bot is not None
    source, taken = RandomSource(Random(seed)), list[float]()
    match: AnyMatch = Match.start(rules, seats)
    while len(taken) < WARMING + moves:
        if isinstance(match.pending, Over):
            match = Match.start(rules, seats)
        elif isinstance(match.pending, Chance):
            match = match.fate(rules.draw(match.state, source))
        else:
            assert isinstance(match.pending, Decision)
            point = match.point
            for seat in match.pending.menus:
                seen = match.seen_by(seat)
                start = time.process_time()
                move = bot.choose(seen, rng)
                thought = time.process_time() - start  # Without the check whether this move counts.
                if is_middle(seen.view):
                    taken.append(thought)
                match = match.commit(seat, move, point=point)
    return 1000 * np.array(taken[WARMING:])


def time_row(name: str, taken: NDArray[np.float64]) -> tuple[str, ...]:
    """The row about the times of one bot's moves."""
    return name, f"{len(taken):,}", f"{taken.mean():.2f}", f"{np.quantile(taken, 0.99):.2f}"
