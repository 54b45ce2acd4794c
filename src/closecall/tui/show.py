"""How a game is shown and typed in: what its terminal module provides, and the words that all share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

from closecall.bots import LEVELS
from closecall.core.record import Player
from closecall.core.rules import Menu, Over, Seat, all_seats, letter
from closecall.games import game_of
from closecall.messages import Catalogue, Word
from closecall.tui.screen import Style, printable

T = TypeVar("T")

LONGEST_NAME = 20
YOU = "you"
"""The name of a person who is addressed as "you", in their language."""


@dataclass(frozen=True, slots=True)
class Display:
    """How things are shown: the language, the players' names and the style of the screen."""

    say: Catalogue
    players: tuple[Player, ...]
    style: Style

    def name(self, seat: Seat) -> str:
        """A player's name as it is shown."""
        return shown_name(self.say, self.players[seat])

    def title(self, seat: Seat) -> str:
        """Seat letter and name, as above a sheet; for a character also the level."""
        player, name = self.players[seat], self.name(seat)
        # Games saved by older versions name a level after itself.
        if player.bot in LEVELS and not player.name.lower().startswith(player.bot):
            name = self.say("play.character", name=name, level=Word(f"home.bot.{player.bot}"))
        return f"{letter(seat)} {name}"

    def by_letter(self) -> dict[str, str]:
        """All players' names by seat letter, for refusals."""
        return {letter(seat): self.name(seat) for seat in all_seats(len(self.players))}

    def names(self, seats: Sequence[Seat]) -> str:
        """Several players' names in one phrase."""
        return listed(self.say, [self.name(seat) for seat in seats])

    def paint(self, text: str, *names: str) -> str:
        """The text in the colours and weights of the style."""
        return self.style.paint(text, *names)


def shown_name(say: Catalogue, player: Player) -> str:
    """A player's name, with nothing in it that could move the cursor; `you` is translated."""
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


def gain(display: Display, points: int) -> str:
    """Points won or lost."""
    say = display.say
    return say("play.gain", points=signed(points), n=points)


def points_words(display: Display, n: int) -> str:
    """A number of points."""
    say = display.say
    return say("play.points", points=signed(n, plus=""), n=n)


def seat_of(display: Display, text: str) -> Seat | None:
    """The seat that a letter or a player's name stands for."""
    word = text.strip().lower()
    for n, _ in enumerate(display.players):
        seat = Seat(n)
        if word in (letter(seat).lower(), display.name(seat).lower()):
            return seat
    return None


def move_begun(words: Iterable[tuple[str, T]], typed: str) -> T | None:
    """The move of the only word that begins with what was typed.

    >>> move_begun([("show", 1), ("keep", 2)], "k")
    2
    """
    found = {move for word, move in words if word.lower().startswith(typed)}
    return found.pop() if len(found) == 1 else None


class Show(Protocol):
    """What a game must provide to be played at a terminal; a module with these names satisfies it.

    All of it works on views, so nothing can be shown that the viewer may not see.
    """

    HAS_SECRETS: bool
    """Whether a seat's view holds what the others must not see."""
    HAS_DICE: bool
    """Whether chance is dice that everyone sees, so that people may roll their own."""

    def headline(self, display: Display, view: Any) -> str:
        """Which game this is and how far it has come."""

    def table(self, display: Display, view: Any) -> list[str]:
        """The whole table, as large as the screen allows."""

    def whole_table(self, display: Display, view: Any) -> list[str]:
        """Everything on the table, even where the screen has no room for it."""

    def sheet(self, display: Display, view: Any, seat: Seat) -> list[str]:
        """Everything one seat has on the table."""

    def situation(self, display: Display, view: Any) -> list[str]:
        """What lies on the table for all right now: the dice, the cards."""

    def news(self, display: Display, before: Any, after: Any) -> list[str]:
        """What has happened between two views of the same viewer, a sentence each."""

    def offer(self, display: Display, view: Any, menu: Menu[Any]) -> list[str]:
        """The legal moves, grouped into a few lines."""

    def every_move(self, display: Display, view: Any, menu: Menu[Any]) -> list[str]:
        """Each legal move with what it does."""

    def question(self, display: Display, view: Any) -> str:
        """What the viewer is asked to decide."""

    def complete(self, display: Display, view: Any, menu: Menu[Any], text: str) -> Any:
        """The move on the menu that a notation or a shorthand means; GameError if there is none."""

    def choice(self, display: Display, view: Any, move: Any) -> str:
        """A legal move of the viewer's with its effect, as a phrase."""

    def points(self, display: Display, n: int) -> str:
        """A score in words."""

    def reason(self, display: Display, view: Any, over: Over) -> str:
        """Why the game is over."""

    def ending(self, display: Display, view: Any, over: Over) -> list[str]:
        """What to say about the result besides scores and winners."""

    def notation(self, display: Display) -> list[str]:
        """How moves are typed."""

    def outcome_question(self, display: Display, view: Any) -> str:
        """What to type in after real dice were rolled."""

    def outcome(self, display: Display, view: Any, text: str) -> Any:
        """The outcome that was typed in; GameError if the text is not an outcome."""

    def open_view(self, views: Sequence[Any]) -> Any:
        """One view of a finished game that shows what all seats saw."""


@cache
def show_of(slug: str) -> Show:
    """How a game is shown: by its own module, or as plain text if it has none."""
    game = game_of(slug)
    if game.terminal is None:
        plain: Show = import_module("closecall.tui.plain").PlainShow(game.rules)
        return plain
    show: Show = import_module(game.terminal)
    return show
