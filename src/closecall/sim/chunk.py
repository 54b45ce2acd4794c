"""A chunk of tables, played: what workers of every kind do."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from closecall.kernels.jit import compile_callbacks

C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


class Work(Protocol[C_co]):
    """Tables to be played, by whomever: a simulation or a league. It is sent to workers."""

    @property
    def games(self) -> int:
        """How many tables there are."""

    @property
    def bots(self) -> tuple[str, ...]:
        """Who plays at them."""

    def is_compiled(self) -> bool:
        """Whether compiled code plays them; nothing is compiled to find out."""

    def prepare(self) -> None:
        """Load what playing needs, so that the first chunk is quick; nothing is compiled yet."""

    def play(self, first: int, count: int) -> tuple[C_co, Any]:
        """Play some tables in a row: their counts, and whatever else is wanted of them."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some tables in a row."""

    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Played(Generic[C]):
    """What came of a chunk."""

    chunk: Chunk
    tally: C
    more: Any
    """The `Games` or the lines of CSV, if a simulation wants them."""
    seconds: float
    """How long it took."""


Announce = Callable[[], object]
"""What is called when something has to be compiled, which takes a while."""


def play_chunk(work: Work[C], chunk: Chunk, begun: Announce = lambda: None) -> Played[C]:
    """Play the tables of a chunk."""
    with compile_callbacks(begun):
        began = time.perf_counter()
        tally, more = work.play(chunk.first, chunk.count)
        return Played(chunk, tally, more, time.perf_counter() - began)
