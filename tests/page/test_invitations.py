"""Whoever opens an invitation is asked the same, known or not: to sit down, or only to watch."""

import re

from playwright.sync_api import Locator, expect

from page.browser import SMALL_PHONE
from page.conftest import NewPerson
from page.looking import faint_colours, flaws_for_axe, too_wide
from page.person import Person


def opened(person: Person, invite: str) -> None:
    """Open the link of an invitation."""
    person.open(f"/join#{invite}")


def table_of(person: Person) -> str:
    """The table where somebody has come to."""
    expect(person.page).to_have_url(re.compile(r"/table/\w+$"))
    return person.page.url.rpartition("/")[2]


def question(person: Person) -> Locator:
    """Whether they sit down."""
    return person.button("home.join.sit")


def seated(host: Person, table: str) -> list[str]:
    """The names of those who sit there."""
    return [seat["name"] for seat in host.asked(f"/tables/{table}")["seats"] if seat["kind"] == "person"]


def test_somebody_known_is_asked_too(person: NewPerson) -> None:
    """Ben has played here before: the link alone seats him nowhere, one tap does."""
    ann, ben = person("Ann", "en"), person("Ben", "de", SMALL_PHONE)
    made = ann.sits_down("mark", "me", "open", "open")
    ben.has_name()
    opened(ben, made["invite"])
    expect(question(ben)).to_be_visible()
    expect(ben.text("home.you_are", name="Ben")).to_be_visible()
    assert too_wide(ben) + flaws_for_axe(ben) + faint_colours(ben) == []
    assert seated(ann, made["table"]["id"]) == ["Ann"]
    ben.tap(ben.button("home.join.sit"))
    assert table_of(ben) == made["table"]["id"]
    expect(ann.page.get_by_text("Ben").first).to_be_visible()
    assert seated(ann, made["table"]["id"]) == ["Ann", "Ben"]


def test_somebody_known_only_watches(person: NewPerson) -> None:
    """The last seat stays free, so the game does not begin."""
    ann, zoe = person("Ann", "en"), person("Zoe", "fr")
    made = ann.sits_down("qwixx", "me", "open")
    zoe.has_name()
    opened(zoe, made["invite"])
    zoe.tap(zoe.button("home.join.watch"))
    assert table_of(zoe) == made["table"]["id"]
    assert seated(ann, made["table"]["id"]) == ["Ann"]


def test_who_sits_there_goes_on_at_once(person: NewPerson) -> None:
    """Ann opens her own link; and Ben his once more, in the middle of the game."""
    ann, ben = person("Ann", "it"), person("Ben", "en")
    made = ann.sits_down("qwixx", "me", "open")
    opened(ann, made["invite"])
    assert table_of(ann) == made["table"]["id"]
    ben.has_name()
    opened(ben, made["invite"])
    ben.tap(ben.button("home.join.sit"))
    assert table_of(ben) == made["table"]["id"]
    opened(ben, made["invite"])
    assert table_of(ben) == made["table"]["id"]
    expect(ben.choice).to_be_visible()


def test_whoever_only_watches_leaves(person: NewPerson) -> None:
    """No bot plays on for Zoe; she reads that she needs an invitation to come back, and is led home."""
    ann, zoe = person("Ann", "en"), person("Zoe", "it")
    made = ann.sits_down("qwixx", "me", "greedy")
    zoe.has_name()
    opened(zoe, made["invite"])
    expect(zoe.text("page.play.you_watch")).to_be_visible()
    zoe.tap(zoe.button("page.play.menu"))
    zoe.tap(zoe.button("page.play.leave"))
    dialog = zoe.page.get_by_role("dialog")
    expect(dialog).to_contain_text(zoe.say("page.play.leave_watching"))
    expect(dialog).not_to_contain_text(zoe.say("page.play.leave_means"))
    zoe.tap(dialog.get_by_role("button", name=zoe.say("page.play.leave"), exact=True))
    expect(zoe.page).to_have_url(f"{zoe.url}/")


def test_a_link_that_was_cut(person: NewPerson) -> None:
    """Nobody is asked for a name in vain; the code is the other way in."""
    ann = person("Ann", "fr")
    opened(ann, "abc")
    expect(ann.text("home.join.cut")).to_be_visible()
    expect(ann.button("home.join.sit")).to_be_hidden()
    expect(ann.button("home.join_button")).to_be_visible()


def test_nobody_at_a_table(person: NewPerson) -> None:
    """Whoever has lost who they are reads so, and can come back with the code."""
    ann = person("Ann", "de", may_grumble=True)  # The browser reports the 404.
    made = ann.sits_down("mark", "me", "open")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.context.clear_cookies()
    ann.page.reload()
    expect(ann.text("page.play.nobody")).to_be_visible()
    ann.page.get_by_label(ann.say("home.code")).fill(str(made["table"]["code"]))
    ann.tap(ann.button("home.join_button"))
    expect(ann.page.get_by_role("heading", level=1)).not_to_have_text(ann.say("page.failed"))


def test_sounds_are_chosen_at_the_table(person: NewPerson) -> None:
    """Nobody has to leave it for that."""
    ann = person("Ann", "en")
    ann.sits_down("qwixx", "me")
    ann.tap(ann.button("page.play.menu"))
    switch = ann.page.get_by_role("switch", name=ann.say("home.settings.sound"))
    expect(switch).not_to_be_checked()
    ann.tap(switch)
    expect(switch).to_be_checked()
    ann.open("/settings")
    expect(ann.page.get_by_role("switch", name=ann.say("home.settings.sound"))).to_be_checked()
    expect(ann.page.get_by_text(re.compile(r"^Version \d+\.\d+"))).to_be_visible()
