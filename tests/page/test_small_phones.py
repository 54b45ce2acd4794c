"""Small phones: whatever has to be tapped next is in view and not covered."""

import re

import pytest
from playwright.sync_api import Locator, expect

from page.browser import Device
from page.conftest import NewPerson
from page.gameplay import CONTROLS, await_turn, confirm, select
from page.person import Person
from page.screens import layout_shifts, obscured

SMALLEST = Device("smallest-phone", 320, 568)
SMALLER = Device("smaller-phone", 375, 667)
LANDSCAPE = Device("phone-in-landscape", 568, 320)
SIZE = 5
COLOURS = ("black", "blue", "green", "yellow", "red")


@pytest.mark.parametrize("device", [SMALLEST, SMALLER], ids=lambda device: device.name)
def test_die_chooser_is_in_view(person: NewPerson, device: Device) -> None:
    """For circles in every row, and in the introduction, which has more text below the sheet."""
    ann = person("Ann", "de", device)
    ann.register()
    while True:
        ann.open(f"/table/{ann.create_table('mark', 'me')['table']['id']}")
        for _ in range(2):  # A colour and one circle, after which a sum can be spread.
            assert await_turn(ann, "mark")
            select(ann, "mark")
            confirm(ann)
        assert await_turn(ann, "mark")
        if ann.page.locator("[aria-haspopup=dialog]").count():
            break  # Otherwise the other dice are all alike, so there is nothing to choose.
    flaws: dict[str, list[str]] = {}
    for row in range(SIZE):
        circles = ann.page.get_by_role("row").nth(row).get_by_role("button", disabled=False)
        for one in circles.and_(ann.page.locator("[aria-haspopup=dialog]")).all():
            flaws |= die_chooser_flaws(ann, one)
    assert len(flaws) >= 4 * (SIZE - 1)
    ann.open("/learn/mark")
    for tap in (ann.button_matching("board.mark.free", colour=ann.say("colour.yellow")), circle(ann, "c2")):
        ann.tap(tap)
        ann.tap(ann.button("page.play.confirm"))
        ann.tap(ann.button("learn.next"))
    flaws |= die_chooser_flaws(ann, circle(ann, "b2"))
    assert {name: found for name, found in flaws.items() if found} == {}


def test_die_chooser_in_landscape(person: NewPerson) -> None:
    """It opens, once, although there is room for it neither above nor below the circle."""
    ann = person("Ann", "de", LANDSCAPE)
    ann.open_new_table("mark", "me")
    for _ in range(2):
        assert await_turn(ann, "mark")
        select(ann, "mark")
        confirm(ann)
    assert await_turn(ann, "mark")
    errors: list[str] = []
    ann.page.on("pageerror", lambda error: errors.append(str(error)))
    for row in range(SIZE):
        circles = ann.page.get_by_role("row").nth(row).get_by_role("button", disabled=False)
        for one in circles.and_(ann.page.locator("[aria-haspopup=dialog]")).all()[:1]:
            die_chooser_flaws(ann, one)
    assert errors == []


# How far in px the corners of its numbers stay from the ring of a circle. Lines are taller than their digits.
ROOM = """(circle, numbers) => {
  const disc = circle.querySelector(".several");
  const places = disc.querySelector(".ghosts");
  places.replaceChildren(...numbers.map((number) => {
    const place = places.firstElementChild.cloneNode();
    place.textContent = number;
    return place;
  }));
  const { x, y, width, height } = disc.getBoundingClientRect();
  const ring = width / 2 - parseFloat(getComputedStyle(disc).borderTopWidth);
  const corners = [...places.children].flatMap((place) => {
    const range = document.createRange();
    range.selectNodeContents(place);
    const box = range.getBoundingClientRect();
    const above = 0.12 * box.height;
    return [box.left, box.right].flatMap((at) => [[at, box.top + above], [at, box.bottom - above]]);
  });
  const [middle, centre] = [x + width / 2, y + height / 2];
  return ring - Math.max(...corners.map(([at, down]) => Math.hypot(at - middle, down - centre)));
}"""


def test_sums_do_not_touch_their_ring(person: NewPerson) -> None:
    """The widest numbers that a circle of one's own colour can offer, two to four of them."""
    ann = person("Ann", "en", SMALLEST)
    ann.open("/learn/mark")
    ann.tap(ann.button_matching("board.mark.free", colour=ann.say("colour.yellow")))
    ann.tap(ann.button("page.play.confirm"))
    ann.tap(ann.button("learn.next"))
    own = circle(ann, "b2")
    expect(own).to_be_visible()
    for numbers in ([10, 11], [10, 11, 12], [9, 10, 11, 12]):
        assert own.evaluate(ROOM, numbers) > 0, numbers


def circle(person: Person, name: str) -> Locator:
    """A circle on one's own sheet."""
    sheet = person.page.get_by_role("grid", name=person.say("board.mark.your_sheet"), exact=True)
    return sheet.get_by_role("button", name=re.compile(f"^{name},"))


def die_chooser_flaws(person: Person, circle: Locator) -> dict[str, list[str]]:
    """Tap a circle; for each die in the chooser, what covers it, and letters of another language."""
    name = circle.inner_text()
    person.tap(circle)
    which = person.page.get_by_label(person.pattern("board.mark.which_die"))
    expect(which).to_be_visible()
    letters = {f"+{person.say(f'page.letter.{colour}')}" for colour in COLOURS}
    flaws = {}
    for die in which.get_by_role("button").all():
        words = die.inner_text().split("\n")
        flaws[f"{name} {words[0]}"] = obscured(person, die) + [
            f"not in this language: {words}"
        ] * letters.isdisjoint(words)
    person.page.keyboard.press("Escape")
    expect(which).to_be_hidden()
    return flaws


def test_lesson_targets_are_in_view(person: NewPerson) -> None:
    """At each tap that a lesson asks for, the second half of a choice included."""
    ann = person("Ann", "fr", SMALLEST)
    ann.open("/learn/enough")
    hand = [ann.button_matching("board.enough.your_card", card=card) for card in (8, 10, 11)]
    lessons = [
        [ann.button_matching("board.enough.card_of", name="Ben")],
        [ann.button_matching("board.enough.deck")],
        [ann.button_matching("board.enough.card_of", name="Cleo"), hand[2]],
        [ann.button_matching("board.enough.do.call")],
        [ann.button_matching("board.enough.do.stay")],
        [ann.button_matching("board.enough.your_drawn")],
        [
            ann.button_matching("board.enough.token"),
            hand[0],
            ann.page.get_by_role("button", name=re.compile(r"^\+1")),
        ],
    ]
    go_on = ann.region("learn.place").get_by_role("button", name=ann.say("learn.next"), exact=True)
    flaws: dict[str, list[str]] = {}
    for at, taps in enumerate(lessons):
        for nth, tap in enumerate(taps):
            expect(tap).to_be_visible()
            flaws[f"lesson {at + 1}, tap {nth + 1}"] = obscured(ann, tap)
            ann.tap(tap)
        ann.tap(ann.button("page.play.confirm"))
        ann.tap(go_on)
    assert {name: found for name, found in flaws.items() if found} == {}


@pytest.mark.parametrize("device", [SMALLEST, SMALLER], ids=lambda device: device.name)
def test_offline_message_leaves_the_header_usable(person: NewPerson, device: Device) -> None:
    """In French, where it is long: the menu and the links of the header can still be tapped."""
    ann = person("Ann", "fr", device, allow_errors=True)
    ann.open_new_table("mark", "me")
    assert await_turn(ann, "mark")
    menu = ann.button("page.play.menu")
    ann.context.set_offline(True)
    message = ann.page.get_by_text(ann.say("page.link.lost"))
    expect(message).to_be_visible()
    assert message.inner_text().startswith("⚠ ")
    [box, menu_box] = [one.bounding_box() for one in (message, menu)]
    assert box is not None
    assert menu_box is not None
    assert box["x"] + box["width"] <= menu_box["x"] or box["y"] >= menu_box["y"] + menu_box["height"]
    targets = [menu, *ann.page.get_by_role("banner").get_by_role("link").all()]
    assert [obscured(ann, one) for one in targets if one.is_visible()] == [[]] * (
        1 if device is SMALLEST else 3
    )


def test_round_summary_uses_the_whole_height(person: NewPerson) -> None:
    """It scrolls only if it fills the screen; the bar, which would be empty, is hidden meanwhile."""
    ann = person("Ann", "de", SMALLEST)
    ann.open_new_table("enough", "me", "greedy", "greedy")
    go_on, offered = ann.button("page.play.go_on"), CONTROLS["enough"].offered(ann)
    expect(offered).to_be_visible()
    while not go_on.is_visible():
        select(ann, "enough")
        confirm(ann)
        expect(go_on.or_(offered).first).to_be_visible()
    end = ann.page.get_by_role("region", name=ann.pattern("board.enough.end.title"))
    cut, height = end.evaluate("(one) => [one.scrollHeight - one.clientHeight, one.offsetHeight]")
    assert cut <= 1 or height > SMALLEST.height - 40
    assert obscured(ann, go_on) == []
    assert obscured(ann, end) == []
    assert layout_shifts(ann) == []
    ann.tap(go_on)
    expect(ann.choice).to_be_visible()
