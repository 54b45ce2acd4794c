"""Invitation links offer to sit down or to watch; leaving a table, and returning by its code."""

import re

from playwright.sync_api import Locator, expect

from page.browser import SMALL_PHONE
from page.conftest import NewPerson
from page.person import Person
from page.screens import axe_violations, contrast_violations, overflow


def open_invitation(person: Person, invite: str) -> None:
    """Open an invitation link."""
    person.open(f"/join#{invite}")


def current_table(person: Person) -> str:
    """The id of the table that is open."""
    expect(person.page).to_have_url(re.compile(r"/table/\w+$"))
    return person.page.url.rpartition("/")[2]


def sit_button(person: Person) -> Locator:
    """The button to take a seat."""
    return person.button("home.join.sit")


def seated_people(host: Person, table: str) -> list[str]:
    """The names of the people seated at a table."""
    return [seat["name"] for seat in host.get(f"/tables/{table}")["seats"] if seat["kind"] == "person"]


def test_registered_person_confirms_before_sitting(person: NewPerson) -> None:
    """Opening the link does not seat Ben, who is registered; one tap does."""
    ann, ben = person("Ann", "en"), person("Ben", "de", SMALL_PHONE)
    made = ann.open_new_table("mark", "me", "open", "open")
    ben.register()
    open_invitation(ben, made["invite"])
    expect(sit_button(ben)).to_be_visible()
    expect(ben.text("home.you_are", name="Ben")).to_be_visible()
    heading = ben.say("home.join.by", name="Ann", game=ben.say("game.mark"))
    expect(ben.page.get_by_role("heading", name=heading)).to_be_visible()
    assert overflow(ben) + axe_violations(ben) + contrast_violations(ben) == []
    assert seated_people(ann, made["table"]["id"]) == ["Ann"]
    ben.tap(sit_button(ben))
    assert current_table(ben) == made["table"]["id"]
    expect(ann.page.get_by_text("Ben").first).to_be_visible()
    assert seated_people(ann, made["table"]["id"]) == ["Ann", "Ben"]


def test_registered_person_watches(person: NewPerson) -> None:
    """The last seat stays free, and the game does not begin."""
    ann, zoe = person("Ann", "en"), person("Zoe", "fr")
    made = ann.open_new_table("qwixx", "me", "open")
    zoe.register()
    open_invitation(zoe, made["invite"])
    zoe.tap(zoe.button("home.join.watch"))
    assert current_table(zoe) == made["table"]["id"]
    assert seated_people(ann, made["table"]["id"]) == ["Ann"]


def test_seated_person_goes_straight_to_the_table(person: NewPerson) -> None:
    """Ann opens her own link, and Ben his again in the middle of the game."""
    ann, ben = person("Ann", "it"), person("Ben", "en")
    made = ann.open_new_table("qwixx", "me", "open")
    open_invitation(ann, made["invite"])
    assert current_table(ann) == made["table"]["id"]
    ben.register()
    open_invitation(ben, made["invite"])
    ben.tap(sit_button(ben))
    assert current_table(ben) == made["table"]["id"]
    open_invitation(ben, made["invite"])
    assert current_table(ben) == made["table"]["id"]
    expect(ben.choice).to_be_visible()


def test_watcher_leaves(person: NewPerson) -> None:
    """The dialog says that returning takes an invitation, and mentions no substitute bot; then home."""
    ann, zoe = person("Ann", "en"), person("Zoe", "it")
    made = ann.open_new_table("qwixx", "me", "greedy")
    zoe.register()
    open_invitation(zoe, made["invite"])
    expect(zoe.text("page.play.you_watch")).to_be_visible()
    zoe.tap(zoe.button("page.play.menu"))
    zoe.tap(zoe.button("page.play.leave"))
    dialog = zoe.page.get_by_role("dialog")
    expect(dialog).to_contain_text(zoe.say("page.play.leave_watching"))
    expect(dialog).not_to_contain_text(zoe.say("page.play.leave_means"))
    zoe.tap(dialog.get_by_role("button", name=zoe.say("page.play.leave"), exact=True))
    expect(zoe.page).to_have_url(f"{zoe.url}/")


def test_truncated_link(person: NewPerson) -> None:
    """The page asks for the code instead of a name."""
    ann = person("Ann", "fr")
    open_invitation(ann, "abc")
    expect(ann.text("home.join.cut")).to_be_visible()
    expect(sit_button(ann)).to_be_hidden()
    expect(ann.button("home.join_button")).to_be_visible()


def test_lost_identity_at_a_table(person: NewPerson) -> None:
    """Without cookies the page says that nobody is signed in, and the code leads back to the table."""
    ann = person("Ann", "de", allow_errors=True)  # The browser reports the 404.
    made = ann.open_new_table("mark", "me", "open")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.context.clear_cookies()
    ann.page.reload()
    expect(ann.text("page.play.nobody")).to_be_visible()
    ann.page.get_by_label(ann.say("home.code")).fill(str(made["table"]["code"]))
    ann.tap(ann.button("home.join_button"))
    expect(ann.page.get_by_role("heading", level=1)).not_to_have_text(ann.say("page.failed"))
