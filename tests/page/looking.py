"""What is found out about a screen by looking at it: what axe-core says, how large things are, what jumps.

The looking itself is done in the page, by screen_checks.js.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator

from page.person import Person
from support.source import ROOT

_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_LOOKING = Path(__file__).with_name("screen_checks.js")
_COLOURS = "color-contrast"
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def flaws_for_axe(person: Person) -> list[str]:
    """What axe-core finds, but for colours."""
    return _axe(
        person, {"runOnly": {"type": "tag", "values": _TAGS}, "rules": {_COLOURS: {"enabled": False}}}
    )


def faint_colours(person: Person) -> list[str]:
    """What axe-core finds too faint to read, in the light and in the dark."""
    flaws = []
    for scheme in ("dark", "light"):
        person.page.emulate_media(color_scheme=scheme)
        found = _axe(person, {"runOnly": {"type": "rule", "values": [_COLOURS]}})
        flaws += [f"in the {scheme} {flaw}" for flaw in found]
    return flaws


def _axe(person: Person, options: dict[str, Any]) -> list[str]:
    _bring(person, "axe", _AXE)
    return _look(person, "axe", options)


def too_small(person: Person, least: float) -> list[str]:
    """What can be tapped and is smaller than that; words within sentences need not be larger."""
    return _look(person, "tooSmall", least)


def too_wide(person: Person) -> list[str]:
    """By how much the screen must be scrolled sideways, and what sticks out."""
    return _look(person, "tooWide")


def cut_short(person: Person) -> list[str]:
    """Lists to choose from that cut off what is chosen, though there is room."""
    return _look(person, "cutShort")


def jumps(person: Person) -> list[str]:
    """What has moved on the screen since it was loaded, though nobody had just touched anything."""
    return _look(person, "jumps")


def covered(person: Person, what: Locator) -> list[str]:
    """Where something else lies over this, or where it is outside the screen."""
    _bring(person, "looking", _LOOKING)
    found: list[str] = what.evaluate("(one) => looking.covered(one)")
    return found


def _look(person: Person, what: str, fact: Any = None) -> list[str]:
    _bring(person, "looking", _LOOKING)
    found: list[str] = person.page.evaluate(f"(fact) => looking.{what}(fact)", fact)
    return found


def _bring(person: Person, name: str, script: Path) -> None:
    """Into a page that has not got it yet: a large script takes a while to be read."""
    if not person.page.evaluate("(name) => name in globalThis", name):
        person.page.evaluate(script.read_text("utf-8"))
