"""Newcomers are offered the introduction once for each game, where nobody has to wait for them."""

import re

import pytest
from playwright.sync_api import Locator, expect

from closecall.games import slugs
from page.browser import DELAY_MESSAGES, DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import play
from page.person import Person
from page.screens import axe_violations, contrast_violations, layout_shifts, overflow, small_targets

LANDSCAPE = Device("landscape", 844, 390)


def offer(person: Person) -> Locator:
    """The offer of the introduction."""
    return person.page.get_by_role("complementary", name=person.say("page.first.place"))


def take(person: Person) -> None:
    """Take the introduction, with one tap."""
    person.tap(person.link("page.first.learn"))
    expect(person.region("learn.place")).to_be_visible()


def go_back(person: Person) -> None:
    """Leave the introduction for the table."""
    person.tap(person.link("learn.to_table"))


def start(person: Person, game: str) -> None:
    """Start a game against bots."""
    person.start_game(game, "home.play_bots")
    expect(person.choice).to_be_visible()


@pytest.mark.parametrize("device", [SMALL_PHONE, PHONE, LANDSCAPE, DESKTOP], ids=lambda device: device.name)
@pytest.mark.parametrize(("game", "language"), [("mark", "de"), ("qwixx", "fr"), ("enough", "it")])
def test_how_it_looks(person: NewPerson, game: str, language: str, device: Device) -> None:
    """It fits, moves nothing, can be tapped and read."""
    ann = person("Ann", language, device, is_newcomer=True)
    ann.page.add_init_script(DELAY_MESSAGES)
    start(ann, game)
    expect(offer(ann)).to_be_in_viewport(ratio=1)
    assert layout_shifts(ann) + overflow(ann) + axe_violations(ann) + contrast_violations(ann) == []
    assert [one for one in small_targets(ann, 24) if "learn" in one] == []


@pytest.mark.parametrize("game", slugs())
def test_taken(person: NewPerson, game: str) -> None:
    """The game waits, and goes on where it was; afterwards it is offered for the other games only."""
    ann = person("Ann", "en", is_newcomer=True)
    start(ann, game)
    table = ann.page.url
    take(ann)
    expect(ann.page).to_have_url(re.compile(f"/learn/{game}"))
    go_back(ann)
    expect(ann.page).to_have_url(table)
    expect(ann.choice).to_be_visible()
    expect(offer(ann)).to_be_hidden()
    start(ann, game)
    expect(offer(ann)).to_be_hidden()
    other = next(one for one in slugs() if one != game)
    start(ann, other)
    expect(offer(ann)).to_be_visible()


def test_declined(person: NewPerson) -> None:
    """One tap, also by keyboard, and the focus stays on the page."""
    ann = person("Ann", "en", DESKTOP, is_newcomer=True)
    start(ann, "qwixx")
    ann.button("page.first.no").press("Enter")
    expect(offer(ann)).to_be_hidden()
    assert ann.has_focus()
    ann.page.reload()
    expect(ann.choice).to_be_visible()
    expect(offer(ann)).to_be_hidden()
    start(ann, "qwixx")
    expect(offer(ann)).to_be_hidden()


def test_declined_by_playing(person: NewPerson) -> None:
    """The first move answers it; until then it stays, also after a reload."""
    ann = person("Ann", "en", is_newcomer=True)
    start(ann, "mark")
    expect(offer(ann)).to_be_visible()
    ann.page.reload()
    expect(offer(ann)).to_be_visible()
    play(ann, "mark", 1)
    expect(offer(ann)).to_be_hidden()
    start(ann, "mark")
    expect(offer(ann)).to_be_hidden()


def test_nobody_waits_for_a_learner(person: NewPerson) -> None:
    """In a game with other people, or against the clock, it is not offered."""
    ann, ben = person("Ann", "en", is_newcomer=True), person("Ben", "de", is_newcomer=True)
    made = ann.open_new_table("qwixx", "me", "open")
    ben.register()
    ben.open(f"/join#{made['invite']}")
    ben.tap(ben.button("home.join.sit"))
    for one in (ann, ben):
        expect(one.choice).to_be_visible()
        expect(offer(one)).to_be_hidden()
    made = ann.create_table("qwixx", "me", "easy", clock="relaxed")
    ann.open(f"/table/{made['table']['id']}")
    expect(ann.choice).to_be_visible()
    expect(offer(ann)).to_be_hidden()


def test_an_invited_friend(person: NewPerson) -> None:
    """Ben may learn the game before he sits down: the invitation is still there when he comes back."""
    ann, ben = person("Ann", "en"), person("Ben", "de", SMALL_PHONE, is_newcomer=True)
    made = ann.open_new_table("qwixx", "me", "open")
    ben.open(f"/join#{made['invite']}")
    expect(offer(ben)).to_be_visible()
    assert layout_shifts(ben) + overflow(ben) + axe_violations(ben) + contrast_violations(ben) == []
    take(ben)
    assert made["invite"] not in ben.page.url
    go_back(ben)
    ben.page.get_by_label(ben.say("home.join.what_name")).fill("Ben")
    expect(offer(ben)).to_be_hidden()
    ben.tap(ben.button("home.join.sit"))
    for one in (ann, ben):
        expect(one.choice).to_be_visible()


def test_learning_while_others_are_missing(person: NewPerson) -> None:
    """Ben sits and is there for Ann while he learns. When the last player comes, his page is at the table."""
    ann, ben, zoe = person("Ann", "en"), person("Ben", "de", is_newcomer=True), person("Zoe", "fr")
    made = ann.open_new_table("qwixx", "me", "open", "open")
    ben.register()
    ben.open(f"/join#{made['invite']}")
    ben.tap(ben.button("home.join.sit"))
    expect(ben.region("home.invite.title")).to_be_visible()
    take(ben)
    seat = ann.page.get_by_role("listitem").filter(has_text="Ben")
    expect(seat).to_be_visible()
    expect(seat.get_by_text(ann.say("page.play.gone"))).to_be_hidden()
    zoe.register()
    zoe.open(f"/join#{made['invite']}")
    zoe.tap(zoe.button("home.join.sit"))
    expect(ben.page).to_have_url(f"{ben.url}/table/{made['table']['id']}")
    for one in (ann, ben, zoe):
        expect(one.choice).to_be_visible()
    expect(offer(ben)).to_be_hidden()


def test_declined_in_the_lobby(person: NewPerson) -> None:
    """One tap; the link to the introduction stays at the end of the screen."""
    ann = person("Ann", "en", is_newcomer=True)
    ann.open_new_table("mark", "me", "open")
    ann.tap(ann.button("page.first.no"))
    expect(offer(ann)).to_be_hidden()
    expect(ann.link("home.learn")).to_be_visible()
    ann.page.reload()
    expect(ann.link("home.learn")).to_be_visible()
    expect(offer(ann)).to_be_hidden()
