"""Carrying out a plan: in this process, in workers, or on Ray."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any, SupportsIndex

from closecall.core.errors import BadOptions
from closecall.cpu import cores
from closecall.sim.chunks import C, ChunkQueue, OnCompile, PlayedChunk, Work
from closecall.sim.cluster import play_on_ray
from closecall.sim.limits import ENGINES, Engine
from closecall.sim.plan import Wanted, check_programs, check_workers, plan_of
from closecall.sim.result import Result
from closecall.sim.result_arrays import joined_arrays
from closecall.sim.statistics import Tally
from closecall.sim.workers import play_here, play_in_workers

FIRST_COMPILED = 256
"""The tables of the first chunk, which shows how fast it goes; an unknown bot may be very slow."""
FIRST_READABLE = 1
FEW_COMPILED = 200_000
"""Up to this number of games, starting more workers costs more than it saves."""
FEW_EXPERT = 200
"""The same with an expert: compiled or not, it thinks long."""
FEW_READABLE = 50


def simulate(  # noqa: PLR0913  # All but the first three have a default.
    game: str,
    bots: Sequence[str],
    games: SupportsIndex,
    seed: SupportsIndex | None = None,
    *,
    options: Any = None,
    rotate: bool = False,
    readable: bool = False,
    workers: int | None = None,
    engine: Engine = "local",
    address: str | None = None,
    arrays: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Let bots play many games. The same seed gives the same games, whatever the workers and the engine.

    `progress` is called with the number of games played, a few times a second. Without `arrays` only counts
    are kept, so that memory does not grow with the number of games. The default is one worker, or on a Ray
    cluster as many as it has CPUs.

    >>> result = simulate("mark", ["greedy", "random"], games=10, seed=4, readable=True)
    >>> [round(seat.score.mean, 1) for seat in result.seats], int(result.won.sum())
    ([80.9, 28.7], 10)
    """
    wanted: Wanted = "arrays" if arrays else "tally"
    plan = plan_of(game, bots, games, seed, options, rotate=rotate, readable=readable, wanted=wanted)
    check_programs(plan.game, plan.bots, len(plan.bots), plan.options)
    tally, parts = Tally(), []
    # Closing the generator ends its workers, whatever happens here.
    count, may_fill = (1, True) if workers is None else (workers, False)
    with closing(play_chunks(plan, count, engine, address, may_fill=may_fill)) as chunks:
        for played in chunks:
            tally.add(played.tally)
            parts.append(played.more)
            if progress is not None:
                progress(tally.games)
    return Result(plan, plan.is_compiled(), tally, joined_arrays(parts) if arrays else None)


def play_chunks(  # noqa: PLR0913  # All but the first have a default.
    work: Work[C],
    workers: int = 1,
    engine: Engine = "local",
    address: str | None = None,
    on_compile: OnCompile = lambda: None,
    *,
    first: int = 0,
    may_fill: bool = False,
) -> Generator[PlayedChunk[C], None, None]:
    """Play the tables of some work in order, from `first` on. To stop, close the generator.

    `on_compile` is called, perhaps by another thread, if something has to be compiled first. With `may_fill`,
    a Ray cluster gets as many workers as it has CPUs.
    """
    check_workers(workers)
    if engine not in ENGINES:
        raise BadOptions("sim_engine", text=str(engine)[:40], engines=", ".join(ENGINES))
    first_size = FIRST_COMPILED if work.is_compiled() else FIRST_READABLE
    chunks = ChunkQueue(work.games, workers, first_size, first)
    if engine == "ray":
        return play_on_ray(work, workers, chunks, address, may_fill=may_fill)
    if workers == 1:
        return play_here(work, chunks, on_compile)
    return play_in_workers(work, workers, chunks, on_compile)


def default_workers(work: Work[Any]) -> int:
    """The best number of workers on this machine: one for little work, otherwise one for each free core."""
    few = FEW_EXPERT if "expert" in work.bots else FEW_COMPILED
    if not work.is_compiled():
        few = FEW_READABLE
    return 1 if work.games <= few else cores()
