"""A room: one table in memory, with its match, its viewers, its bots and its clock.

Everything that happens is computed first, then kept, then assigned, then published; so nobody ever sees
what could still be lost. The store's key decides races: whoever loses one loads the table anew and tries
again, and since every entry is numbered by its seat, trying again never has an effect twice.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from closecall.core.errors import GameError, NotYourDecision, StaleDecision
from closecall.core.match import Commit, TakeBack
from closecall.core.record import AnyEntry
from closecall.core.rules import Over, Seat, letter
from closecall.core.seen import Seen
from closecall.games import rules_of
from closecall.server import tables
from closecall.server.logs import Log
from closecall.server.metrics import Metrics
from closecall.server.rooms import eager_task
from closecall.server.rooms.bot_turns import Attendance, waiting
from closecall.server.rooms.bot_workers import Thinkers
from closecall.server.rooms.live_match import Live, committed, entries_at, has, is_too_long, taken_back
from closecall.server.rooms.publisher import Publisher
from closecall.server.rooms.ratings import rated
from closecall.server.rooms.results import results_of
from closecall.server.rooms.store_futures import Bridge
from closecall.server.settings import Settings
from closecall.server.sockets import protocol
from closecall.server.sockets.connection import Socket
from closecall.server.tables import Table, storage
from closecall.server.tables.table import TableError, expect
from closecall.store import Also, Appended, InDoubt, LostRace, StaleRatings, Status, Store

log = Log("closecall.room")

PATIENCE_MS = 120_000
"""After so long others may let a bot stand in even for somebody who is here but does not choose."""
TRIES = 5
"""How often something is tried when others are always quicker."""


class Services(Protocol):
    """What a room needs of the server."""

    store: Store
    bridge: Bridge
    thinkers: Thinkers
    settings: Settings
    metrics: Metrics

    def now(self) -> int: ...


@dataclass(slots=True)
class _Step:
    """Something that is to happen to a match, and what has come of it."""

    act: Callable[[Live], Live]
    done: asyncio.Future[None]
    refusal: GameError | None = None

    def end(self) -> None:
        """Tell whoever asked for it, if they still want to know."""
        if self.refusal is not None:
            self.fail(self.refusal)
        elif not self.done.done():
            self.done.set_result(None)

    def fail(self, error: BaseException) -> None:
        """Tell whoever asked for it what went wrong."""
        if not self.done.done():
            self.done.set_exception(error)


class Room:
    """One table, live."""

    def __init__(self, services: Services, table: Table, seed: str, live: Live | None) -> None:
        self.table = table
        self.live = live
        self.touched = services.now()
        self._services = services
        self._seed = seed
        self._lock = asyncio.Lock()
        self._is_doubtful = False
        self._steps: list[_Step] = []
        self._is_working = False
        self._worker: asyncio.Task[None] | None = None  # Else nobody would hold it.
        self._publisher = Publisher(self, services)
        self._attendance = Attendance(self, services)
        self._attendance.look()

    @property
    def sockets(self) -> set[Socket]:
        """Who looks at the table."""
        return self._publisher.sockets

    @property
    def deadline(self) -> int | None:
        """When bots decide for those who have not, in ms."""
        return self._attendance.deadline

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, nobody thinks and no clock runs, so that it need not be in memory."""
        return not (self.sockets or self._is_working or self._lock.locked()) and self._attendance.is_idle

    # Viewers.

    async def enter(self, socket: Socket) -> None:
        """Somebody looks at the table from now on; whoever had left their seat is back."""
        self.sockets.add(socket)
        socket.own = tables.seats_of(self.table, socket.person)
        if socket.person is not None and self._can_return(socket.person):
            await self._welcome_back(socket.person)
        self._publisher.welcome(socket)

    def _can_return(self, person: str) -> bool:
        # Whoever was away at the end stays so: there is nothing to come back to.
        return storage.is_running(self.table) and tables.is_away(self.table, person)

    async def _welcome_back(self, person: str) -> None:
        try:
            await self.change(lambda table: tables.returned(table, person))
        except GameError as error:
            # They see the table all the same, and can say themselves that they are back.
            log.warning("not_returned", table=self.table.id, reason=error.code)

    def is_missed(self, seat: Seat) -> bool:
        """Whether a person's seat is empty, or everybody has waited for it long enough."""
        is_slow = self.live is not None and seat in waiting(self.live)
        has_waited = self._services.now() - self._attendance.since >= PATIENCE_MS
        return (is_slow and has_waited) or not self._publisher.is_here(self.table.places[seat].person)

    def leave(self, socket: Socket) -> None:
        """Somebody looks no more."""
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.touched = self._services.now()
            self._publisher.publish_table()

    def say(self, seat: Seat, phrase: str) -> None:
        """One of the phrases, to everybody."""
        if phrase not in protocol.PHRASES:
            raise protocol.BadFrame("unknown_phrase")
        self._publisher.publish_answer(protocol.Said(seat, phrase))

    # What could happen.

    def effects(self, seat: Seat, *, point: int) -> tuple[Any, ...]:
        """What each move of a seat's menu would do, as far as the seat can know."""
        seen = self._asked(seat, point)
        rules = self._begun().match.rules
        return tuple(rules.effect(seen.view, move) for move in seen.menu or ())

    def check(self, seat: Seat, notation: str, *, point: int) -> None:
        """Refuse a move that is not on a seat's menu, and say why."""
        seen = self._asked(seat, point)
        rules = self._begun().match.rules
        move = rules.parse_move(notation)
        if move not in (seen.menu or ()):
            raise rules.why_not(seen.view, move)

    def _asked(self, seat: Seat, point: int) -> Seen[Any, Any]:
        """What a seat sees that has to choose at this point."""
        match = self._begun().match
        if point != match.point:
            raise StaleDecision("stale", point=point, now=match.point)
        seen = match.seen_by(seat)
        if seen.menu is None:
            raise NotYourDecision("not_your_decision", seat=letter(seat))
        return seen

    # What happens.

    async def commit(self, seat: Seat, notation: str, *, point: int, nth: int) -> None:
        """A seat seals its choice; done when it is on disk."""
        move = self._begun().match.rules.parse_move(notation)
        await self._advance(lambda live: committed(live, seat, move, point=point, nth=nth))

    async def take_back(self, seat: Seat, *, point: int, nth: int) -> None:
        """A seat takes its choice back; done when it is on disk."""
        await self._advance(lambda live: taken_back(live, seat, point=point, nth=nth))

    def has(self, seat: Seat, notation: str | None, *, point: int, nth: int) -> bool:
        """Whether this choice of a seat, or without a move this take-back, is done already."""
        if self.live is None:
            return False
        entry = (
            TakeBack(seat) if notation is None else Commit(seat, self.live.match.rules.parse_move(notation))
        )
        return has(self.live, entry, point=point, nth=nth)

    async def commit_for(self, seat: Seat, notation: str, *, point: int) -> None:
        """A bot chooses for a seat, if it is still asked to."""

        def chosen(live: Live) -> Live:
            has_chosen = live.match.point != point or seat in live.match.sealed  # At another server, maybe.
            if has_chosen or not self._attendance.is_for_bot(seat):
                return live
            move = live.match.rules.parse_move(notation)
            return committed(live, seat, move, point=point, nth=entries_at(live, seat))

        await self._advance(chosen)

    async def change(self, act: Callable[[Table], Table]) -> Table:
        """Change the table; it starts by itself when it is full and everybody is ready."""
        trouble: GameError | None = None
        async with self._lock:
            for _ in range(TRIES):
                await self._reload_if_doubtful()
                after = act(self.table)
                if tables.should_start(after):
                    after = tables.started(after, self._services.now())
                if after == self.table:
                    return after
                trouble = await self._keep_table(after)
                if trouble is None:
                    return self.table
        assert trouble is not None
        raise trouble

    async def _keep_table(self, after: Table) -> GameError | None:
        """Keep a changed table; or what to say if it cannot be kept however often it is tried."""
        is_start = self.table.status is Status.OPEN and after.status is Status.PLAYING
        live = storage.first_moment(after, self._seed) if is_start else self.live
        entries = live.match.log if is_start and live is not None else ()
        store = self._services.store
        try:
            with self._in_doubt():
                if entries:
                    kept = (await self._append(entries, 0, Also(table=after.row()))).table
                    assert kept is not None
                else:
                    kept = await asyncio.wrap_future(store.save_table(after.row()))
        except LostRace:
            return GameError("server_busy")
        except InDoubt as error:
            return error
        self.table, self.live = Table.of(kept), live
        deadline = self.deadline
        self._attendance.look()  # First, so that the deadline is known.
        self._publisher.publish_table()
        if is_start or self.deadline != deadline:
            self._publisher.publish_all()
        return None

    async def _advance(self, act: Callable[[Live], Live]) -> None:
        """Let something happen to the match, together with all else that comes while the disk is busy.

        When four people choose at once, they get one write and one view.
        """
        step = _Step(act, asyncio.get_running_loop().create_future())
        self._steps.append(step)
        if not self._is_working:
            self._worker = eager_task.start(self._work())
        await step.done

    async def _work(self) -> None:
        """Take steps as long as there are any; whoever asked for one and gives up does not stop it."""
        self._is_working = True
        try:
            while self._steps:
                await self._services.bridge.turn()
                async with self._lock:
                    await self._take_steps()
        finally:
            self._is_working = False

    async def _take_steps(self) -> None:
        steps, self._steps = self._steps, []
        try:
            await self._keep_steps(steps)
        except GameError as error:
            for step in steps:
                step.refusal = step.refusal or error
        except BaseException as error:  # A mistake of ours, which everybody who waits must hear of.
            for step in steps:
                step.fail(error)
            if not isinstance(error, Exception):
                raise
            # What has come meanwhile has nobody else to take it.
            log.exception("steps_failed", table=self.table.id)
        for step in steps:
            step.end()

    async def _keep_steps(self, steps: list["_Step"]) -> None:
        trouble: GameError | None = None
        for _ in range(TRIES):
            await self._reload_if_doubtful()
            before = self._begun()
            after = self._after(before, steps)
            trouble = None if after is before else await self._keep_live(before, after)
            if trouble is None:
                return
        assert trouble is not None
        raise trouble

    def _after(self, before: Live, steps: list["_Step"]) -> Live:
        live = before
        for step in steps:
            step.refusal = None
            try:
                after = step.act(live)
                if after is not live:  # Else known already, and be it the choice that has ended the game.
                    expect(self.table, Status.PLAYING)
                    if live is not before and is_too_long(live):  # It is about to be given up.
                        raise TableError("table_closed")
                live = after
            except GameError as error:
                step.refusal = error
        return live

    async def _keep_live(self, before: Live, after: Live) -> GameError | None:
        """Keep what has happened; or what to say if it cannot be kept however often it is tried."""
        entries = after.match.log[len(before.match.log) :]
        try:
            with self._in_doubt():
                also = await self._also(after)
                appended = await self._append(entries, len(before.match.log), also)
        except (LostRace, StaleRatings):
            return GameError("server_busy")
        except InDoubt as error:
            return error
        self.live = after
        choices = sum(isinstance(entry, Commit) for entry in entries)
        self._services.metrics.committed(self.table.game, choices)
        if appended.table is not None:
            self.table = Table.of(appended.table)
        self._attendance.look()
        self._publisher.publish_step(before, after)
        if appended.table is not None:
            self._publisher.publish_table()
        return None

    async def _append(self, entries: Sequence[AnyEntry], length: int, also: Also) -> Appended:
        texts = storage.texts(rules_of(self.table.game), entries)
        at = self._services.now()
        started = time.monotonic()
        appended = await self._services.bridge.wait(
            self._services.store.append(self.table.id, length, texts, at=at, also=also)
        )
        self._services.metrics.appended(time.monotonic() - started)
        return appended

    async def _also(self, after: Live) -> Also:
        """What becomes true with a move: usually nothing else."""
        if isinstance(after.match.pending, Over):
            return await self._ending(after)
        if is_too_long(after):
            log.warning("game_too_long", table=self.table.id, entries=len(after.match.log))
            return Also(tables.closed(self.table, self._services.now()).row())
        return Also()

    async def _ending(self, after: Live) -> Also:
        """What becomes true with a last move: the table is over, results and ratings stand."""
        now = self._services.now()
        table = tables.over(self.table, now)
        players = [(None if place.local else place.person, place.bot, place.name) for place in table.places]
        results = results_of(table.id, after.match, players, now)
        people = [result.person_id for result in results if result.person_id is not None]
        known = await asyncio.to_thread(self._services.store.ratings_of, table.game, *people)
        ratings = rated(table.game, results, {rating.person_id: rating for rating in known})
        return Also(table.row(), results, ratings)

    def _begun(self) -> Live:
        if self.live is None:
            expect(self.table, Status.PLAYING)
        assert self.live is not None
        return self.live

    @contextmanager
    def _in_doubt(self) -> Iterator[None]:
        """Whatever goes wrong in here, or is cancelled: the store knows how things stand, we do not."""
        self._is_doubtful = True
        yield
        self._is_doubtful = False

    async def _reload_if_doubtful(self) -> None:
        if not self._is_doubtful:
            return
        stored = await asyncio.to_thread(self._services.store.load_table, self.table.id)
        assert stored is not None, "tables are never deleted"
        self.table, self.live = storage.loaded(stored)
        self._is_doubtful = False
        self._attendance.look()
        self._publisher.publish_table()
        self._publisher.publish_all()

    def close(self) -> None:
        """Forget the bots and the clock; what they did not do yet is done after the next load."""
        self._attendance.close()
