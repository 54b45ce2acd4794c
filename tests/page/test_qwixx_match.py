"""A match of several games of Qwixx: each game's summary is shown before the next game."""

import pytest
from playwright.sync_api import Locator, expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import confirm
from page.person import Person
from page.screens import axe_violations, contrast_violations, layout_shifts, overflow, small_targets

MISTHROWS = 4
TWO_GAMES = {"games": 2}


def summary_of(person: Person, number: int) -> Locator:
    """The summary of a game in a match of two."""
    return person.region("board.qwixx.game_ended", number=number, games=2)


def exact_text(person: Person, key: str, **facts: object) -> Locator:
    """The first element with exactly this text."""
    return person.page.get_by_text(person.say(key, **facts), exact=True).first


def choose_pass(person: Person) -> None:
    """Pass for the seat that is due at this device."""
    button = person.button_matching("board.qwixx.pass")
    expect(button).to_be_visible()
    person.tap(button)
    confirm(person)


def pass_alone(person: Person) -> None:
    """Take four misthrows, which ends the game."""
    for _ in range(MISTHROWS):
        for action in (1, 2):
            expect(exact_text(person, "board.qwixx.action", action=action)).to_be_visible()
            choose_pass(person)


@pytest.mark.parametrize("language", LANGUAGES)
def test_summary_is_shown_before_the_next_game(person: NewPerson, language: str) -> None:
    """On a small phone, with the reason and the points; a reload shows it again until it is dismissed."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.open_new_table("qwixx", "me", options=TWO_GAMES)
    badge = exact_text(ann, "board.qwixx.match", number=1, games=2)
    expect(badge).to_be_in_viewport()
    pass_alone(ann)
    end, go_on = summary_of(ann, 1), ann.button("page.play.go_on")
    for _ in range(2):
        expect(end).to_be_in_viewport(ratio=1)
        expect(end).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
        expect(end.get_by_role("listitem")).to_have_text(
            [f"Ann {ann.say('board.qwixx.gain', n=20, points='−20')}"]
        )
        expect(go_on).to_be_in_viewport(ratio=1)
        # The board is inert and the bar is hidden meanwhile.
        expect(
            ann.page.locator("[inert]").filter(has=ann.button_matching("board.qwixx.pass"))
        ).to_be_visible()
        expect(ann.choice.get_by_text(ann.pattern("board.qwixx.prompt_one_active"))).to_be_hidden()
        assert overflow(ann) + small_targets(ann, 24) == []
        ann.page.reload()
    ann.tap(go_on)
    expect(end).to_be_hidden()
    expect(exact_text(ann, "board.qwixx.match", number=2, games=2)).to_be_in_viewport()
    assert layout_shifts(ann) == []
    choose_pass(ann)
    expect(exact_text(ann, "board.qwixx.action", action=2)).to_be_visible()
    ann.page.reload()
    expect(ann.button_matching("board.qwixx.pass")).to_be_visible()
    expect(end).to_be_hidden()


def test_shared_device_shows_the_summary_once(person: NewPerson) -> None:
    """Once for all players, not once for each; the last game is followed by the result instead."""
    ann = person("Ann", "en")
    ann.open_new_table("qwixx", "me", "+Ben", options=TWO_GAMES)
    end, go_on = summary_of(ann, 1), ann.button("page.play.go_on")
    pass_until(ann, end)
    expect(end.get_by_role("listitem")).to_have_count(2)
    ann.tap(go_on)
    for _ in range(3):
        choose_pass(ann)
        expect(go_on).to_be_hidden()
    pass_until(ann, ann.result)
    expect(summary_of(ann, 2)).to_be_hidden()
    expect(go_on).to_be_hidden()


def pass_until(person: Person, shown: Locator) -> None:
    """Pass for every seat at this device until this is shown."""
    button = person.button_matching("board.qwixx.pass")
    while True:
        expect(button.or_(shown).first).to_be_visible()
        if shown.is_visible():
            return
        choose_pass(person)


def test_summary_by_keyboard(person: NewPerson) -> None:
    """The focus moves to the button and back to the table; screen readers announce the summary."""
    ann = person("Ann", "en", DESKTOP)
    ann.open_new_table("qwixx", "me", options=TWO_GAMES)
    pass_alone(ann)
    go_on = ann.button("page.play.go_on")
    expect(go_on).to_be_focused()
    assert axe_violations(ann) + contrast_violations(ann) == []
    expect(ann.page.get_by_role("log")).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
    ann.page.keyboard.press("Enter")
    expect(go_on).to_be_hidden()
    assert ann.page.evaluate("document.activeElement.matches('.place, .place *')")
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.matches('.place *')")


def test_summary_closes_by_itself_for_watchers(person: NewPerson) -> None:
    """A watching device may have nobody at it to dismiss the summary."""
    ann, zoe = person("Ann", "en"), person("Zoe", "en", DESKTOP)
    made = ann.open_new_table("qwixx", "me", options=TWO_GAMES, public=True)
    zoe.page.clock.install()
    zoe.open(f"/table/{made['table']['id']}")
    expect(zoe.text("page.play.you_watch")).to_be_visible()
    pass_alone(ann)
    expect(summary_of(zoe, 1)).to_be_in_viewport(ratio=1)
    zoe.page.clock.fast_forward("00:13")
    expect(summary_of(zoe, 1)).to_be_hidden()
    expect(exact_text(zoe, "board.qwixx.match", number=2, games=2)).to_be_in_viewport()
