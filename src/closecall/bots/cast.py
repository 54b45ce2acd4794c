"""The cast: named opponents, two for each level, the same in all games so that people get to know them.

A character plays exactly as its level does; it only gives the level a name and a face. Temperaments are the
messages `home.cast.<slug>`. Faces are drawn by the page.

>>> character_for("easy", taken=["pip"])
Character(slug='momo', name='Momo', level='easy')
"""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Character:
    """A named opponent."""

    slug: str
    name: str
    """The same in all languages."""
    level: str


CAST = (
    Character("pip", "Pip", "easy"),
    Character("momo", "Momo", "easy"),
    Character("nora", "Nora", "medium"),
    Character("gus", "Gus", "medium"),
    Character("iris", "Iris", "hard"),
    Character("otto", "Otto", "hard"),
    Character("vega", "Vega", "expert"),
    Character("edda", "Edda", "expert"),
)
"""Weakest first."""


def cast_of(bot_names: Collection[str]) -> tuple[Character, ...]:
    """The characters who can play a game with these bots."""
    return tuple(character for character in CAST if character.level in bot_names)


def find_character(slug: str) -> Character | None:
    """The character with this slug, or None."""
    return next((character for character in CAST if character.slug == slug), None)


def character_for(bot: str, taken: Collection[str]) -> Character | None:
    """A character for a new bot at a table, or None if the bot is no level.

    It is one whose name is not among those taken, in lower case. If all are, it is the first.
    """
    fitting = [character for character in CAST if character.level == bot]
    free = [character for character in fitting if character.name.lower() not in taken]
    return next(iter(free or fitting), None)
