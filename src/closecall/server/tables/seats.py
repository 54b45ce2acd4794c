"""Who is at the seats of a table (people, bots, or nobody yet), and the text in which that is stored.

>>> decode_places(encode_places(Places((Place(bot="greedy", name="Greedy", ready=True), OPEN))))
Places(places=(Place(person=None, name='Greedy', bot='greedy', character=None, ready=True, \
away=False, local=False, age=None, has_chosen=False, wants_close=False), Place(person=None, name='', \
bot=None, character=None, ready=False, away=False, local=False, age=None, has_chosen=False, \
wants_close=False)), guests=(), start=<StartWhen.FULL: 'full'>, rematch=None)
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from closecall.bots.cast import Character, character_for
from closecall.core import codec
from closecall.core.rules import Seat, letter
from closecall.messages import Catalogue
from closecall.server.people.names import distinct_name, look_of


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
    character: str | None = None
    """The slug of the character that gives the bot its name and face; None if it has none."""
    ready: bool = False
    """Whether the game may begin: bots and people who sit down are ready, those at a new table not yet."""
    away: bool = False
    """Whether a bot stands in for the person until they return."""
    local: bool = False
    """Whether somebody else, of this name, plays here on the person's device."""
    age: int | None = None
    """Of whoever plays here, if they gave it; a secret."""
    has_chosen: bool = False
    """Whether the person has made a choice here themselves, not a bot for them."""
    wants_close: bool = False
    """Whether the person wants to close the game without a result."""

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
    value = codec.parse_json(text)
    match value:
        case {"places": [*stored]}:
            value["places"] = [_completed(place) if type(place) is dict else place for place in stored]
    places: Places = codec.decode(Places, value, "seats")
    return places


def _completed(place: dict[str, Any]) -> dict[str, Any]:
    """A place with the fields that texts of older versions lack."""
    # They do not say who has chosen. To be safe, everybody has: then no host can close a game alone.
    has_chosen = place.get("person") is not None
    return {"age": None, "character": None, "has_chosen": has_chosen, "wants_close": False, **place}


def bot_place(bot: str, character: Character | None, places: tuple[Place, ...]) -> Place:
    """A new bot for a table, with a name that nobody else there has.

    Without a character it gets one of its level who is not at the table yet, if there is one.

    >>> bot_place("greedy", None, (Place(bot="greedy", name="Greedy"), OPEN)).name
    'Greedy 2'
    """
    taken = [place.name for place in places]
    chosen = character or character_for(bot, [look_of(name) for name in taken])
    name = distinct_name(bot.capitalize() if chosen is None else chosen.name, taken)
    return Place(name=name, bot=bot, character=None if chosen is None else chosen.slug, ready=True)


def shown_name(place: Place, say: Catalogue) -> str:
    """The name that is shown; for a bot without a character what it is, in the reader's language."""
    level = f"home.bot.{place.bot}"
    if place.bot is None or place.character is not None or level not in say:
        return place.name
    number = re.search(r" \d+$", place.name)
    return say(level) + (number[0] if number else "")


def names_at(places: Sequence[Place], say: Catalogue) -> dict[str, str]:
    """The names of the players, by the letters of their seats."""
    return {letter(Seat(n)): shown_name(place, say) for n, place in enumerate(places) if not place.is_open}
