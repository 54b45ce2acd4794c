"""How an introduction is written: a match that goes from lesson to lesson."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import AnyRules, Seat
from closecall.messages import Word
from closecall.server.sockets.protocol import seen_value

LEARNER = Seat(0)


class Reply(msgspec.Struct, frozen=True):
    """A move that is asked for, and the match after it."""

    move: str
    seen: dict[str, Any]


class Lesson(msgspec.Struct, frozen=True):
    """A situation, what is said about it, and what is to be tried."""

    text: str
    """The key of what is said."""
    facts: dict[str, int]
    """The numbers in what is said."""
    seen: dict[str, Any]
    """The match through the learner's eyes, as in the socket's `seen` frames."""
    effects: tuple[Any, ...]
    """What the moves of the menu do, in its order."""
    replies: tuple[Reply, ...]
    """The moves that are asked for; none if there is only something to see."""
    hint: str | None
    """The key of what is said to any other move."""
    praise: str | None
    """The key of what is said after the move."""


class Introduction(msgspec.Struct, frozen=True):
    """A game in a few lessons."""

    game: str
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A lesson and the match behind it."""

    match: AnyMatch
    lesson: Lesson


class Script:
    """A match on its way through the lessons."""

    def __init__(self, rules: AnyRules, seats: int) -> None:
        self.match: AnyMatch = Match.start(rules, seats)
        self.scenes: list[Scene] = []

    def fate(self, *outcomes: object) -> None:
        """These dice, cards or lots come."""
        for outcome in outcomes:
            self.match = self.match.fate(outcome)

    def play(self, seat: int, *moves: str) -> None:
        """A seat chooses, one move after the other."""
        for move in moves:
            self.match = _after(self.match, Seat(seat), move)

    def tell(self, name: str, **facts: int) -> None:
        """A lesson in which there is only something to see."""
        self._add(name, facts, ())

    def ask(
        self,
        name: str,
        asked: str | Callable[[Any], bool],
        then: Callable[["Script"], None] | None = None,
        **facts: int,
    ) -> None:
        """A lesson in which the learner makes a move: this one, or any whose effect fits.

        Its messages are `learn.lesson.<game>.<name>` and the same with `_hint`, for any other move, and with
        `_praise`, for this one. The script goes on from the first of the moves; `then` follows at once.
        """
        before = self.match
        replies = []
        for move in self._fitting(asked):
            self.match = _after(before, LEARNER, move)
            if then is not None:
                then(self)
            replies.append((move, self.match))
        assert replies, f"{name}: no such move"
        self.match = before
        self._add(name, facts, tuple(Reply(move, _seen(match)) for move, match in replies))
        self.match = replies[0][1]

    def _fitting(self, asked: str | Callable[[Any], bool]) -> Iterable[str]:
        rules, seen = self.match.rules, self.match.seen_by(LEARNER)
        if isinstance(asked, str):
            return (asked,)
        return [rules.format_move(move) for move in seen.menu or () if asked(rules.effect(seen.view, move))]

    def _add(self, name: str, facts: dict[str, int], replies: tuple[Reply, ...]) -> None:
        rules, seen = self.match.rules, self.match.seen_by(LEARNER)
        game = rules.SLUG
        lesson = Lesson(
            text=str(Word(f"learn.lesson.{game}.{name}")),
            facts=facts,
            seen=_seen(self.match),
            effects=tuple(rules.effect(seen.view, move) for move in seen.menu or ()),
            replies=replies,
            hint=str(Word(f"learn.lesson.{game}.{name}_hint")) if replies else None,
            praise=str(Word(f"learn.lesson.{game}.{name}_praise")) if replies else None,
        )
        self.scenes.append(Scene(self.match, lesson))


def _after(match: AnyMatch, seat: Seat, move: str) -> AnyMatch:
    return match.commit(seat, match.rules.parse_move(move), point=match.point)


def _seen(match: AnyMatch) -> dict[str, Any]:
    return seen_value(match.rules, match.seen_by(LEARNER))
