"""Close Enough on small screens: what a choice depends on is in view, readable, and large enough to tap."""

import re

import pytest
from playwright.sync_api import Locator, expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, PHONE, Device
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, play
from page.person import Person
from page.screens import obscured

LANDSCAPE = Device("phone-in-landscape", 844, 390)
WIDE_LANDSCAPE = Device("large-phone-in-landscape", 932, 430)
SMALLEST = Device("smallest-phone", 320, 568)
TOUCH_PX = 44


def own_lot(person: Person) -> dict[str, Locator]:
    """One's target, face-up card and hand."""
    target = person.page.get_by_role("img", name=person.pattern("board.enough.target"))
    up = person.page.get_by_role("button", name=person.pattern("board.enough.your_up", more=True))
    hand = person.page.get_by_role("button", name=person.pattern("board.enough.your_card", more=True)).all()
    return {"target": target, "face-up card": up, **{f"card {at}": card for at, card in enumerate(hand)}}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("device", [LANDSCAPE, WIDE_LANDSCAPE], ids=lambda device: device.name)
def test_whole_lot_is_in_view_in_landscape(person: NewPerson, device: Device, language: str) -> None:
    """Target, face-up card, hand and bar, without scrolling, until the hand is full and somebody calls."""
    ann = person("Ann", language, device)
    ann.open_new_table("enough", "me", "greedy", "greedy")
    hidden: dict[str, list[str]] = {}
    for choice in range(3):
        assert await_turn(ann, "enough")
        assert ann.page.evaluate("scrollY") == 0
        for name, one in {**own_lot(ann), "bar": ann.choice}.items():
            hidden[f"{name} at choice {choice}"] = obscured(ann, one)
        play(ann, "enough", 1)
    assert {name: found for name, found in hidden.items() if found} == {}


@pytest.mark.parametrize("others", [2, 3, 4])
def test_cards_of_others_are_large_enough(person: NewPerson, others: int) -> None:
    """The smallest phone, with every number of players."""
    ann = person("Ann", "en", SMALLEST)
    ann.open_new_table("enough", "me", *["greedy"] * others)
    assert await_turn(ann, "enough")
    cards = ann.page.get_by_role("button", name=ann.pattern("board.enough.card_of", more=True))
    expect(cards).to_have_count(others)
    for card in cards.all():
        box = card.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= TOUCH_PX


@pytest.mark.parametrize("device", [SMALLEST, PHONE, LANDSCAPE, DESKTOP], ids=lambda device: device.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_preview_is_in_words_below_the_card(person: NewPerson, device: Device, language: str) -> None:
    """How far from the target a card would bring the lot: on the table, and in the hand (third lesson)."""
    ann = person("Ann", language, device)
    ann.open_new_table("enough", "me", "greedy", "greedy")
    assert await_turn(ann, "enough")
    ann.tap(ann.button_matching("board.enough.deck"))
    confirm(ann)
    assert await_turn(ann, "enough")  # The second card fills the lot, and nobody can have called yet.
    seats = ann.page.get_by_role("group", name=ann.say("board.enough.others"), exact=True)
    check_previews(ann, seats.get_by_role("button", name=ann.pattern("board.enough.card_of", more=True)), 2)
    ann.open("/learn/enough")
    cleo = ann.button_matching("board.enough.card_of", name="Cleo")
    for first in (
        ann.button_matching("board.enough.card_of", name="Ben"),
        ann.button_matching("board.enough.deck"),
    ):
        ann.tap(first)
        ann.tap(ann.button("page.play.confirm"))
        ann.tap(ann.region("learn.place").get_by_role("button", name=ann.say("learn.next"), exact=True))
    ann.tap(cleo)
    check_previews(ann, ann.button_matching("board.enough.your_card"), 2)


def check_previews(person: Person, cards: Locator, count: int) -> None:
    """Each card says below itself, inside the window, how far it would bring the lot; no two overlap."""
    expect(cards).to_have_count(count)
    right = 0.0
    for card in cards.all():
        away, exact = person.say("board.enough.away_short", distance="7"), person.say("board.enough.exact")
        preview = card.get_by_text(
            re.compile(f"^(?:{re.escape(away).replace('7', '[0-9]+')}|{re.escape(exact)})$")
        )
        expect(preview).to_be_visible()
        box, inner = card.bounding_box(), preview.bounding_box()
        assert box is not None
        assert inner is not None
        assert inner["y"] >= box["y"] + box["height"]
        assert inner["x"] >= right
        right = inner["x"] + inner["width"]
    assert right <= person.device.width
