"""A room: one table in memory, with its match, its viewers, its bots and its clock.

Every step is computed, then stored, then assigned, then published, so nobody sees anything that could still
be lost. The store's key decides races: a room that loses one reloads the table and tries again. Entries are
numbered by seat, so a second try never takes effect twice.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from closecall.core.errors import GameError, NotYourDecision, StaleDecision
from closecall.core.match import Commit, TakeBack
from closecall.core.record import entry_text
from closecall.core.rules import Over, Seat, Viewer, all_seats, letter
from closecall.core.seen import Seen
from closecall.server import tables
from closecall.server.event_loop import start_eagerly
from closecall.server.logs import Log
from closecall.server.rooms.bot_turns import BotTurns
from closecall.server.rooms.frame_cache import FrameCache
from closecall.server.rooms.live_match import (
    LiveMatch,
    after_commit,
    after_take_back,
    entry_count,
    has_entry,
    is_too_long,
    load_table,
    start_table,
    waiting_seats,
)
from closecall.server.rooms.publisher import Publisher
from closecall.server.rooms.results import new_ratings, nobodys, results_of
from closecall.server.sockets import protocol
from closecall.server.sockets.connection import Socket
from closecall.server.tables import Table, TableError
from closecall.server.tables.table import expect
from closecall.store import Also, Appended, InDoubt, LostRace, StaleRatings, Status

if TYPE_CHECKING:
    from closecall.server.context import ServerContext

log = Log("closecall.room")

T = TypeVar("T")

PATIENCE_MS = 120_000
"""How long a connected person may think before others may let a bot stand in."""
TRIES = 5
"""How often a step is tried while other servers are faster."""


@dataclass(slots=True)
class _Step:
    """A transition of the match that waits to be stored."""

    apply: Callable[[LiveMatch], LiveMatch]
    done: asyncio.Future[None]
    chooser: Seat | None
    """The seat whose person chooses; None if nobody does."""
    refusal: GameError | None = None

    def finish(self, error: BaseException | None) -> None:
        """Tell the caller the outcome, unless they have stopped waiting."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Room:
    """One table, live."""

    def __init__(self, server: "ServerContext", table: Table, seed: str, live: LiveMatch | None) -> None:
        self.table = table
        self.live = live
        self.last_used = server.now()
        self._loaded_at = server.now()
        self._gone_at: dict[str, int] = {}
        """When people were last connected, since the table was loaded."""
        self._server = server
        self._seed = seed
        self._lock = asyncio.Lock()
        self._is_doubtful = False
        self._steps: list[_Step] = []
        self._is_working = False
        self._worker: asyncio.Task[None] | None = None  # Keep a reference, or the task is garbage-collected.
        self._frames = FrameCache()
        self._publisher = Publisher(self, server, self._frames)
        self._bot_turns = BotTurns(self, server)
        self._bot_turns.update()

    @property
    def sockets(self) -> set[Socket]:
        """The connected viewers."""
        return self._publisher.sockets

    @property
    def is_attended(self) -> bool:
        """Whether somebody with a seat is connected."""
        return any(self.is_here(person) for person in self.table.people)

    @property
    def deadline(self) -> int | None:
        """When the clock runs out for people who have not decided, in ms."""
        return self._bot_turns.deadline

    def deadline_of(self, viewer: Viewer) -> int | None:
        """When a viewer's choice is made without them, in ms; spectators see the clock."""
        return self._bot_turns.deadline_of(viewer)

    def is_here(self, person: str | None) -> bool:
        """Whether a person is connected to the table."""
        return self._publisher.is_here(person)

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected, nothing is running, and the room can leave memory."""
        return not (self.sockets or self._is_working or self._lock.locked()) and self._bot_turns.is_idle

    def close(self) -> None:
        """Stop the bots and the clock; they continue when the table is loaded again."""
        self._bot_turns.close()

    # Viewers.

    async def enter(self, socket: Socket) -> None:
        """Connect a viewer; a player who had left takes their seat again."""
        self._server.hub.keep(self)
        self.sockets.add(socket)
        person = socket.person
        socket.own = tables.seats_of(self.table, person)
        if person is not None and self.table.is_playing and tables.is_away(self.table, person):
            try:
                await self.change(lambda table: tables.after_return(table, person))
            except GameError as error:
                # They can still watch, and ask to return.
                log.warning("not_returned", table=self.table.id, reason=error.code)
        self._bot_turns.update()  # People who are connected have more time.
        self._publisher.welcome(socket)

    def leave(self, socket: Socket) -> None:
        """Disconnect a viewer."""
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.last_used = self._server.now()
            if not self.sockets:
                self._frames.clear()
            if socket.own and socket.person is not None and not self.is_here(socket.person):
                self._gone_at[socket.person] = self._server.now()
                self._bot_turns.update()
            self._publisher.publish_table()

    def say(self, seat: Seat, phrase: str) -> None:
        """Send one of the phrases to everybody."""
        if phrase not in protocol.PHRASES:
            raise protocol.BadFrame("unknown_phrase")
        self._publisher.broadcast(protocol.Said(seat, phrase))

    # People who are gone.

    def gone_since(self, person: str) -> int | None:
        """Since when a person has been disconnected, in ms, at most since the game began; None if they are
        connected."""
        if self.is_here(person):
            return None
        return max(self._gone_at.get(person, self._loaded_at), self.table.started_at or 0)

    def stand_in_from(self, seat: Seat) -> int | None:
        """When others may let a bot play at a seat because its person is gone, in ms; None if the person is
        connected or a bot plays already."""
        place = self.table.places[seat]
        if place.person is None or place.away or not self.table.is_playing:
            return None
        gone_since = self.gone_since(place.person)
        return None if gone_since is None else gone_since + self._server.settings.grace_s * 1000

    def check_replaceable(self, seat: Seat) -> None:
        """Refuse a bot for somebody who is connected or may be back in a moment.

        Somebody who has kept the others waiting for long can be replaced anyway.
        """
        is_awaited = self.live is not None and seat in waiting_seats(self.live)
        if is_awaited and self._server.now() - self._bot_turns.decision_began_at >= PATIENCE_MS:
            return
        if self.is_here(self.table.places[seat].person):
            raise TableError("table_is_here")
        self._check_grace(seat)

    def check_nobody_may_be_back(self, person: str) -> None:
        """Refuse to close a game over somebody other than this person who may be back in a moment."""
        for seat in all_seats(len(self.table.places)):
            if self.table.places[seat].person != person:
                self._check_grace(seat)

    def _check_grace(self, seat: Seat) -> None:
        wait_ms = (self.stand_in_from(seat) or 0) - self._server.now()
        if wait_ms > 0:
            raise TableError("table_just_left", seconds=-(-wait_ms // 1000))

    async def moved_at(self) -> int:
        """When the last entry of the log was stored, by this server or another one, or the game began."""
        known = 0 if self.live is None else len(self.live.match.log)
        stored = await asyncio.to_thread(self._server.store.load_table, self.table.id, max(0, known - 1))
        assert stored is not None, "tables are never deleted"
        return max((entry.at for entry in stored.entries), default=stored.table.started_at or 0)

    # Questions about moves.

    def effects(
        self, seat: Seat, move: str | None = None, *, point: int
    ) -> tuple[tuple[str, ...], tuple[Any, ...]]:
        """Moves in notation and what they would do, as far as the seat can know.

        The moves are those of the outline of the seat's menu or, given a move, that one and its extensions.
        """
        seen, live = self._seen_by_decider(seat, point), self._started_match()
        if move is None:
            outline = self._frames.outline(live, seat, seen)
            return outline.moves, self._frames.effects(live, seat, seen)
        rules = self.table.rules
        extended = rules.parse_move(move)
        assert seen.menu is not None
        if extended not in seen.menu:
            raise rules.why_not(seen.view, extended)
        moves = (extended, *seen.menu.extending(extended))
        return tuple(map(rules.format_move, moves)), tuple([rules.effect(seen.view, one) for one in moves])

    def check_move(self, seat: Seat, notation: str, *, point: int) -> None:
        """Refuse a move that is not on a seat's menu, with the reason."""
        seen = self._seen_by_decider(seat, point)
        rules = self.table.rules
        move = rules.parse_move(notation)
        if move not in (seen.menu or ()):
            raise rules.why_not(seen.view, move)

    def has_entry(self, seat: Seat, notation: str | None, *, point: int, nth: int) -> bool:
        """Whether the log has this choice or, without a move, this take-back."""
        if self.live is None:
            return False
        rules = self.table.rules
        entry = TakeBack(seat) if notation is None else Commit(seat, rules.parse_move(notation))
        return has_entry(self.live, entry, point=point, nth=nth)

    def _seen_by_decider(self, seat: Seat, point: int) -> Seen[Any, Any]:
        match = self._started_match().match
        if point != match.point:
            raise StaleDecision("stale", point=point, now=match.point)
        seen = match.seen_by(seat)
        if seen.menu is None:
            raise NotYourDecision("not_your_decision", seat=letter(seat))
        return seen

    def _started_match(self) -> LiveMatch:
        if self.live is None:
            expect(self.table, Status.PLAYING)
        assert self.live is not None
        return self.live

    # Steps of the match, from the request to the other players' screens.

    async def commit(self, seat: Seat, notation: str, *, point: int, nth: int) -> None:
        """Seal a seat's choice; returns when it is on disk."""
        move = self._started_match().match.rules.parse_move(notation)
        await self._step(lambda live: after_commit(live, seat, move, point=point, nth=nth), chooser=seat)

    async def take_back(self, seat: Seat, *, point: int, nth: int) -> None:
        """Take back a seat's choice; returns when that is on disk."""
        await self._step(lambda live: after_take_back(live, seat, point=point, nth=nth))

    async def commit_automatically(self, seat: Seat, notation: str, *, point: int) -> None:
        """Seal a choice that was made without the seat's person, unless they have chosen or are back."""

        def apply(live: LiveMatch) -> LiveMatch:
            has_chosen = live.match.point != point or seat in live.match.sealed  # Maybe on another server.
            if has_chosen or not self._bot_turns.is_automatic(seat):
                return live
            move = live.match.rules.parse_move(notation)
            return after_commit(live, seat, move, point=point, nth=entry_count(live, seat))

        await self._step(apply)

    def _step(
        self, apply: Callable[[LiveMatch], LiveMatch], *, chooser: Seat | None = None
    ) -> asyncio.Future[None]:
        """Queue a step. Steps that arrive while the disk is busy share one write and one view."""
        self._server.hub.keep(self)
        step = _Step(apply, asyncio.get_running_loop().create_future(), chooser)
        self._steps.append(step)
        if not self._is_working:
            self._worker = start_eagerly(self._work())
        return step.done

    async def _work(self) -> None:
        """Store the queued steps, batch by batch; a caller who stops waiting does not stop this."""
        self._is_working = True
        try:
            while self._steps:
                await self._server.store_futures.next_done()
                async with self._lock:
                    steps, self._steps = self._steps, []
                    failure: BaseException | None = None
                    try:
                        await self._retried(partial(self._advance, steps))
                    except GameError as error:
                        failure = error
                    except Exception as error:  # A bug. Later steps must not wait forever because of it.
                        log.exception("steps_failed", table=self.table.id)
                        failure = error
                    except BaseException as error:
                        failure = error
                        raise
                    finally:
                        for step in steps:
                            step.finish(step.refusal or failure)
        finally:
            self._is_working = False

    async def _advance(self, steps: list[_Step]) -> None:
        """Compute the match after these steps, store it, assign it, publish it."""
        before = after = self._started_match()
        table = self.table
        for step in steps:
            step.refusal = None
            try:
                reached = step.apply(after)
                if reached is not after:  # Unchanged means duplicate: acknowledge it even after the game.
                    expect(self.table, Status.PLAYING)
                    if after is not before and is_too_long(after):  # The table is about to be closed.
                        raise TableError("table_closed")
                    if step.chooser is not None:
                        table = tables.after_choice(table, step.chooser)
                after = reached
            except GameError as error:
                # The traceback leads back to the steps: in a cycle, they and the match would stay in memory.
                step.refusal = error.with_traceback(None)
        if after is before:
            return
        length = len(before.match.log)
        appended = await self._append(after, length, await self._stored_with(after, table))
        self.live = after
        if appended.table is not None:
            self.table = Table.of(appended.table)
        choices = sum(isinstance(entry, Commit) for entry in after.match.log[length:])
        self._server.metrics.committed(self.table.game, choices)
        self._bot_turns.update()
        self._publisher.publish_step(before, after)
        if appended.table is not None:
            self._publisher.publish_table()

    async def _stored_with(self, after: LiveMatch, table: Table) -> Also:
        """What is stored together with a step: the table if it has changed; with the last one, results and
        ratings."""
        now = self._server.now()
        if isinstance(after.match.pending, Over):
            table = tables.after_game_over(table, now)
            results = results_of(table.id, after.match, table.places, now)
            if table.daily is not None:
                results = nobodys(results)
            people = [result.person_id for result in results if result.person_id is not None]
            known = await asyncio.to_thread(self._server.store.ratings_of, table.game, *people)
            ratings = new_ratings(table.game, results, {rating.person_id: rating for rating in known})
            return Also(table.row(), results, ratings)
        if is_too_long(after):
            log.warning("game_too_long", table=self.table.id, entries=len(after.match.log))
            return Also(tables.after_close(table, now).row())
        return Also() if table is self.table else Also(table.row())

    async def _append(self, after: LiveMatch, length: int, also: Also) -> Appended:
        """Store the entries of a match beyond the stored length of its log."""
        rules = after.match.rules
        texts = [entry_text(rules, entry) for entry in after.match.log[length:]]
        started = time.monotonic()
        future = self._server.store.append(self.table.id, length, texts, at=self._server.now(), also=also)
        appended = await self._certain(self._server.store_futures.wait(future))
        self._server.metrics.appended(time.monotonic() - started)
        return appended

    # Changes of the table.

    async def change(self, act: Callable[[Table], Table]) -> Table:
        """Change the table; it starts by itself when it is full and everybody is ready."""
        self._server.hub.keep(self)
        async with self._lock:
            return await self._retried(partial(self._change, act))

    async def _change(self, act: Callable[[Table], Table]) -> Table:
        after = act(self.table)
        if tables.should_start(after):
            after = tables.after_start(after, self._server.now())
        if after == self.table:
            return after
        live, row = self.live, after.row()
        if self.table.status is Status.OPEN and after.status is Status.PLAYING:
            live = start_table(after, self._seed)
        if live is not self.live and live is not None and live.match.log:
            saved = (await self._append(live, 0, Also(table=row))).table
            assert saved is not None
        else:  # Some games begin with a choice, so their log is still empty.
            saved = await self._certain(asyncio.wrap_future(self._server.store.save_table(row)))
        has_started, deadlines = live is not self.live, self._deadlines()
        self.table, self.live = Table.of(saved), live
        self._bot_turns.update()  # First, because it sets the deadlines.
        self._publisher.publish_table()
        if has_started or self._deadlines() != deadlines:
            self._publisher.publish_match()
        return self.table

    def _deadlines(self) -> list[int | None]:
        return [self.deadline, *(self.deadline_of(seat) for seat in all_seats(len(self.table.places)))]

    # Races and doubt.

    async def _retried(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Attempt something; again, with the stored state, after a lost race or an unknown outcome."""
        trouble: GameError | None = None
        for _ in range(TRIES):
            await self._reload_if_doubtful()
            try:
                return await attempt()
            except (LostRace, StaleRatings):
                trouble = GameError("server_busy")
            except InDoubt as error:
                trouble = error
        assert trouble is not None
        raise trouble

    async def _certain(self, write: Awaitable[T]) -> T:
        """The result of a write; if it fails or is cancelled, only the store knows the current state."""
        self._is_doubtful = True
        result = await write
        self._is_doubtful = False
        return result

    async def _reload_if_doubtful(self) -> None:
        if not self._is_doubtful:
            return
        stored = await asyncio.to_thread(self._server.store.load_table, self.table.id)
        assert stored is not None, "tables are never deleted"
        self.table, self.live = await asyncio.to_thread(load_table, stored)
        self._is_doubtful = False
        self._bot_turns.update()
        self._publisher.publish_table()
        self._publisher.publish_match()
