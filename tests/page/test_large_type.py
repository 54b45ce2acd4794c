"""Twice as large type as usual, on the smallest phone: everything is still there, and nothing sticks out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from closecall.messages import LANGUAGES
from page.browsing import SMALL_PHONE, launched
from page.conftest import NewPerson
from page.looking import too_wide
from page.screens import all_screens
from page.test_screens import is_shown, listed

TWICE_PX = 32
"""Of the type that whoever does not choose any reads in 16 px."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser whose owner has chosen this type in its settings; to enlarge the page is something else."""
    with launched(playwright, f"--blink-settings=defaultFontSize={TWICE_PX}") as browser:
        yield browser


def test_every_screen_fits(person: NewPerson) -> None:
    """No screen has to be scrolled sideways, with the longest words of our languages."""
    ann = person("Ann", "de", SMALL_PHONE)
    flaws: dict[str, list[str]] = {}
    for screen in all_screens(ann):
        if is_shown(screen, ann, flaws):
            flaws[screen.name] = too_wide(ann)
    assert ann.page.evaluate("getComputedStyle(document.body).fontSize") == f"{TWICE_PX}px"
    assert len(flaws) > 25
    assert not any(flaws.values()), listed(flaws)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_fits(person: NewPerson, language: str) -> None:
    """In every language."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.open("/")
    expect(ann.button("home.join_button")).to_be_visible()
    assert too_wide(ann) == []
