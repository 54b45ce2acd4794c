"""Twice as large type as usual, on the smallest phone: everything is still there, and nothing sticks out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from closecall.messages import LANGUAGES
from page.browser import SMALL_PHONE, Device, launched
from page.conftest import NewPerson
from page.looking import covered, too_wide
from page.person import Person
from page.screens import all_screens
from page.test_layout import is_shown, listed

SMALLEST = Device("smallest-phone", 320, 568)
TWICE_PX = 32
"""Of the type that whoever does not choose any reads in 16 px."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser whose owner has chosen this type in its settings; to enlarge the page is something else."""
    with launched(playwright, f"--blink-settings=defaultFontSize={TWICE_PX}") as browser:
        yield browser


def test_every_screen_fits(person: NewPerson) -> None:
    """No screen has to be scrolled sideways, with the longest words of our languages.

    What is tapped most is in sight, and so is half of the board.
    """
    ann = person("Ann", "de", SMALLEST)
    flaws: dict[str, list[str]] = {}
    for screen in all_screens(ann):
        if is_shown(screen, ann, flaws):
            flaws[screen.name] = too_wide(ann) + out_of_sight(ann)
    assert ann.page.evaluate("getComputedStyle(document.body).fontSize") == f"{TWICE_PX}px"
    assert len(flaws) > 25
    assert not any(flaws.values()), listed(flaws)


def out_of_sight(person: Person) -> list[str]:
    """Of what lies over the board: the buttons that nobody sees at once, and what covers too much."""
    controls = person.page.get_by_label(person.say("learn.replay.controls"), exact=True)
    confirm = person.choice.get_by_role("button", name=person.say("page.play.confirm"), exact=True)
    buttons = confirm.or_(controls.last.get_by_role("button"))
    flaws = [flaw for button in buttons.all() for flaw in covered(person, button)]
    for bar in person.choice.or_(controls.first).all():
        box = bar.bounding_box()
        if box is not None and box["height"] > person.device.height / 2:
            flaws.append(f"{box['height']} px high: {bar.inner_text()}")
    return flaws


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_fits(person: NewPerson, language: str) -> None:
    """In every language."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.open("/")
    expect(ann.button("home.join_button")).to_be_visible()
    assert too_wide(ann) == []
