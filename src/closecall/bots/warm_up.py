"""Compile the strong bots in advance: at their first move it would take a minute or two.

`python -m closecall.bots.warm_up` lets every strong bot of every game make some moves. Their machine code
stays on disk for all later processes; a file for each level beside it records that it has been compiled.
"""

import os
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from random import Random

from closecall.bots import LEVELS, find_bot, has_bot, usual_bot
from closecall.bots.fingerprint import source_fingerprint
from closecall.core.fate import SeededSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over
from closecall.games import game_of, slugs
from closecall.kernels.cache_dirs import cache_root

MOVES = 40
"""How many first moves the strong bot makes; with every tenth later one they use all of its code."""
DONE_ENV = "CLOSECALL_PREPARED"
"""If this is set, nothing is compiled in advance; if it is NEVER, nothing counts as compiled either."""
NEVER = "never"


def is_prepared(level: str | None = None) -> bool:
    """Whether a level, or every one, has been compiled for all games on this machine."""
    told = os.environ.get(DONE_ENV)
    if told:
        return told != NEVER
    return all(_stamp(each).exists() for each in (LEVELS if level is None else (level,)))


def must_prepare() -> bool:
    """Whether there is something to compile, and nobody said that it should be left."""
    return not os.environ.get(DONE_ENV) and not is_prepared()


def prepare() -> None:
    """Compile the strong bots of all games, unless they are compiled; newcomers play the weakest first."""
    for level in reversed(LEVELS):
        for game in slugs():
            if has_bot(level, game):
                prepare_level(game, level)
        _stamp(level).touch()


def prepare_level(game: str, level: str) -> None:
    """Compile everything that a level of a game ever needs, unless it is compiled."""
    for seats in game_of(game).warm_up_seats:
        _play(game, level, seats)


def _play(game: str, level: str, seats: int) -> None:
    bot, filler = find_bot(level, game), find_bot(usual_bot(game_of(game).bot_names), game)
    assert bot is not None
    assert filler is not None
    rules, rng = game_of(game).rules, Random(1)
    match: AnyMatch = Match.start(rules, seats, rules.OPTIONS())
    for n in range(10_000):
        pending = match.pending
        if isinstance(pending, Over):
            return
        if isinstance(pending, Chance):
            match = match.fate(rules.draw(match.state, SeededSource(bytes(32), match.point)))
            continue
        seat = next(seat for seat in pending.menus if seat not in match.sealed)
        # A whole game of the strongest bot would take long.
        chooses = bot if n < MOVES or n % 10 == 0 else filler
        match = match.commit(seat, chooses.choose(match.seen_by(seat), rng), point=match.point)


@cache
def _stamp(level: str) -> Path:
    about = "".join([*map(version, ("numba", "numpy")), source_fingerprint(), level])
    return cache_root() / f"prepared-{sha256(about.encode()).hexdigest()[:16]}"


def main() -> None:
    """Compile everything in a process of its own, at low priority."""
    if hasattr(os, "nice"):
        os.nice(10)  # Games in progress go first.
    prepare()


if __name__ == "__main__":
    main()
