"""Who is at the seats of a table (people, bots, or nobody yet), and the text in which that is stored.

>>> decode_places(encode_places(Places((Place(bot="greedy", name="Greedy", ready=True), OPEN))))
Places(places=(Place(person=None, name='Greedy', bot='greedy', ready=True, away=False, \
local=False), Place(person=None, name='', bot=None, ready=False, away=False, local=False)), \
guests=(), start=<StartWhen.FULL: 'full'>, rematch=None)
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from closecall.core import codec
from closecall.core.rules import Seat, letter
from closecall.messages import Catalogue


class PlaceKind(StrEnum):
    """Who is at a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class StartWhen(StrEnum):
    """What starts the game: the last seat is taken, or the host starts it."""

    FULL = "full"
    HOST = "host"


@dataclass(frozen=True, slots=True)
class Place:
    """Who is at one seat."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    ready: bool = False
    """Whether the game may begin: people who sit down are ready, people asked for a rematch not yet."""
    away: bool = False
    """Whether a bot stands in for the person until they return."""
    local: bool = False
    """Whether somebody else, of this name, plays here on the person's device."""

    @property
    def kind(self) -> PlaceKind:
        """Who is here."""
        if self.person is not None:
            return PlaceKind.PERSON
        return PlaceKind.OPEN if self.bot is None else PlaceKind.BOT

    @property
    def is_open(self) -> bool:
        """Whether anybody may sit down."""
        return self.kind is PlaceKind.OPEN


OPEN = Place()


@dataclass(frozen=True, slots=True)
class Places:
    """What a TableRow stores in its text `seats`."""

    places: tuple[Place, ...]
    guests: tuple[str, ...] = ()
    """The people who were let in but have no seat."""
    start: StartWhen = StartWhen.FULL
    rematch: str | None = None
    """The id of the table that followed this one."""


def encode_places(places: Places) -> str:
    """The text that is stored."""
    return json.dumps(codec.encode(Places, places), ensure_ascii=False, separators=(",", ":"))


def decode_places(text: str) -> Places:
    """Decode the stored text; BadRecord names the damaged place."""
    places: Places = codec.decode(Places, codec.parse_json(text), "seats")
    return places


def bot_name(bot: str, places: tuple[Place, ...]) -> str:
    """The name of a new bot at a table, which no other bot there has.

    >>> bot_name("greedy", (Place(bot="greedy", name="Greedy"), OPEN))
    'Greedy 2'
    """
    taken = {place.name for place in places if place.kind is PlaceKind.BOT}
    names = [bot.capitalize(), *(f"{bot.capitalize()} {n}" for n in range(2, len(places) + 2))]
    return next(name for name in names if name not in taken)


def shown_name(place: Place, say: Catalogue) -> str:
    """The name that is shown; for a bot its level in the reader's language, as on the page."""
    level = f"home.bot.{place.bot}"
    if place.bot is None or level not in say:
        return place.name
    number = re.search(r" \d+$", place.name)
    return say(level) + (number[0] if number else "")


def names_at(places: Sequence[Place], say: Catalogue) -> dict[str, str]:
    """The names of the players, by the letters of their seats."""
    return {letter(Seat(n)): shown_name(place, say) for n, place in enumerate(places) if not place.is_open}
