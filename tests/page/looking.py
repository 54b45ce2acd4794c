"""What is found out about a screen by looking at it: what axe-core says, how large things are, what jumps.

The looking itself is done in the page, by looking.js.
"""

from pathlib import Path
from typing import Any

from page.people import Person
from support.source import ROOT

_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_LOOKING = Path(__file__).with_name("looking.js")
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def flaws_for_axe(person: Person) -> list[str]:
    """What axe-core finds: everything in the light, and the colours again in the dark."""
    person.page.evaluate(_AXE.read_text("utf-8"))
    person.page.emulate_media(color_scheme="light")
    light = _look(person, "axe", {"type": "tag", "values": _TAGS})
    person.page.emulate_media(color_scheme="dark")
    dark = _look(person, "axe", {"type": "rule", "values": ["color-contrast"]})
    person.page.emulate_media(color_scheme="light")
    return light + [f"in the dark {flaw}" for flaw in dark]


def too_small(person: Person, least: float) -> list[str]:
    """What can be tapped and is smaller than that; words within sentences need not be larger."""
    return _look(person, "tooSmall", least)


def too_wide(person: Person) -> list[str]:
    """By how much the screen must be scrolled sideways, and what sticks out."""
    return _look(person, "tooWide")


def jumps(person: Person) -> list[str]:
    """What has moved on the screen since it was loaded, though nobody had just touched anything."""
    return _look(person, "jumps")


def _look(person: Person, what: str, fact: Any = None) -> list[str]:
    person.page.evaluate(_LOOKING.read_text("utf-8"))
    found: list[str] = person.page.evaluate(f"(fact) => looking.{what}(fact)", fact)
    return found
