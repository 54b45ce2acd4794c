"""How a plan is carried out: by whom, and in which pieces."""

from collections.abc import Generator
from typing import Any, Literal, get_args

from closecall.core.errors import BadOptions
from closecall.cpu import cores
from closecall.sim.chunk import Announce, C, Played, Work
from closecall.sim.chunks import Chunks
from closecall.sim.local import play_here, play_in_processes
from closecall.sim.plan import check_workers

Engine = Literal["local", "ray"]
ENGINES: tuple[Engine, ...] = get_args(Engine)

FIRST_COMPILED = 256
"""How many tables are in the first chunk, which shows how fast it goes; an unknown bot may be very slow."""
FIRST_READABLE = 1
LITTLE_COMPILED = 200_000
LITTLE_EXPERT = 200
LITTLE_READABLE = 50
"""So many games are played sooner by one worker than several can begin; experts think long, compiled too."""


def played_chunks(  # noqa: PLR0913  # All but the first have a usual value.
    work: Work[C],
    workers: int = 1,
    engine: Engine = "local",
    address: str | None = None,
    begun: Announce = lambda: None,
    *,
    first: int = 0,
    may_fill: bool = False,
) -> Generator[Played[C], None, None]:
    """Play the tables of some work, from the first on, in order. To stop, close the iterator.

    `begun` is called, perhaps by another thread, if something has to be compiled first. A cluster may be
    filled if nobody has said how many workers there are to be.
    """
    check_workers(workers)
    if engine not in ENGINES:
        raise BadOptions("sim_engine", text=str(engine)[:40], engines=", ".join(ENGINES))
    first_size = FIRST_COMPILED if work.is_compiled() else FIRST_READABLE
    chunks = Chunks(work.games, workers, first_size, first)
    if engine == "ray":
        from closecall.sim.cluster import play_on_ray  # noqa: PLC0415  # Only with Ray.

        return play_on_ray(work, workers, chunks, address, may_fill=may_fill)
    if workers == 1:
        return play_here(work, chunks, begun)
    return play_in_processes(work, workers, chunks, begun)


def fitting_workers(work: Work[Any]) -> int:
    """How many workers are best here if nobody says: one for little work, else one for each free core."""
    if not work.is_compiled():
        little = LITTLE_READABLE
    else:
        little = LITTLE_EXPERT if "expert" in work.bots else LITTLE_COMPILED
    return 1 if work.games <= little else cores()
