"""Replays: games step by step, computed in a thread, one at a time, for one reader after the other.

A step needs all steps before it. So positions along the way are kept (`_Positions`), and a reader who pages
through a game does not start from the beginning each time. Answers are kept as they are sent; readers of the
same steps share one computation.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from closecall.core.match import Fate, Match
from closecall.core.record import AnyEntry, AnyMatch, after_entry, encode_entry
from closecall.core.rules import Viewer
from closecall.server.cpu_budgets import Payer, current_payer, paying
from closecall.server.fair_queue import FairQueue
from closecall.server.polite_threads import politely
from closecall.server.sockets.protocol import seen_value
from closecall.server.tables import Table
from closecall.store import Status

MOST_BYTES = 8 * 1024 * 1024
"""Of all kept answers."""
EVERY = 50
"""From one kept position of a game to the next."""
MOST_POSITIONS = 500
"""Of all games; a long one has a few hundred, most have less than ten."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Which steps of a game to show, and through whose eyes."""

    viewer: Viewer
    first: int
    most: int


@dataclass(frozen=True, slots=True)
class Step:
    """The match after n entries of its log."""

    n: int
    entry: dict[str, Any] | None
    """The latest entry, as in a record; None at the start, and where it is somebody else's secret."""
    seen: dict[str, Any]
    """The match as the viewer saw it, as in the socket's `seen` frames."""


class Replay(msgspec.Struct, frozen=True):
    """Some steps of a game through a viewer's eyes."""

    steps: int
    """The number of steps, including the start."""
    viewer: int | None
    items: tuple[Step, ...]


Key = tuple[str, object]
"""A finished table, and what is asked about it: the same key has the same answer forever."""


@dataclass(slots=True)
class _Request:
    key: Key
    payer: Payer | None
    compute: Callable[[], bytes]
    answer: asyncio.Future[bytes]


class Replays:
    """Answers about finished games, kept as long as there is room."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._answers: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._positions = Positions()
        self._pending: dict[Key, _Request] = {}
        self._queue: FairQueue[_Request] = FairQueue()
        self._worker: asyncio.Task[None] | None = None

    @property
    def kept_bytes(self) -> int:
        """The size of all kept answers."""
        return self._bytes

    async def steps(self, reader: str, table: Table, match: AnyMatch, passage: Passage) -> bytes:
        """Some steps of a finished match, as JSON; readers take turns."""

        def compute() -> bytes:
            items = replayed(table, match, passage, self._positions)
            return msgspec.json.encode(Replay(len(match.log) + 1, passage.viewer, items))

        return await self.answer(reader, (table.id, passage), compute)

    async def answer(self, reader: str, key: Key, compute: Callable[[], bytes]) -> bytes:
        """A kept answer, or a new one that is computed in a thread."""
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        request = self._pending.get(key)
        if request is None:
            request = _Request(key, current_payer(), compute, asyncio.get_running_loop().create_future())
            self._pending[key] = request
            self._queue.put(reader, request)
            if self._worker is None:
                self._worker = asyncio.create_task(self._work())
        return await asyncio.shield(request.answer)  # Others may be waiting for it too.

    async def _work(self) -> None:
        try:
            while self._queue:
                request = self._queue.pop()
                try:
                    with paying(request.payer):
                        answer = await asyncio.to_thread(request.compute)
                except Exception as error:  # A failure is the readers', not that of those behind them.
                    request.answer.set_exception(error)
                else:
                    request.answer.set_result(answer)
                    self._keep(request.key, answer)
                finally:
                    del self._pending[request.key]
        finally:
            self._worker = None

    def _keep(self, key: Key, answer: bytes) -> None:
        self._answers[key] = answer
        self._bytes += len(answer)
        while self._bytes > self._most_bytes:
            self._bytes -= len(self._answers.popitem(last=False)[1])


class Positions:
    """Matches along the way of the games that were replayed lately, without their logs."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        self._most = most
        self._of: OrderedDict[str, dict[int, AnyMatch]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def before(self, table_id: str, n: int) -> tuple[int, AnyMatch] | None:
        """The last kept position at or before step n."""
        kept = self._of.get(table_id, {})
        found = max((each for each in kept if each <= n), default=None)
        return None if found is None else (found, kept[found])

    def keep(self, table_id: str, n: int, match: AnyMatch) -> None:
        """Keep the position at step n; games that nobody has read for long make room."""
        kept = self._of.setdefault(table_id, {})
        self._of.move_to_end(table_id)
        self._count += n not in kept
        kept[n] = match
        while self._count > self._most and len(self._of) > 1:
            self._count -= len(self._of.popitem(last=False)[1])


def replayed(
    table: Table, match: AnyMatch, passage: Passage, positions: Positions | None = None
) -> tuple[Step, ...]:
    """Some steps of a match through a viewer's eyes; step n follows n entries."""
    viewer, first = passage.viewer, passage.first
    moments = _moments(table.id, match, passage, Positions() if positions is None else positions)
    return tuple(
        Step(n, _entry(table, match, n, viewer), seen_value(match.rules, at.seen_by(viewer)))
        for n, at in politely(moments)
        if n >= first
    )


def _moments(
    table_id: str, match: AnyMatch, passage: Passage, positions: Positions
) -> Iterator[tuple[int, AnyMatch]]:
    """The match at each step of a passage, and at those since the last kept position before it."""
    end = min(passage.first + passage.most, len(match.log) + 1)
    kept = positions.before(table_id, passage.first)
    n, at = kept or (0, Match.start(match.rules, match.seats, match.options))
    while n < end:
        if n % EVERY == 0:
            positions.keep(table_id, n, at)
        yield n, at
        if n < len(match.log):
            # Without a log, which would be copied at every step.
            at = replace(after_entry(at, match.log[n]), log=())
        n += 1


def _entry(table: Table, match: AnyMatch, n: int, viewer: Viewer) -> dict[str, Any] | None:
    if n == 0:
        return None
    entry = match.log[n - 1]
    may_know = table.status is Status.OVER or _is_own(entry, viewer)
    return encode_entry(match.rules, entry) if may_know else None


def _is_own(entry: AnyEntry, viewer: Viewer) -> bool:
    return not isinstance(entry, Fate) and entry.seat == viewer
