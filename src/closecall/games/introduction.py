"""Introductions: a game in a few lessons, played by the real rules with given dice and cards.

A game's module `introduction` has a function `lessons()`, which leads a `Script` from lesson to lesson. A
client shows a lesson as the learner sees it, with a sentence about it and the moves to try; it knows no rules
of its own.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import AnyRules, Seat
from closecall.games.descriptor import Game
from closecall.messages import Word

LEARNER = Seat(0)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A match, the text about it, and the moves to try."""

    match: AnyMatch
    text: str
    """The key of the message."""
    facts: dict[str, int]
    """The numbers in the message."""
    replies: tuple[tuple[str, AnyMatch], ...]
    """The moves to try, each with the match after it; none if there is only something to see."""

    @property
    def hint(self) -> str | None:
        """The key of the message after any other move."""
        return f"{self.text}_hint" if self.replies else None

    @property
    def praise(self) -> str | None:
        """The key of the message after one of the moves to try."""
        return f"{self.text}_praise" if self.replies else None

    @property
    def effects(self) -> tuple[Any, ...]:
        """What each listed move of the learner's menu would do, in the order of the menu."""
        rules, seen = self.match.rules, self.match.seen_by(LEARNER)
        moves = () if seen.menu is None else seen.menu.outline().moves
        return tuple(rules.effect(seen.view, move) for move in moves)


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game's introduction; none if it has no introduction."""
    return () if game.introduction is None else _load(game.introduction)


@cache
def _load(module: str) -> tuple[Lesson, ...]:
    lessons: tuple[Lesson, ...] = import_module(module).lessons()
    return lessons


class Script:
    """A match on its way through the lessons."""

    def __init__(self, rules: AnyRules, seats: int) -> None:
        self.match: AnyMatch = Match.start(rules, seats)
        self.lessons: list[Lesson] = []

    def fate(self, *outcomes: object) -> None:
        """Roll these dice, draw these cards or lots."""
        for outcome in outcomes:
            self.match = self.match.fate(outcome)

    def play(self, seat: int, *moves: str) -> None:
        """Make moves for a seat, one after the other."""
        for move in moves:
            self.match = _after_move(self.match, Seat(seat), move)

    def tell(self, name: str, **facts: int) -> None:
        """Add a lesson with something to see and nothing to do."""
        self._add(name, facts, ())

    def ask(
        self,
        name: str,
        asked: str | Callable[[Any], bool],
        then: Callable[["Script"], None] | None = None,
        **facts: int,
    ) -> None:
        """Add a lesson in which the learner makes a move: this one, or any whose effect passes the test.

        Its messages are `learn.lesson.<game>.<name>`, with `_hint` for any other move and `_praise` for a
        right one. The script goes on from the first right move; `then` is played right after it.
        """
        before = self.match
        replies = []
        for move in self._matching_moves(asked):
            self.match = _after_move(before, LEARNER, move)
            if then is not None:
                then(self)
            replies.append((move, self.match))
        assert replies, f"{name}: no such move"
        self.match = before
        self._add(name, facts, tuple(replies))
        self.match = replies[0][1]

    def _matching_moves(self, asked: str | Callable[[Any], bool]) -> Iterable[str]:
        if isinstance(asked, str):
            return (asked,)
        rules, seen = self.match.rules, self.match.seen_by(LEARNER)
        return [rules.format_move(move) for move in seen.menu or () if asked(rules.effect(seen.view, move))]

    def _add(self, name: str, facts: dict[str, int], replies: tuple[tuple[str, AnyMatch], ...]) -> None:
        text = str(Word(f"learn.lesson.{self.match.rules.SLUG}.{name}"))
        self.lessons.append(Lesson(self.match, text, facts, replies))


def _after_move(match: AnyMatch, seat: Seat, move: str) -> AnyMatch:
    return match.commit(seat, match.rules.parse_move(move), point=match.point)
