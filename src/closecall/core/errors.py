"""Refusals: each has a stable code and a sentence that may be shown to a player.

The sentence lives in the message catalogue under `error.<code>`, so every client can show it in the
player's own language; `str(error)` is the English one.

A fact named `seat` is the letter of a player's seat; where players have names, they are called by them.

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
"""Where players are only known by the letters of their seats."""


class GameError(Exception):
    """Something a player, a file or a client asked for cannot be done; nothing has changed."""

    def __init__(self, code: str, /, **facts: "Fact") -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[partial["GameError"], tuple[str]]:
        # An exception is pickled by its positional arguments, but facts are named.
        return partial(type(self), **self.facts), (self.code,)

    def sentence(self, say: Catalogue, names: Mapping[str, str] = NAMELESS) -> str:
        """The refusal in the language of a catalogue; `names` are those of the players, by their letters."""
        facts = self.facts
        if "seat" in facts:
            seat = str(facts["seat"])
            # Whoever has no name is called as somebody without one is on the page.
            facts = {**facts, "seat": names.get(seat) or say("home.new.player", n=seat)}
        return say(f"error.{self.code}", **facts)

    def __str__(self) -> str:
        return self.sentence(catalogue("en"))


Fact = str | int | GameError
"""What a sentence tells of: a text, a number, or the refusal that was the reason."""


class BadNotation(GameError):
    """The text is not the notation of any move of this game."""


class BadMove(GameError):
    """This is no move of the game at all: a text that nobody has read yet, another game's move, nothing."""


class IllegalMove(GameError):
    """The move exists, but the rules do not allow it here."""


class NotYourDecision(GameError):
    """This seat (or fate) has nothing to decide now."""


class StaleDecision(GameError):
    """The decision was made for another point of the match."""


class AlreadyChosen(GameError):
    """This seat has sealed another choice; it must be taken back first."""


class IllegalOutcome(GameError):
    """Fate cannot have given this: a die with seven pips, a card that is not in the deck."""


class BadOptions(GameError):
    """A game cannot be set up like this; the sentence names the field and the rule."""


class BadRecord(GameError):
    """A record cannot be read, could not be if written, or breaks the rules; the sentence says where."""

    def __init__(self, code: str, /, where: str, **facts: Fact) -> None:
        super().__init__(code, where=where, **facts)
        self.where = where


class UnfairRecord(GameError):
    """A record's draws are not those of its seed."""
