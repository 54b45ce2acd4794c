"""The decisions that bots make at one table, and its clock.

A bot decides at its own seats, for people who have left, and for people whose time is up.
"""

import asyncio
import time
from itertools import chain, repeat
from typing import TYPE_CHECKING

import msgspec

from closecall.bots import usual_bot
from closecall.core.errors import GameError
from closecall.core.rules import Seat, letter
from closecall.games import game_of
from closecall.server.logs import Log
from closecall.server.rooms.bot_workers import WorkersClosed
from closecall.server.rooms.live_match import waiting_seats
from closecall.server.sockets.protocol import seen_value
from closecall.store import InDoubt, NotKept

if TYPE_CHECKING:
    from closecall.server.context import ServerContext
    from closecall.server.rooms.room import Room

log = Log("closecall.room")

RETRY_DELAYS_S = (0.2, 1.0, 5.0)
"""How long a bot waits after a choice that could not be stored; the last delay repeats."""


class BotTurns:
    """The bots that are thinking at one table, and its clock."""

    def __init__(self, room: "Room", server: "ServerContext") -> None:
        self.deadline: int | None = None
        self.decision_began_at = server.now()
        """When the current decision began, in ms."""
        self._room = room
        self._server = server
        self._point = -1
        self._is_time_up = False
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: dict[Seat, asyncio.Task[None]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether no bot is thinking and no clock is running."""
        return not self._thinking and self._timer is None

    def is_for_bot(self, seat: Seat) -> bool:
        """Whether a bot decides for this seat now."""
        place = self._room.table.places[seat]
        return place.bot is not None or place.away or self._is_time_up

    def update(self) -> None:
        """After any change: start the clock of a new decision, and let bots think where they are needed."""
        live = self._room.live
        waiting: tuple[Seat, ...] = ()
        point = -1
        if live is not None and self._room.table.is_playing:
            waiting, point = waiting_seats(live), live.match.point
        if point != self._point:
            self._point, self.decision_began_at = point, self._server.now()
            self.close()
        self._start_clock(waiting)
        for seat in list(self._thinking):
            if seat not in waiting or not self.is_for_bot(seat):
                self._thinking.pop(seat).cancel()
        for seat in waiting:
            if self.is_for_bot(seat) and seat not in self._thinking:
                self._thinking[seat] = asyncio.ensure_future(self._think(seat, point))

    def close(self) -> None:
        """Stop all bots and the clock."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self.deadline, self._is_time_up = None, None, False
        for task in self._thinking.values():
            if task is not asyncio.current_task():  # That one's choice has just been stored.
                task.cancel()
        self._thinking.clear()

    def _start_clock(self, waiting: tuple[Seat, ...]) -> None:
        limit = self._room.table.clock.limit_ms
        has_person = any(not self.is_for_bot(seat) for seat in waiting)
        if limit is None or not has_person or self._timer is not None or self._is_time_up:
            return
        self.deadline = self._server.now() + limit
        self._timer = asyncio.get_running_loop().call_later(limit / 1000, self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer, self._is_time_up = None, True
        self.update()

    async def _think(self, seat: Seat, point: int) -> None:
        me = asyncio.current_task()
        try:
            await asyncio.sleep(self._pause_s())
            for delay in chain(RETRY_DELAYS_S, repeat(RETRY_DELAYS_S[-1])):
                try:
                    await self._choose(seat, point)
                    return
                except WorkersClosed:
                    return  # The server is stopping; the next one asks again.
                except (InDoubt, NotKept):
                    pass  # The store logs that it is failing, once for all tables.
                except GameError as error:
                    log.warning("bot_choice_not_kept", table=self._room.table.id, reason=error.code)
                except Exception:
                    # Whatever it is, the table must not wait forever.
                    log.exception("bot_choice_failed", table=self._room.table.id)
                await asyncio.sleep(delay)
        finally:
            if self._thinking.get(seat) is me:
                del self._thinking[seat]

    async def _choose(self, seat: Seat, point: int) -> None:
        live = self._room.live
        if live is None or live.match.point != point:
            return
        table, match = self._room.table, live.match
        bot = table.places[seat].bot or self._stand_in()
        seen = msgspec.json.encode(seen_value(match.rules, match.seen_by(seat)))
        started = time.monotonic()
        notation = await self._server.bot_workers.choose(table.game, bot, seen, f"{table.id}/{letter(seat)}")
        self._server.metrics.bot_thought(bot, time.monotonic() - started)
        await self._room.commit_for_bot(seat, notation, point=point)

    def _stand_in(self) -> str:
        """The bot that plays for people, or the game's usual one if the game does not have that one."""
        bot, names = self._server.settings.stand_in, game_of(self._room.table.game).bot_names
        return bot if bot in names else usual_bot(names)

    def _pause_s(self) -> float:
        """A pause that lets people follow; none if only bots play."""
        has_people = any(place.person is not None and not place.away for place in self._room.table.places)
        return self._server.settings.bot_pause_ms / 1000 if has_people else 0
