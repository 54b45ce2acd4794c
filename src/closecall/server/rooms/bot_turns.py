"""Who decides for whom: bots for their own seats, for people who left, and for those whose time is up."""

import asyncio
import time
from itertools import chain, repeat
from typing import Protocol

import msgspec

from closecall.core.errors import GameError
from closecall.core.rules import Decision, Seat, letter
from closecall.server.logs import Log
from closecall.server.metrics import Metrics
from closecall.server.rooms.bot_workers import NoMoreThinking, Thinkers
from closecall.server.rooms.live_match import Live
from closecall.server.settings import Settings
from closecall.server.sockets.protocol import seen_value
from closecall.server.tables import Table, storage
from closecall.store import InDoubt, NotKept

log = Log("closecall.room")

TRY_AGAIN_S = (0.2, 1.0, 5.0)
"""How long a bot waits when its choice could not be kept; the last again and again."""


class Attended(Protocol):
    """The room, as far as bots and the clock need it."""

    @property
    def table(self) -> Table: ...
    @property
    def live(self) -> Live | None: ...

    async def commit_for(self, seat: Seat, notation: str, *, point: int) -> None: ...


class Services(Protocol):
    """What bots and the clock need of the server."""

    @property
    def thinkers(self) -> Thinkers: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def metrics(self) -> Metrics: ...

    def now(self) -> int: ...


class Attendance:
    """The bots that think at one table, and its clock."""

    def __init__(self, room: Attended, services: Services) -> None:
        self.deadline: int | None = None
        self.since = services.now()
        """When the current decision began, in ms."""
        self._room = room
        self._services = services
        self._point = -1
        self._is_late = False
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: dict[Seat, asyncio.Task[None]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether no bot thinks and no clock runs."""
        return not self._thinking and self._timer is None

    def is_for_bot(self, seat: Seat) -> bool:
        """Whether a bot decides for this seat now."""
        place = self._room.table.places[seat]
        return place.bot is not None or place.away or self._is_late

    def look(self) -> None:
        """Something has changed: set the clock for a new decision, let bots think where they are needed."""
        live = self._room.live
        is_running = live is not None and storage.is_running(self._room.table)
        asked = waiting(live) if live is not None and is_running else ()
        point = live.match.point if live is not None and is_running else -1
        if point != self._point:
            self._point, self.since = point, self._services.now()
            self._forget()
        self._set_clock(asked)
        for seat in list(self._thinking):
            if seat not in asked or not self.is_for_bot(seat):
                self._thinking.pop(seat).cancel()
        for seat in asked:
            if self.is_for_bot(seat) and seat not in self._thinking:
                self._thinking[seat] = asyncio.ensure_future(self._think(seat, point))

    def close(self) -> None:
        """No more thinking, no clock."""
        self._forget()

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self.deadline, self._is_late = None, None, False
        for task in self._thinking.values():
            if task is not asyncio.current_task():  # The bot whose choice has just been kept.
                task.cancel()
        self._thinking.clear()

    def _set_clock(self, asked: tuple[Seat, ...]) -> None:
        limit = self._room.table.clock.limit_ms
        is_asked = any(not self.is_for_bot(seat) for seat in asked)
        if limit is None or not is_asked or self._timer is not None or self._is_late:
            return
        self.deadline = self._services.now() + limit
        self._timer = asyncio.get_running_loop().call_later(limit / 1000, self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer, self._is_late = None, True
        self.look()

    async def _think(self, seat: Seat, point: int) -> None:
        me = asyncio.current_task()
        try:
            await asyncio.sleep(self._pause_s())
            for wait in chain(TRY_AGAIN_S, repeat(TRY_AGAIN_S[-1])):
                try:
                    await self._choose(seat, point)
                    return
                except NoMoreThinking:
                    return  # The server ends; it will be asked again after the next start.
                except (InDoubt, NotKept):
                    pass  # The store itself says that it is failing, once for all tables.
                except GameError as error:
                    log.warning("bot_choice_not_kept", table=self._room.table.id, reason=error.code)
                except Exception:
                    # Whatever it is, a table must not wait for ever.
                    log.exception("bot_choice_failed", table=self._room.table.id)
                await asyncio.sleep(wait)
        finally:
            if self._thinking.get(seat) is me:
                del self._thinking[seat]

    async def _choose(self, seat: Seat, point: int) -> None:
        live = self._room.live
        if live is None or live.match.point != point:
            return
        table, match = self._room.table, live.match
        bot = table.places[seat].bot or self._services.settings.stand_in
        seen = msgspec.json.encode(seen_value(match.rules, match.seen_by(seat)))
        started = time.monotonic()
        notation = await self._services.thinkers.choose(table.game, bot, seen, f"{table.id}/{letter(seat)}")
        self._services.metrics.bot_thought(bot, time.monotonic() - started)
        await self._room.commit_for(seat, notation, point=point)

    def _pause_s(self) -> float:
        """Bots are as quick as they can among themselves; people can follow them."""
        has_people = any(place.person is not None and not place.away for place in self._room.table.places)
        return self._services.settings.bot_pause_ms / 1000 if has_people else 0


def waiting(live: Live) -> tuple[Seat, ...]:
    """The seats that have to choose."""
    match = live.match
    if not isinstance(match.pending, Decision):
        return ()
    return tuple(seat for seat in match.pending.menus if seat not in match.sealed)
