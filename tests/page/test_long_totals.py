"""Close Enough with many tokens: the ways to total that are not listed are built token by token."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import confirm
from page.person import Person
from page.screens import overflow
from server.long_totals import WITH_ONE, play_to_long_total
from server.server_process import BrowserUser, RunningServer

CHANGES_LEFT = 15 - 2
"""What the five tokens can do that are left after the first, which has two abilities."""
LISTED_AT_ONCE = 12
LEAST_PX = 44


def at_the_total(person: Person, server: RunningServer) -> tuple[BrowserUser, str]:
    """Ann has to total with six tokens: she opens the table. Her other browser, and the table's id."""
    elsewhere = server.person("Ann")
    assert elsewhere.browser.patch("/api/me", json={"language": person.say.language}).is_success
    table = play_to_long_total(server, elsewhere)
    cookies: Any = [
        {"name": name, "value": value, "url": server.url} for name, value in elsewhere.browser.cookies.items()
    ]
    person.context.add_cookies(cookies)
    person.open(f"/table/{table}")
    expect(ways(person, WITH_ONE)).to_be_visible()
    return elsewhere, table


def ways(person: Person, count: int) -> Locator:
    """The heading of the list of ways."""
    return person.page.get_by_text(person.label("board.enough.some_ways", n=count), exact=True)


def listed(person: Person) -> Locator:
    """The ways in the list, nearest first."""
    return person.region("board.enough.own").get_by_role("listitem").get_by_role("button")


def cards(person: Person) -> list[Locator]:
    """The face-up card and the hand."""
    own = person.region("board.enough.own")
    up, hand = own.locator('[data-spot="up:0"]'), own.locator('[data-spot^="hand:"]')
    return [up, hand.first, hand.last]


def check_total(elsewhere: BrowserUser, table: str) -> None:
    """Three of six tokens were used, and one was won."""
    with elsewhere.socket(table) as connection:
        own = connection.await_frame("seen")["seen"]["view"]["players"][0]
        assert (own["stars"], len(own["tokens"])) == (7, 4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tokens_are_placed_one_by_one(person: NewPerson, server: RunningServer, language: str) -> None:
    """By taps on a narrow phone: after a token the next one can be placed, though no such way was listed."""
    ann = person("Ann", language, SMALL_PHONE)
    elsewhere, table = at_the_total(ann, server)
    for token, change, card in zip(("sd", "si", "di"), ("d", "s", "i"), cards(ann), strict=True):
        ann.tap(ann.page.locator(f'[data-spot="token:{token}"]'))
        ann.tap(card)
        ann.tap(ann.page.locator(f'[data-move*="{token}:{change}@"]'))
        expect(ann.page.locator(f'[data-spot="token:{token}"]')).to_have_count(0)
        if token == "sd":
            expect(ways(ann, WITH_ONE + 2 * CHANGES_LEFT)).to_be_visible()
            ann.tap(ways(ann, WITH_ONE + 2 * CHANGES_LEFT))
            assert overflow(ann) == []
            boxes = [button.bounding_box() for button in listed(ann).all()]
            assert len(boxes) == LISTED_AT_ONCE
            assert all(box and box["height"] >= LEAST_PX for box in boxes)
    confirm(ann)
    expect(ann.button("page.play.go_on")).to_be_visible()
    check_total(elsewhere, table)


def test_longer_ways_are_listed_by_keyboard(person: NewPerson, server: RunningServer) -> None:
    """Choosing a way adds those with one token more to the list, until every card has one."""
    ann = person("Ann", "en", DESKTOP)
    elsewhere, table = at_the_total(ann, server)
    ways(ann, WITH_ONE).press("Enter")
    nearest = listed(ann).first
    for tokens in (1, 2, 3):  # Targets are out of reach: each card that is doubled brings a lot nearer.
        expect(nearest).to_have_text(re.compile("(with the token.*)" * tokens))
        nearest.press("Enter")
        expect(nearest).to_have_attribute("aria-pressed", "true" if tokens == 3 else "false")
    confirm(ann)
    expect(ann.button("page.play.go_on")).to_be_visible()
    check_total(elsewhere, table)
