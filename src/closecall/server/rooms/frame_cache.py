"""What is sent about the current moment of one match, built once for all who need it."""

from typing import Any

from closecall.core.rules import Outline, Seat, Viewer
from closecall.core.seen import Seen, written_outline
from closecall.server.rooms.live_match import LiveMatch, entry_count
from closecall.server.sockets.protocol import SeenFrame, encode_frame, seen_value


class FrameCache:
    """The frames of one moment, and the outlines of menus and their effects at one point.

    Each is built when it is first needed, and dropped when the match has moved on.
    """

    def __init__(self) -> None:
        self._live: LiveMatch | None = None
        self._frames: dict[Viewer, tuple[int | None, str]] = {}
        """By viewer, with the deadline that a frame shows."""
        self._outlines: dict[Seat, Outline[str]] = {}
        self._effects: dict[Seat, tuple[Any, ...]] = {}

    def seen_frame(self, live: LiveMatch, viewer: Viewer, deadline: int | None) -> str:
        """The match as a viewer sees it."""
        self._turn_to(live)
        built = self._frames.get(viewer)
        if built is None or built[0] != deadline:
            built = (deadline, self._build(live, viewer, deadline))
            self._frames[viewer] = built
        return built[1]

    def outline(self, live: LiveMatch, seat: Seat, seen: Seen[Any, Any]) -> Outline[str]:
        """The outline of a deciding seat's menu, in notation."""
        self._turn_to(live)
        if seat not in self._outlines:
            assert seen.menu is not None
            self._outlines[seat] = written_outline(live.match.rules, seen.menu)
        return self._outlines[seat]

    def effects(self, live: LiveMatch, seat: Seat, seen: Seen[Any, Any]) -> tuple[Any, ...]:
        """What the moves of this outline do."""
        self._turn_to(live)
        if seat not in self._effects:
            assert seen.menu is not None
            rules, moves = live.match.rules, seen.menu.outline().moves
            self._effects[seat] = tuple([rules.effect(seen.view, move) for move in moves])
        return self._effects[seat]

    def clear(self) -> None:
        """Drop everything."""
        self._live = None
        self._frames.clear()
        self._outlines.clear()
        self._effects.clear()

    def _turn_to(self, live: LiveMatch) -> None:
        if live is self._live:
            return
        if self._live is None or live.match.state is not self._live.match.state:
            self.clear()  # A menu and its effects stay the same until the state changes.
        self._frames.clear()
        self._live = live

    def _build(self, live: LiveMatch, viewer: Viewer, deadline: int | None) -> str:
        match = live.match
        seen = match.seen_by(viewer)
        outline = None if viewer is None or seen.menu is None else self.outline(live, viewer, seen)
        value = seen_value(match.rules, seen, outline)
        return encode_frame(SeenFrame(len(match.log), entry_count(live, viewer), deadline, value))
