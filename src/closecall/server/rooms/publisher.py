"""Decides which socket gets which frame: each viewer only their own view."""

from typing import TYPE_CHECKING
from weakref import proxy

from closecall.core.match import Fate
from closecall.core.rules import Seat, Viewer, all_seats
from closecall.server import tables
from closecall.server.rooms.frame_cache import FrameCache
from closecall.server.rooms.live_match import LiveMatch
from closecall.server.sockets.connection import POLICY, Socket
from closecall.server.sockets.protocol import FromServer, TableFrame, WaitingFrame, encode_frame
from closecall.server.tables import permissions
from closecall.server.tables.permissions import Action

if TYPE_CHECKING:
    from closecall.server.context import ServerContext
    from closecall.server.rooms.room import Room


class Publisher:
    """The sockets at one table, and what they are sent."""

    def __init__(self, room: "Room", server: "ServerContext", frames: FrameCache) -> None:
        self.sockets: set[Socket] = set()
        self._room: Room = proxy(room)  # In a cycle, a dropped room would wait for the garbage collector.
        self._server = server
        self._frames = frames

    def welcome(self, socket: Socket) -> None:
        """Send a newcomer everything, and tell the others who is here."""
        self.publish_table()
        live = self._room.live
        if live is not None:
            self._send_seen(socket, live)

    def publish_table(self) -> None:
        """Send the table, which has changed, or whose list of connected people has."""
        table = self._room.table
        for socket in tuple(self.sockets):
            socket.own = tables.seats_of(table, socket.person)
            if not permissions.may(table, socket.person, Action.WATCH):
                self.sockets.remove(socket)
                socket.close(POLICY, "not_for_you", again=False)
        here = tuple(place.bot is not None or self.is_here(place.person) for place in table.places)
        stand_in_from = tuple(self._room.stand_in_from(seat) for seat in all_seats(len(table.places)))
        watching = sum(not socket.own for socket in self.sockets)
        now = self._server.now()
        frames: dict[str | None, str] = {}
        for socket in self.sockets:
            if socket.person not in frames:
                info = tables.table_info(table, socket.person)
                frames[socket.person] = encode_frame(TableFrame(now, here, stand_in_from, watching, info))
            socket.put("table", frames[socket.person])

    def publish_match(self) -> None:
        """Send all viewers their view of the match."""
        live = self._room.live
        if live is None:
            return
        for socket in self.sockets:
            self._send_seen(socket, live)

    def publish_step(self, before: LiveMatch, after: LiveMatch) -> None:
        """Send a step: all views if the match has advanced; otherwise only who has sealed a choice."""
        if before.match.point != after.match.point:
            self.publish_match()
            return
        entries = after.match.log[len(before.match.log) :]
        choosers = {entry.seat for entry in entries if not isinstance(entry, Fate)}
        waiting = after.match.seen_by(None).waiting
        shared = encode_frame(WaitingFrame(len(after.match.log), after.match.point, waiting))
        for socket in self.sockets:
            chosen = choosers.intersection(socket.own)
            for seat in chosen:
                socket.put(f"seen {seat}", self._seen_frame(after, seat))
            if chosen:
                socket.drop("waiting")
            else:
                socket.put("waiting", shared)

    def broadcast(self, frame: FromServer) -> None:
        """Send a frame to everybody, once."""
        text = encode_frame(frame)
        for socket in self.sockets:
            socket.answer(text)

    def is_here(self, person: str | None) -> bool:
        """Whether a person is connected to the table."""
        return person is not None and any(socket.person == person for socket in self.sockets)

    def _send_seen(self, socket: Socket, live: LiveMatch) -> None:
        viewers: tuple[Seat | None, ...] = socket.own or (None,)
        socket.drop("waiting")
        for viewer in viewers:
            socket.put(f"seen {viewer}", self._seen_frame(live, viewer))

    def _seen_frame(self, live: LiveMatch, viewer: Viewer) -> str:
        return self._frames.seen_frame(live, viewer, self._room.deadline_of(viewer))
