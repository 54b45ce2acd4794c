"""How a game is shown and typed in: what each game's `show_*` module provides."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from closecall.core.record import Player
from closecall.core.rules import Menu, Over, Seat, all_seats, letter
from closecall.games import game_of
from closecall.messages import Catalogue
from closecall.tui.screen import Style, printable

LONGEST_NAME = 20
YOU = "you"
"""The name of the only person at a table, who is spoken to in their language."""


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that decides how things are shown: language, players' names, style."""

    say: Catalogue
    players: tuple[Player, ...]
    style: Style

    def name(self, seat: Seat) -> str:
        """A player's name as it is shown."""
        return shown_name(self.say, self.players[seat])

    def title(self, seat: Seat) -> str:
        """Seat letter and name, as above a sheet."""
        return f"{letter(seat)} {self.name(seat)}"

    def by_letter(self) -> dict[str, str]:
        """All players' names by the letters of their seats, for refusals."""
        return {letter(seat): self.name(seat) for seat in all_seats(len(self.players))}

    def names(self, seats: Sequence[Seat]) -> str:
        """Several players' names in one phrase."""
        return listed(self.say, [self.name(seat) for seat in seats])

    def paint(self, text: str, *names: str) -> str:
        """The text dressed by the style."""
        return self.style.paint(text, *names)


def shown_name(say: Catalogue, player: Player) -> str:
    """A player's name; the person called `you` is spoken to, and nobody's name can move the cursor."""
    return say("play.you") if player.name == YOU else printable(player.name)[:LONGEST_NAME]


def listed(say: Catalogue, words: Sequence[str]) -> str:
    """Words as an enumeration: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return say("play.and", first=", ".join(words[:-1]), last=words[-1])


def either(say: Catalogue, words: Sequence[str]) -> str:
    """Words as a choice: a, b or c."""
    if len(words) < 2:
        return "".join(words)
    return say("play.or", first=", ".join(words[:-1]), last=words[-1])


def signed(n: int, plus: str = "+") -> str:
    """A number with its sign.

    >>> signed(3), signed(-5)
    ('+3', '−5')
    """
    return f"−{-n}" if n < 0 else f"{plus}{n}"


def gain(look: Look, points: int) -> str:
    """Points won or lost."""
    say = look.say
    return say("play.gain", points=signed(points), n=points)


def points_words(look: Look, n: int) -> str:
    """A number of points."""
    say = look.say
    return say("play.points", points=signed(n, plus=""), n=n)


def seat_of(look: Look, text: str) -> Seat | None:
    """The seat that a letter or a player's name stands for."""
    word = text.strip().lower()
    for n, _ in enumerate(look.players):
        seat = Seat(n)
        if word in (letter(seat).lower(), look.name(seat).lower()):
            return seat
    return None


class Show(Protocol):
    """What a game must provide to be played at a terminal; a module with these names satisfies it.

    All of it works on views, so nothing can be shown that the viewer may not see.
    """

    HAS_SECRETS: bool
    """Whether a seat's view holds what the others must not see."""
    HAS_DICE: bool
    """Whether chance is dice that all see, so that people can also roll their own, and not hidden cards."""

    def headline(self, look: Look, view: Any) -> str:
        """Which game this is and how far it has come."""

    def table(self, look: Look, view: Any) -> list[str]:
        """The whole table, as large as the screen allows."""

    def sheet(self, look: Look, view: Any, seat: Seat) -> list[str]:
        """Everything one seat has on the table."""

    def situation(self, look: Look, view: Any) -> list[str]:
        """What lies on the table for all right now: the dice, the cards."""

    def news(self, look: Look, before: Any, after: Any) -> list[str]:
        """What has happened between two views of the same viewer, a sentence each."""

    def offer(self, look: Look, view: Any, menu: Menu[Any]) -> list[str]:
        """The legal moves, grouped into a few lines."""

    def every_move(self, look: Look, view: Any, menu: Menu[Any]) -> list[str]:
        """Each legal move with what it does."""

    def question(self, look: Look, view: Any) -> str:
        """What the viewer is asked to decide."""

    def complete(self, look: Look, view: Any, menu: Menu[Any], text: str) -> Any:
        """The move on the menu that a notation or a shorthand means; GameError if there is none."""

    def choice(self, look: Look, view: Any, move: Any) -> str:
        """A legal move of the viewer's with its effect, as a phrase."""

    def points(self, look: Look, n: int) -> str:
        """A score in words."""

    def ending(self, look: Look, view: Any, over: Over) -> list[str]:
        """What to say about the result beside scores and winners."""

    def notation(self, look: Look) -> list[str]:
        """How moves are typed."""

    def outcome_question(self, look: Look, view: Any) -> str:
        """What to type in after real dice were rolled."""

    def outcome(self, look: Look, view: Any, text: str) -> Any:
        """The outcome that was typed in; GameError if it is none."""

    def open_view(self, views: Sequence[Any]) -> Any:
        """One view of a finished game that shows what all seats saw."""


@cache
def show_of(slug: str) -> Show:
    """How a game is shown; imported when first asked for."""
    name = game_of(slug).terminal
    assert name is not None
    show: Show = import_module(name)
    return show
