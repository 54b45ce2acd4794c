"""The decisions that people do not make themselves at one table, and its clock.

A bot decides at its own seats, for people who have left, and for people whose time is up. If the rules know
what a person chooses who does not answer, that default is chosen for people instead, and `answer_limits` say
how long they have.
"""

import asyncio
import time
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any
from weakref import proxy

import msgspec

from closecall.bots import usual_bot
from closecall.core.errors import GameError
from closecall.core.rules import Decision, Seat, Viewer, letter
from closecall.games import game_of
from closecall.server.cpu_budgets import Payer, paid_by
from closecall.server.logs import Log
from closecall.server.rooms.answer_limits import Presence, answer_limit
from closecall.server.rooms.bot_workers import Turn, WorkersClosed
from closecall.server.rooms.live_match import waiting_seats
from closecall.server.sockets.protocol import seen_value
from closecall.store import InDoubt, NotKept

if TYPE_CHECKING:
    from closecall.server.context import ServerContext
    from closecall.server.rooms.room import Room

log = Log("closecall.room")

RETRY_DELAYS_S = (0.2, 1.0, 5.0)
"""How long a bot waits after a choice that could not be stored; the last delay repeats."""


@dataclass(slots=True)
class _Limit:
    """How long one seat may leave a decision open."""

    deadline: int
    timer: asyncio.TimerHandle
    is_over: bool = False


class BotTurns:
    """The bots that are thinking at one table, its clock, and the limits of people's answers."""

    def __init__(self, room: "Room", server: "ServerContext") -> None:
        self.deadline: int | None = None
        self.decision_began_at = server.now()
        """When the current decision began, in ms."""
        self._room: Room = proxy(room)  # In a cycle, a dropped room would wait for the garbage collector.
        self._server = server
        self._point = -1
        self._is_time_up = False
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._limits: dict[Seat, _Limit] = {}
        self._company_since: int | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no bot is thinking, no clock is running, and nobody's answer has a limit."""
        return not (self._thinking or self._limits) and self._timer is None

    def is_automatic(self, seat: Seat) -> bool:
        """Whether this seat's choice is made without its person now."""
        place = self._room.table.places[seat]
        is_late = seat in self._limits and self._limits[seat].is_over
        return place.bot is not None or place.away or self._is_time_up or is_late

    def deadline_of(self, viewer: Viewer) -> int | None:
        """When a viewer's choice is made without them, in ms; spectators see the clock."""
        limit = None if viewer is None else self._limits.get(viewer)
        deadlines = (self.deadline, None if limit is None else limit.deadline)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def update(self) -> None:
        """After any change: start the clock of a new decision, and decide where no person does."""
        live = self._room.live
        waiting: tuple[Seat, ...] = ()
        point = -1
        if live is not None and self._room.table.is_playing:
            waiting, point = waiting_seats(live), live.match.point
        if point != self._point:
            self._point, self.decision_began_at = point, self._server.now()
            self.close()
        self._start_clock(waiting)
        self._start_limits(waiting)
        for seat in list(self._thinking):
            if seat not in waiting or not self.is_automatic(seat):
                self._thinking.pop(seat).cancel()
        for seat in waiting:
            if self.is_automatic(seat) and seat not in self._thinking:
                payer = self._server.cpu_budgets.payer(None, self._room.table.host)
                thinking = paid_by(payer, self._think, seat, point, payer)
                self._thinking[seat] = asyncio.ensure_future(thinking)

    def close(self) -> None:
        """Stop all bots, the clock and the limits."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self.deadline, self._is_time_up = None, None, False
        for seat in list(self._limits):
            self._limits.pop(seat).timer.cancel()
        for task in self._thinking.values():
            if task is not asyncio.current_task():  # That one's choice has just been stored.
                task.cancel()
        self._thinking.clear()

    def _start_clock(self, waiting: tuple[Seat, ...]) -> None:
        limit = self._room.table.clock.limit_ms
        has_person = any(not self.is_automatic(seat) for seat in waiting)
        if limit is None or not has_person or self._timer is not None or self._is_time_up:
            return
        self.deadline = self._server.now() + limit
        self._timer = asyncio.get_running_loop().call_later(limit / 1000, self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer, self._is_time_up = None, True
        self.update()

    def _start_limits(self, waiting: tuple[Seat, ...]) -> None:
        """Give each person who has to answer the limit that follows from who is connected now."""
        people = {place.person for place in self._room.table.places if not place.away} - {None}
        if len(people) < 2:
            self._company_since = None
        elif self._company_since is None:
            self._company_since = self._server.now()
        deadlines = {seat: deadline for seat in waiting if (deadline := self._limit_of(seat)) is not None}
        for seat, limit in list(self._limits.items()):
            if deadlines.get(seat) != limit.deadline:
                self._limits.pop(seat).timer.cancel()
        for seat, deadline in deadlines.items():
            if seat not in self._limits:
                delay_s = (deadline - self._server.now()) / 1000
                timer = asyncio.get_running_loop().call_later(delay_s, self._limit_is_over, seat)
                self._limits[seat] = _Limit(deadline, timer)

    def _limit_of(self, seat: Seat) -> int | None:
        decision, place = self._decision(), self._room.table.places[seat]
        if decision is None or decision.default is None or place.person is None or place.away:
            return None
        own = [other for other in decision.menus if self._room.table.places[other].person == place.person]
        presence = Presence(
            began_at=self.decision_began_at,
            gone_at=self._room.gone_since(place.person),
            company_since=self._company_since,
            seats=len(own),
        )
        brief_ms = self._server.settings.answer_s * 1000 if decision.is_brief else None
        return answer_limit(presence, brief_ms=brief_ms)

    def _limit_is_over(self, seat: Seat) -> None:
        self._limits[seat].is_over = True
        self.update()

    def _decision(self) -> Decision[Any] | None:
        live = self._room.live
        pending = None if live is None else live.match.pending
        return pending if isinstance(pending, Decision) else None

    async def _think(self, seat: Seat, point: int, payer: Payer) -> None:
        try:
            await asyncio.sleep(self._pause_s(seat))
            while not self._room.is_attended and (wait_s := payer.wait_s()) > 0:
                await asyncio.sleep(wait_s)  # Games that nobody watches must not cost others anything.
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
            # Not in a variable: a cancelled task would keep itself and the match in memory.
            if self._thinking.get(seat) is asyncio.current_task():
                del self._thinking[seat]

    async def _choose(self, seat: Seat, point: int) -> None:
        live = self._room.live
        if live is None or live.match.point != point:
            return
        table, match = self._room.table, live.match
        default = self._default_for(seat)
        if default is not None:
            await self._room.commit_automatically(seat, default, point=point)
            return
        bot = table.places[seat].bot or self._stand_in()
        seen = msgspec.json.encode(seen_value(match.rules, match.seen_by(seat)))
        started = time.monotonic()
        key, turn = f"{table.id}/{letter(seat)}", Turn(table.host, is_awaited=self._room.is_attended)
        notation = await self._server.bot_workers.choose(table.game, bot, seen, key, turn, seats=match.seats)
        self._server.metrics.bot_thought(bot, time.monotonic() - started)
        await self._room.commit_automatically(seat, notation, point=point)

    def _default_for(self, seat: Seat) -> str | None:
        """The choice of a person who does not answer, if the rules know it; a bot always chooses itself."""
        decision, table = self._decision(), self._room.table
        if decision is None or decision.default is None or table.places[seat].bot is not None:
            return None
        return table.rules.format_move(decision.default)

    def _stand_in(self) -> str:
        """The bot that plays for people, or the game's usual one if the game does not have that one."""
        bot, names = self._server.settings.stand_in, game_of(self._room.table.game).bot_names
        return bot if bot in names else usual_bot(names)

    def _pause_s(self, seat: Seat) -> float:
        """A pause that lets people follow; none if only bots play, or if nobody should have to wait."""
        decision = self._decision()
        if (decision is not None and decision.is_brief) or self._default_for(seat) is not None:
            return 0
        has_people = any(place.person is not None and not place.away for place in self._room.table.places)
        return self._server.settings.bot_pause_ms / 1000 if has_people else 0
