"""The list of devices, bots and links: ending each of them, with the keyboard and on a small phone."""

import re

import pytest
from playwright.sync_api import Locator, expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, SMALL_PHONE
from page.conftest import NewPerson
from page.person import Person
from page.screens import axe_violations, contrast_violations, layout_shifts, overflow, small_targets
from page.test_keyboard import press, press_enter_on
from page.test_layout import COMFORTABLE_PX, delay


def open_list(person: Person) -> None:
    """Open the list by way of the settings, as people do."""
    person.open("/settings")
    person.tap(person.link("home.access"))
    expect(person.region("home.access.devices").get_by_role("listitem").first).to_be_visible()


def end_button(person: Person, section: str, name: str) -> Locator:
    """The button that ends an entry of a section."""
    return person.region(section).get_by_role("button", name=re.compile(re.escape(name)))


def confirm(person: Person) -> None:
    """Confirm what the dialog asks."""
    person.tap(person.page.get_by_role("dialog").get_by_role("button").nth(1))
    expect(person.page.get_by_role("dialog")).to_be_hidden()


def carried(person: NewPerson, ann: Person) -> Person:
    """Another device of Ann's."""
    phone = person("Ann", "en", allow_errors=True)
    phone.post("/carry", token=ann.post("/me/carry")["token"])
    return phone


def test_another_device_is_signed_out(person: NewPerson) -> None:
    """While it is at a table: it is told at once, and knows nobody any more. Cancelling changes nothing."""
    ann = person("Ann", "en", DESKTOP)
    ann.register()
    phone = carried(person, ann)
    phone.open(f"/table/{ann.create_table('mark', 'me', 'open')['table']['id']}")
    expect(phone.page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
    open_list(ann)
    devices = ann.region("home.access.devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    other = devices.filter(has_not_text=ann.say("home.access.this")).get_by_role("button")
    ann.tap(other)
    ann.tap(ann.page.get_by_role("dialog").get_by_role("button", name=ann.say("home.cancel")))
    expect(devices).to_have_count(2)
    ann.tap(other)
    confirm(ann)
    expect(devices).to_have_count(1)
    expect(devices).to_contain_text(ann.say("home.access.this"))
    expect(phone.page.get_by_text(phone.say("bye.signed_out"))).to_be_visible()
    assert phone.context.request.get(f"{phone.url}/api/me").status == 401


def test_bots_and_links_are_revoked_with_the_keyboard(person: NewPerson) -> None:
    """The focus stays nearby, and a screen reader hears what has ended."""
    ann = person("Ann", "de", DESKTOP)
    ann.register()
    ann.post("/me/carry")
    for name in ("Robby", "Marvin"):
        ann.post("/me/bots", name=name)
    open_list(ann)
    bots, links = ann.region("home.access.bots"), ann.region("home.access.links")
    press_enter_on(ann, end_button(ann, "home.access.bots", "Robby"))
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text(ann.say("home.access.bot_really", name="Robby"))
    press(ann, "Escape")
    expect(end_button(ann, "home.access.bots", "Robby")).to_be_focused()
    press(ann, "Enter")
    press_enter_on(ann, dialog.get_by_role("button").nth(1))
    expect(bots.get_by_role("listitem")).to_have_count(1)
    expect(end_button(ann, "home.access.bots", "Marvin")).to_be_focused()
    expect(ann.page.get_by_text(ann.say("home.access.ended", name="Robby"))).to_be_attached()
    press_enter_on(ann, end_button(ann, "home.access.links", ann.say("home.access.link")))
    press_enter_on(ann, dialog.get_by_role("button").nth(1))
    expect(links).to_contain_text(ann.say("home.access.links_none"))
    assert ann.has_focus()
    assert ann.get("/me/access")["links"] == []
    assert [bot["name"] for bot in ann.get("/me/access")["bots"]] == ["Marvin"]


def test_signing_out_this_device(person: NewPerson) -> None:
    """Afterwards the page knows nobody, without asking again."""
    ann = person("Ann", "fr")
    ann.register()
    open_list(ann)
    ann.tap(ann.region("home.access.devices").get_by_role("button"))
    expect(ann.page.get_by_role("dialog")).to_contain_text(
        ann.say("home.settings.sign_out_really", name="Ann")
    )
    confirm(ann)
    expect(ann.page.get_by_text(ann.say("home.access.nobody"))).to_be_visible()
    assert ann.context.cookies() == []


def test_signing_out_everywhere_says_what_it_ends(person: NewPerson) -> None:
    """Before it happens; then the other device is signed out too."""
    ann = person("Ann", "it")
    ann.register()
    phone = carried(person, ann)
    ann.open("/settings")
    ann.tap(ann.button("home.settings.sign_out_all"))
    question = ann.say("home.settings.sign_out_all_really", name="Ann")
    expect(ann.page.get_by_role("dialog")).to_contain_text(question)
    confirm(ann)
    expect(ann.button("home.settings.sign_out_all")).to_be_hidden()
    assert phone.context.request.get(f"{phone.url}/api/me").status == 401


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_small_phone(person: NewPerson, language: str) -> None:
    """With entries of every kind, and in the dialog."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.register()
    ann.post("/me/carry")
    ann.post("/me/bots", name="W" * 24)
    ann.page.route("**/api/me/access", delay)
    ann.open("/access")
    expect(ann.region("home.access.bots").get_by_role("listitem")).to_be_visible()
    flaws = layout_shifts(ann) + overflow(ann) + axe_violations(ann) + contrast_violations(ann)
    assert flaws + small_targets(ann, COMFORTABLE_PX) == []
    ann.tap(end_button(ann, "home.access.bots", "W" * 24))
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    assert overflow(ann) + axe_violations(ann) + small_targets(ann, COMFORTABLE_PX) == []


def test_a_list_that_cannot_be_loaded(person: NewPerson) -> None:
    """It says why, and one tap tries again."""
    ann = person("Ann", "en", allow_errors=True)
    ann.register()
    ann.page.route("**/api/me/access", lambda route: route.abort())
    ann.open("/access")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    ann.page.unroute("**/api/me/access")
    ann.tap(ann.button("home.try_again"))
    expect(ann.region("home.access.devices").get_by_role("listitem")).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_be_hidden()
