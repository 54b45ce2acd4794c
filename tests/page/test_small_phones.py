"""Small phones: what is to be tapped next is in sight, and nothing lies over it."""

import re

import pytest
from playwright.sync_api import Locator, expect

from page.browser import Device
from page.conftest import NewPerson
from page.gameplay import PLAYERS, await_turn, confirm, select
from page.looking import covered, jumps
from page.person import Person

SMALLEST = Device("smallest-phone", 320, 568)
SMALLER = Device("smaller-phone", 375, 667)
SIDEWAYS = Device("phone-held-sideways", 568, 320)
SIZE = 5
COLOURS = ("black", "blue", "green", "yellow", "red")


@pytest.mark.parametrize("device", [SMALLEST, SMALLER], ids=lambda device: device.name)
def test_which_die_is_asked_in_sight(person: NewPerson, device: Device) -> None:
    """In whichever row the circle lies; also in the introduction, where more is said below the sheet."""
    ann = person("Ann", "de", device)
    ann.sits_down("mark", "me")
    for _ in range(2):  # A colour, and one circle, so that a sum is spread.
        assert await_turn(ann, "mark")
        select(ann, "mark")
        confirm(ann)
    assert await_turn(ann, "mark")
    flaws: dict[str, list[str]] = {}
    for row in range(SIZE):
        circles = ann.page.get_by_role("row").nth(row).get_by_role("button", disabled=False)
        for one in circles.and_(ann.page.locator("[aria-haspopup=dialog]")).all():
            flaws |= asked_which_die(ann, one)
    assert len(flaws) >= 4 * (SIZE - 1)
    ann.open("/learn/mark")
    for tap in (ann.button_like("board.mark.free", colour=ann.say("colour.yellow")), circle(ann, "c2")):
        ann.tap(tap)
        ann.tap(ann.button("page.play.confirm"))
        ann.tap(ann.button("learn.next"))
    flaws |= asked_which_die(ann, circle(ann, "b2"))
    assert {name: found for name, found in flaws.items() if found} == {}


def test_which_die_is_asked_sideways(person: NewPerson) -> None:
    """Where there is no room for it above a circle, and none below, it is asked all the same, and once."""
    ann = person("Ann", "de", SIDEWAYS)
    ann.sits_down("mark", "me")
    for _ in range(2):
        assert await_turn(ann, "mark")
        select(ann, "mark")
        confirm(ann)
    assert await_turn(ann, "mark")
    troubles: list[str] = []
    ann.page.on("pageerror", lambda error: troubles.append(str(error)))
    for row in range(SIZE):
        circles = ann.page.get_by_role("row").nth(row).get_by_role("button", disabled=False)
        for one in circles.and_(ann.page.locator("[aria-haspopup=dialog]")).all()[:1]:
            asked_which_die(ann, one)
    assert troubles == []


def circle(person: Person, name: str) -> Locator:
    """A circle on one's own sheet."""
    sheet = person.page.get_by_role("grid", name=person.say("board.mark.your_sheet"), exact=True)
    return sheet.get_by_role("button", name=re.compile(f"^{name},"))


def asked_which_die(person: Person, circle: Locator) -> dict[str, list[str]]:
    """Tap a circle; what covers each of the dice that it asks about, or has another letter than ours."""
    name = circle.inner_text()
    person.tap(circle)
    which = person.page.get_by_label(person.like("board.mark.which_die"))
    expect(which).to_be_visible()
    letters = {f"+{person.say(f'page.letter.{colour}')}" for colour in COLOURS}
    flaws = {}
    for die in which.get_by_role("button").all():
        words = die.inner_text().split("\n")
        flaws[f"{name} {words[0]}"] = covered(person, die) + [
            f"in no letters of ours: {words}"
        ] * letters.isdisjoint(words)
    person.page.keyboard.press("Escape")
    expect(which).to_be_hidden()
    return flaws


def test_what_a_lesson_asks_for_is_in_sight(person: NewPerson) -> None:
    """Each time something is to be tapped, the second half of a choice too."""
    ann = person("Ann", "fr", SMALLEST)
    ann.open("/learn/enough")
    hand = [ann.button_like("board.enough.your_card", card=card) for card in (8, 10, 11)]
    lessons = [
        [ann.button_like("board.enough.card_of", name="Ben")],
        [ann.button_like("board.enough.deck")],
        [ann.button_like("board.enough.card_of", name="Cleo"), hand[2]],
        [ann.button_like("board.enough.do.call")],
        [ann.button_like("board.enough.do.stay")],
        [ann.button_like("board.enough.your_drawn")],
        [
            ann.button_like("board.enough.token"),
            hand[0],
            ann.page.get_by_role("button", name=re.compile(r"^\+1")),
        ],
    ]
    go_on = ann.region("learn.place").get_by_role("button", name=ann.say("learn.next"), exact=True)
    flaws: dict[str, list[str]] = {}
    for at, taps in enumerate(lessons):
        for nth, tap in enumerate(taps):
            expect(tap).to_be_visible()
            flaws[f"lesson {at + 1}, tap {nth + 1}"] = covered(ann, tap)
            ann.tap(tap)
        ann.tap(ann.button("page.play.confirm"))
        ann.tap(go_on)
    assert {name: found for name, found in flaws.items() if found} == {}


@pytest.mark.parametrize("device", [SMALLEST, SMALLER], ids=lambda device: device.name)
def test_a_lost_line_is_told_beside_the_menu(person: NewPerson, device: Device) -> None:
    """In many words: what can be tapped there can still be seen or at least be tapped."""
    ann = person("Ann", "fr", device, may_grumble=True)
    ann.sits_down("mark", "me")
    assert await_turn(ann, "mark")
    menu = ann.button("page.play.menu")
    ann.context.set_offline(True)
    told = ann.page.get_by_text(ann.say("page.link.lost"))
    expect(told).to_be_visible()
    assert told.inner_text().startswith("⚠ ")
    [lies, at] = [one.bounding_box() for one in (told, menu)]
    assert lies is not None
    assert at is not None
    assert lies["x"] + lies["width"] <= at["x"] or lies["y"] >= at["y"] + at["height"]
    tapped = [menu, *ann.page.get_by_role("banner").get_by_role("link").all()]
    assert [covered(ann, one) for one in tapped if one.is_visible()] == [[]] * (
        1 if device is SMALLEST else 3
    )


def test_the_end_of_a_round_has_all_the_room(person: NewPerson) -> None:
    """Nothing of it is cut off while room is left; the bar, which would be empty, is not there meanwhile."""
    ann = person("Ann", "de", SMALLEST)
    ann.sits_down("enough", "me", "greedy", "greedy")
    go_on, offered = ann.button("page.play.go_on"), PLAYERS["enough"].offered(ann)
    expect(offered).to_be_visible()
    while not go_on.is_visible():
        select(ann, "enough")
        confirm(ann)
        expect(go_on.or_(offered).first).to_be_visible()
    end = ann.page.get_by_role("region", name=ann.like("board.enough.end.title"))
    cut, height = end.evaluate("(one) => [one.scrollHeight - one.clientHeight, one.offsetHeight]")
    assert cut <= 1 or height > SMALLEST.height - 40
    assert covered(ann, go_on) == []
    assert covered(ann, end) == []
    assert jumps(ann) == []
    ann.tap(go_on)
    expect(ann.choice).to_be_visible()
