"""Sharing a finished game: as a picture of the sheet or the trophy, as text, or as a link."""

import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.browser import DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.person import Person
from page.screens import await_end, axe_violations, contrast_violations, overflow
from page.test_shared_replay import COPY

DENSE_WIDTH = 1080


def open_sharing(person: Person, game: str, *seats: str) -> str:
    """Open the dialog after a game of bots; the id of its table."""
    person.register()
    table_id = str(person.create_table(game, *seats)["table"]["id"])
    await_end(person, f"/table/{table_id}")
    person.open(f"/table/{table_id}")
    person.tap(person.button("page.share.open"))
    expect(person.page.get_by_role("dialog", name=person.label("page.share.title"))).to_be_visible()
    return table_id


def saved_picture(person: Person) -> tuple[str, int, int]:
    """Save the picture: its file's name, and its width and height."""
    with person.page.expect_download() as download:
        person.tap(person.button("page.share.save"))
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return download.value.suggested_filename, width, height


@pytest.mark.parametrize(
    ("game", "language", "device"),
    [("mark", "en", PHONE), ("qwixx", "de", SMALL_PHONE), ("enough", "fr", DESKTOP)],
)
def test_a_picture_to_keep(person: NewPerson, game: str, language: str, device: Device) -> None:
    """A PNG in twice the resolution, which says in words what it shows; nothing overflows."""
    ann = person("Ann", language, device)
    open_sharing(ann, game, "greedy", "random", "random")
    name, width, height = saved_picture(ann)
    assert name.startswith(f"closecall-{game}-20")
    assert name.endswith(".png")
    assert width == DENSE_WIDTH
    assert height > DENSE_WIDTH / 2
    words = ann.page.get_by_role("dialog").get_by_role("img").get_attribute("aria-label") or ""
    assert ann.say(f"game.{game}") in words
    assert axe_violations(ann) == []
    assert contrast_violations(ann) == []
    assert overflow(ann) == []


def test_the_trophy_has_name_and_date(person: NewPerson) -> None:
    """The champion of Close Enough, or the Half-Champions (E15, E17)."""
    ann = person("Ann", "en", PHONE)
    table_id = open_sharing(ann, "enough", "greedy", "greedy", "greedy")
    steps = ann.get(f"/tables/{table_id}/replay?limit=1")["steps"]
    over = ann.get(f"/tables/{table_id}/replay?step={steps - 1}")["items"][0]["seen"]["over"]
    names = [seat["name"] for seat in ann.get(f"/tables/{table_id}")["seats"]]
    picture = ann.page.get_by_role("dialog").get_by_role("img")
    words = picture.get_attribute("aria-label") or ""
    for seat in over["winners"]:
        assert names[seat] in words
    title = "board.enough.champion" if len(over["winners"]) == 1 else "board.enough.half_champions"
    assert words.startswith(ann.say(title))
    ended_at = ann.get(f"/tables/{table_id}")["ended_at"]
    date = f"new Intl.DateTimeFormat('en', {{ dateStyle: 'medium' }}).format({ended_at})"
    assert words.endswith(ann.page.evaluate(date))


def test_text_and_link(person: NewPerson) -> None:
    """The text has every score; the link opens the replay for somebody else until it is ended."""
    ann = person("Ann", "en", PHONE)
    ann.page.add_init_script(COPY)
    open_sharing(ann, "mark", "greedy", "random")
    dialog = ann.page.get_by_role("dialog")
    ann.tap(ann.button("page.share.text"))
    expect(dialog.get_by_text(ann.say("page.share.copied"))).to_be_visible()
    title, best, other, *_ = str(ann.page.evaluate("window.copied")).splitlines()
    assert title.startswith(f"{ann.say('game.mark')}, ")
    assert best.startswith("★ ")
    assert ": " in other
    ann.tap(ann.button("page.share.link"))
    link = ann.page.get_by_role("textbox", name=ann.label("page.share.replay")).input_value()
    ben = person("Ben", "it", PHONE, allow_errors=True)  # The browser reports the refusal at the end.
    ben.open(link.removeprefix(ben.url))
    expect(ben.region("learn.replay.controls")).to_be_visible()
    ann.tap(ann.button("page.share.stop"))
    expect(dialog.get_by_text(ann.say("page.share.stopped"))).to_be_visible()
    expect(ann.button("page.share.link")).to_be_visible()
    ben.page.reload()
    expect(ben.page.get_by_text(ben.label("error.unknown_share"))).to_be_visible()
