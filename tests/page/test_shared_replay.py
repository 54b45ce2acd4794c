"""The link to a finished game: a player makes it, and everybody can watch, verify and play."""

import re

from playwright.sync_api import Locator, expect

from page.browser import DESKTOP, PHONE, SMALL_PHONE
from page.conftest import NewPerson
from page.person import Person
from page.screens import await_end, axe_violations, overflow

COPY = "navigator.clipboard.writeText = async (text) => { window.copied = text; };"
"""Browsers let a test read the clipboard only sometimes."""


def finished_game(person: Person, game: str, *seats: str, public: bool = False) -> str:
    """The id of a game of bots that is over."""
    made = person.create_table(game, *seats, public=public)
    await_end(person, f"/table/{made['table']['id']}")
    return str(made["table"]["id"])


def copied_link(person: Person, table_id: str, query: str = "") -> str:
    """The link to a step that the replay copies."""
    person.page.add_init_script(COPY)
    person.open(f"/replay/{table_id}{query}")
    person.tap(person.button("learn.replay.share"))
    expect(status(person)).not_to_be_empty()
    return str(person.page.evaluate("window.copied"))


def status(person: Person) -> Locator:
    """Where the replay says what was copied."""
    return person.page.get_by_role("main").get_by_role("status").last  # Boards have one too.


def at_step(person: Person, step: int) -> re.Pattern[str]:
    """What the controls of a replay say at a step."""
    return re.compile(person.pattern("learn.replay.step", step=step).pattern.strip("^$"))


def test_anybody_can_watch_a_shared_game(person: NewPerson) -> None:
    """A private game of others opens at the shared step, with every view and with fair dice."""
    ann = person("Ann", "en", PHONE)
    ann.register()
    table_id = finished_game(ann, "enough", "greedy", "greedy", "random")
    link = copied_link(ann, table_id, "?viewer=1&step=3")
    expect(status(ann)).to_have_text(ann.say("learn.replay.shared_with_all"))
    assert link.startswith(f"{ann.url}/shared?viewer=1&step=3#")
    assert table_id not in link

    ben = person("Ben", "de", SMALL_PHONE)  # Without a name on this server.
    ben.open(link.removeprefix(ben.url))
    steps = ben.region("learn.replay.controls")
    expect(steps).to_contain_text(at_step(ben, 3))
    expect(ben.page.get_by_label(ben.say("learn.replay.eyes"))).to_have_value("1")
    assert axe_violations(ben) == []
    assert overflow(ben) == []
    ben.tap(ben.button("learn.replay.forward"))
    expect(steps).to_contain_text(at_step(ben, 4))
    ben.page.reload()  # The address follows.
    expect(steps).to_contain_text(at_step(ben, 4))
    ben.tap(ben.button("learn.proof.check"))
    expect(ben.page.get_by_text(ben.pattern("learn.proof.fair"))).to_be_visible()
    with ben.page.expect_download() as saved:
        ben.tap(ben.button("learn.replay.record"))
    assert saved.value.suggested_filename == "closecall-enough.json"
    expect(ben.link("learn.replay.table")).to_have_count(0)
    ben.tap(ben.link("page.shared.play", game=ben.label("game.enough")))
    expect(ben.page).to_have_url(f"{ben.url}/new/enough")


def test_a_link_that_is_no_longer_shared(person: NewPerson) -> None:
    """A player stops sharing: the link is dead, and says so; the address of the replay never worked."""
    ann = person("Ann", "en", DESKTOP)
    ann.register()
    table_id = finished_game(ann, "mark", "greedy", "random")
    link = copied_link(ann, table_id)
    ben = person("Ben", "fr", PHONE, allow_errors=True)  # The browser reports the refusals.
    ben.open(link.removeprefix(ben.url))
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(
        ben.label("learn.replay.title", game=ben.label("game.mark"))
    )
    ann.tap(ann.button("page.share.stop"))
    expect(status(ann)).to_have_text(ann.say("page.share.stopped"))
    ben.page.reload()
    expect(ben.page.get_by_text(ben.label("error.unknown_share"))).to_be_visible()
    ben.open(f"/replay/{table_id}")
    expect(ben.page.get_by_text(ben.label("error.no_table"))).to_be_visible()


def test_a_link_that_was_cut_off(person: NewPerson) -> None:
    """It is reported without asking the server."""
    ann = person("Ann", "it", PHONE)
    for path in ("/shared", "/shared#abc"):
        ann.open(path)
        expect(ann.page.get_by_role("alert")).to_have_text(ann.say("page.shared.cut"))
        ann.open("/")


def test_a_public_game_is_shared_by_its_own_address(person: NewPerson) -> None:
    """No secret is needed."""
    ann = person("Ann", "en", DESKTOP)
    ann.register()
    table_id = finished_game(ann, "mark", "greedy", "random", public=True)
    assert copied_link(ann, table_id, "?step=5") == f"{ann.url}/replay/{table_id}?step=5"
    expect(status(ann)).to_have_text(ann.say("learn.replay.shared"))
    expect(ann.button("page.share.stop")).to_have_count(0)
