"""Strong bots are compiled when they first choose, which takes a minute or two: here, before anybody waits.

`python -m closecall.bots.warm_up` lets every strong bot of every game make some moves; what is compiled for
it is kept on disk, and found there by whoever plays later. A file beside it says that this has been done.
"""

import os
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from itertools import product
from pathlib import Path
from random import Random

from closecall.bots import LEVELS, find_bot
from closecall.bots.fingerprint import sources_mark
from closecall.core.fate import SeededSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over
from closecall.games import rules_of, slugs
from closecall.kernels.cache_dirs import cache_root

MOVES = 40
"""So many moves of a game make use of all that is to be compiled; and so do the last ones."""
SEATS = {"mark": (1, 2), "qwixx": (1, 2, 3), "enough": (3,)}
DONE_ENV = "CLOSECALL_PREPARED"
"""Whoever sets this does not want it to be done."""


def is_prepared() -> bool:
    """Whether all that strong bots need has been compiled here."""
    return bool(os.environ.get(DONE_ENV)) or _mark().exists()


def prepare() -> None:
    """Compile all of it, or find it compiled."""
    for game, level in product(slugs(), LEVELS):
        prepare_level(game, level)
    _mark().touch()


def prepare_level(game: str, level: str) -> None:
    """Compile what one level of a game needs, at its first move or later, or find it compiled."""
    for seats in SEATS[game]:
        _play(game, level, seats)


def _play(game: str, level: str, seats: int) -> None:
    bot = find_bot(level, game)
    if bot is None:
        return
    rules, rng = rules_of(game), Random(1)
    match: AnyMatch = Match.start(rules, seats, rules.OPTIONS())
    for n in range(10_000):
        pending = match.pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Chance):
            match = match.fate(rules.draw(match.state, SeededSource(bytes(32), match.point)))
            continue
        seat = next(seat for seat in pending.menus if seat not in match.sealed)
        # A whole game of the strongest takes long, and the greedy one comes to the end as well.
        chooses = bot if n < MOVES or n % 10 == 0 else find_bot("greedy", game)
        assert chooses is not None
        match = match.commit(seat, chooses.choose(match.seen_by(seat), rng), point=match.point)


@cache
def _mark() -> Path:
    about = "".join([*map(version, ("numba", "numpy")), sources_mark()])
    return cache_root() / f"prepared-{sha256(about.encode()).hexdigest()[:16]}"


def main() -> None:
    """Compile all of it in a process of its own, which lets others go first."""
    if hasattr(os, "nice"):
        os.nice(10)
    prepare()


if __name__ == "__main__":
    main()
