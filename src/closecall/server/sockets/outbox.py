"""What waits to be sent to one socket: the latest of each kind, so that a slow reader stalls nobody.

A reader who was away for a hundred moves gets one view, not a hundred.
"""

from collections import deque

MOST_ANSWERS = 256
"""More than this many answers waiting means that nobody reads them."""


class Outbox:
    """Frames by kind, in the order in which they first came; answers are kept one by one."""

    __slots__ = ("_answers", "_latest")

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._answers: deque[str] = deque()

    def __bool__(self) -> bool:
        return bool(self._latest or self._answers)

    @property
    def is_overfull(self) -> bool:
        """Whether the other side has stopped reading."""
        return len(self._answers) > MOST_ANSWERS

    def put(self, kind: str, frame: str) -> None:
        """Send this instead of what waits of the same kind."""
        self._latest[kind] = frame

    def drop(self, kind: str) -> None:
        """What waits of this kind is old."""
        self._latest.pop(kind, None)

    def answer(self, frame: str) -> None:
        """Send this besides all others."""
        self._answers.append(frame)

    def pop(self) -> str:
        """The next frame: news before answers, so that an answer finds its effect known."""
        if self._latest:
            return self._latest.pop(next(iter(self._latest)))
        return self._answers.popleft()
