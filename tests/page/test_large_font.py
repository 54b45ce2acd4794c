"""Twice the default font size on the smallest phone: nothing overflows, and the controls stay in view."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from closecall.messages import LANGUAGES
from page.browser import SMALL_PHONE, Device, launch_browser
from page.conftest import NewPerson
from page.person import Person
from page.screens import all_screens, format_flaws, obscured, overflow, try_to_show
from page.test_qwixx_match import ONE_MORE, answers, pass_alone

SMALLEST = Device("smallest-phone", 320, 568)
FONT_PX = 32
"""Browsers default to 16 px."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser with this font size in its settings, which is not the same as zooming the page."""
    with launch_browser(playwright, f"--blink-settings=defaultFontSize={FONT_PX}") as browser:
        yield browser


def test_every_screen_fits_in_width(person: NewPerson) -> None:
    """In German, which has the longest words. The main buttons and half of the board are in view."""
    ann = person("Ann", "de", SMALLEST)
    flaws: dict[str, list[str]] = {}
    for screen in all_screens(ann):
        if try_to_show(screen, ann, flaws):
            flaws[screen.name] = overflow(ann) + hidden_controls(ann)
    assert ann.page.evaluate("getComputedStyle(document.body).fontSize") == f"{FONT_PX}px"
    assert len(flaws) > 25
    assert not any(flaws.values()), format_flaws(flaws)


def hidden_controls(person: Person) -> list[str]:
    """Buttons over the board that are not in view, and bars that cover more than half of the screen."""
    controls = person.page.get_by_label(person.say("learn.replay.controls"), exact=True)
    confirm = person.choice.get_by_role("button", name=person.say("page.play.confirm"), exact=True)
    buttons = confirm.or_(controls.last.get_by_role("button"))
    flaws = [flaw for button in buttons.all() for flaw in obscured(person, button)]
    for bar in person.choice.or_(controls.first).all():
        box = bar.bounding_box()
        if box is not None and box["height"] > person.device.height / 2:
            flaws.append(f"{box['height']} px high: {bar.inner_text()}")
    return flaws


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_page_fits_in_width(person: NewPerson, language: str) -> None:
    """In every language."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.open("/")
    expect(ann.button("home.join_button")).to_be_visible()
    assert overflow(ann) == []


def test_questions_fit_in_width(person: NewPerson) -> None:
    """For one more game, whose answers are in view, and for an age."""
    ann = person("Ann", "de", SMALLEST)
    ann.open_new_table("qwixx", "me", options=ONE_MORE)
    pass_alone(ann)
    expect(answers(ann)[0]).to_be_visible()
    assert overflow(ann) + [flaw for button in answers(ann) for flaw in obscured(ann, button)] == []
    made = ann.create_table("mark", "me", "open", options={"ages": [None, None]})
    ann.open(f"/table/{made['table']['id']}")
    ann.tap(ann.button("home.lobby.age_missing"))
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    assert overflow(ann) == []
