"""Between two games of a match of Qwixx: how the one ended is read before the other begins."""

import pytest
from playwright.sync_api import Locator, expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import confirm
from page.looking import faint_colours, flaws_for_axe, jumps, too_small, too_wide
from page.person import Person

MISTHROWS = 4
TWO_GAMES = {"games": 2}


def end_of(person: Person, number: int) -> Locator:
    """What is told of the end of a game of two."""
    return person.region("board.qwixx.game_ended", number=number, games=2)


def says(person: Person, key: str, **facts: object) -> Locator:
    """These very words; what is on top of the page comes first."""
    return person.page.get_by_text(person.say(key, **facts), exact=True).first


def choose_pass(person: Person) -> None:
    """Whoever has to choose at this device passes."""
    button = person.button_like("board.qwixx.pass")
    expect(button).to_be_visible()
    person.tap(button)
    confirm(person)


def pass_alone(person: Person) -> None:
    """One misthrow after the other, until the game ends."""
    for _ in range(MISTHROWS):
        for action in (1, 2):
            expect(says(person, "board.qwixx.action", action=action)).to_be_visible()
            choose_pass(person)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_game_is_read_before_the_next_one(person: NewPerson, language: str) -> None:
    """On the smallest phone: why it ended and with how many points, also when the page is loaded anew."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.sits_down("qwixx", "me", options=TWO_GAMES)
    badge = says(ann, "board.qwixx.match", number=1, games=2)
    expect(badge).to_be_in_viewport()
    pass_alone(ann)
    end, go_on = end_of(ann, 1), ann.button("page.play.go_on")
    for _ in range(2):
        expect(end).to_be_in_viewport(ratio=1)
        expect(end).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
        expect(end.get_by_role("listitem")).to_have_text(
            [f"Ann {ann.say('board.qwixx.gain', n=20, points='−20')}"]
        )
        expect(go_on).to_be_in_viewport(ratio=1)
        # What lies below waits, and so does the bar.
        expect(ann.page.locator("[inert]").filter(has=ann.button_like("board.qwixx.pass"))).to_be_visible()
        expect(ann.choice.get_by_text(ann.like("board.qwixx.prompt_one_active"))).to_be_hidden()
        assert too_wide(ann) + too_small(ann, 24) == []
        ann.page.reload()
    ann.tap(go_on)
    expect(end).to_be_hidden()
    expect(says(ann, "board.qwixx.match", number=2, games=2)).to_be_in_viewport()
    assert jumps(ann) == []
    choose_pass(ann)
    expect(says(ann, "board.qwixx.action", action=2)).to_be_visible()
    ann.page.reload()
    expect(ann.button_like("board.qwixx.pass")).to_be_visible()
    expect(end).to_be_hidden()


def test_those_around_one_device_read_it_once(person: NewPerson) -> None:
    """Everybody looks at the same device, so not each of them is shown it; the last game has the result."""
    ann = person("Ann", "en")
    ann.sits_down("qwixx", "me", "+Ben", options=TWO_GAMES)
    end, go_on = end_of(ann, 1), ann.button("page.play.go_on")
    pass_until(ann, end)
    expect(end.get_by_role("listitem")).to_have_count(2)
    ann.tap(go_on)
    for _ in range(3):
        choose_pass(ann)
        expect(go_on).to_be_hidden()
    pass_until(ann, ann.result)
    expect(end_of(ann, 2)).to_be_hidden()
    expect(go_on).to_be_hidden()


def pass_until(person: Person, shown: Locator) -> None:
    """Everybody at this device passes until this is shown."""
    button = person.button_like("board.qwixx.pass")
    while True:
        expect(button.or_(shown).first).to_be_visible()
        if shown.is_visible():
            return
        choose_pass(person)


def test_by_keyboard(person: NewPerson) -> None:
    """The focus goes to the button and then back to the table; whoever listens is told too."""
    ann = person("Ann", "en", DESKTOP)
    ann.sits_down("qwixx", "me", options=TWO_GAMES)
    pass_alone(ann)
    go_on = ann.button("page.play.go_on")
    expect(go_on).to_be_focused()
    assert flaws_for_axe(ann) + faint_colours(ann) == []
    expect(ann.page.get_by_role("log")).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
    ann.page.keyboard.press("Enter")
    expect(go_on).to_be_hidden()
    assert ann.page.evaluate("document.activeElement.matches('.place, .place *')")
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.matches('.place *')")


def test_on_a_screen_for_all_it_goes_by_itself(person: NewPerson) -> None:
    """Nobody sits there who could go on."""
    ann, zoe = person("Ann", "en"), person("Zoe", "en", DESKTOP)
    made = ann.sits_down("qwixx", "me", options=TWO_GAMES, public=True)
    zoe.page.clock.install()
    zoe.open(f"/table/{made['table']['id']}")
    expect(zoe.text("page.play.you_watch")).to_be_visible()
    pass_alone(ann)
    expect(end_of(zoe, 1)).to_be_in_viewport(ratio=1)
    zoe.page.clock.fast_forward("00:13")
    expect(end_of(zoe, 1)).to_be_hidden()
    expect(says(zoe, "board.qwixx.match", number=2, games=2)).to_be_in_viewport()
