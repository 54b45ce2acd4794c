"""Refusals: each has a stable code and a sentence that may be shown to a player.

The sentence is in the message catalogue under `error.<code>`, so every client can show it in the player's
language; `str(error)` is the English one.

A fact named `seat` is the letter of a player's seat; a player with a name is called by it.

>>> print(NotYourDecision("not_your_decision", seat="B"))
Player B has nothing to decide now.
>>> NotYourDecision("not_your_decision", seat="B").sentence(catalogue("en"), {"A": "Ann", "B": "Ben"})
'Ben has nothing to decide now.'
"""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from closecall.messages import Catalogue, catalogue

NAMELESS: Mapping[str, str] = MappingProxyType({})
"""For tables whose players are known only by the letters of their seats."""


class GameError(Exception):
    """A request by a player, a file or a client is refused; nothing has changed."""

    def __init__(self, code: str, /, **facts: "Fact") -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[partial["GameError"], tuple[str]]:
        # An exception is pickled by its positional arguments, but facts are named.
        return partial(type(self), **self.facts), (self.code,)

    def sentence(self, say: Catalogue, names: Mapping[str, str] = NAMELESS) -> str:
        """The refusal in the language of a catalogue; `names` has the players' names by seat letter."""
        facts = self.facts
        if "seat" in facts:
            seat = str(facts["seat"])
            # Without a name, the page's name for a nameless player.
            facts = {**facts, "seat": names.get(seat) or say("home.new.player", n=seat)}
        return say(f"error.{self.code}", **facts)

    def __str__(self) -> str:
        return self.sentence(catalogue("en"))


Fact = str | int | GameError
"""A part of a sentence: a text, a number, or the refusal that is the reason for this one."""


def excerpt(text: str, most: int = 40) -> str:
    """The beginning of a text from outside, safe to print, for an error message.

    >>> excerpt("Ann\x1b[2J"), excerpt("x" * 50, most=10)
    ('Ann?[2J', 'xxxxxxxxxx…')
    """
    shown = "".join([sign if sign.isprintable() else "?" for sign in text[:most]])
    return shown if len(text) <= most else shown + "…"


def short_repr(value: object) -> str:
    """The beginning of a value as Python writes it, for an error message."""
    try:
        return excerpt(repr(value), most=60)
    except (RecursionError, ValueError):  # Nested too deeply, or an integer of thousands of digits.
        return "…"


class BadNotation(GameError):
    """The text is not the notation of any move of this game."""


class BadMove(GameError):
    """Not a move of this game at all: an unparsed text, another game's move, None."""


class IllegalMove(GameError):
    """The move exists, but the rules do not allow it here."""


class NotYourDecision(GameError):
    """This seat (or fate) has nothing to decide now."""


class StaleDecision(GameError):
    """The decision was made for another point of the match."""


class AlreadyChosen(GameError):
    """This seat has sealed another choice; it must be taken back first."""


class IllegalOutcome(GameError):
    """Fate cannot give this: a die with seven pips, a card that is not in the deck."""


class BadOptions(GameError):
    """A game cannot be set up like this; the sentence names the option and the rule."""


class BadRecord(GameError):
    """A record cannot be read, could not be read back, or breaks the rules; the sentence says where."""

    def __init__(self, code: str, /, where: str, **facts: Fact) -> None:
        super().__init__(code, where=where, **facts)
        self.where = where


class UnfairRecord(GameError):
    """A record's draws are not those of its seed."""
