"""A newcomer starts the program in a terminal, and somebody nearby joins through the link on the page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from closecall.server.lan import lan_address
from page.browser import SMALL_PHONE
from page.conftest import NewPerson
from page.person import new_person
from terminal.pseudo import Pseudo


def test_somebody_nearby_joins(browser: Browser, tmp_path: Path) -> None:
    """Ann opens the page at localhost; her link has the address that the terminal prints for phones."""
    if lan_address() is None:
        pytest.skip("this machine is on no network")
    with Pseudo(tmp_path, "--port", "0") as terminal:
        terminal.wait_for("May phones and computers on your network join?")
        terminal.type("")
        shown = terminal.wait_for("Ctrl-C stops the server")
        here, nearby = (
            re.search(pattern, shown)
            for pattern in (r"Open (http://127\.0\.0\.1:\d+)", r"same network, open (http://[\d.:]+)\.\n")
        )
        assert here is not None
        assert nearby is not None
        terminal.wait_for("started")
        with (
            new_person(browser, here[1], "Ann", "en") as ann,
            new_person(browser, nearby[1], "Ben", "de", SMALL_PHONE) as ben,
        ):
            ann.open_new_table("qwixx", "me", "open")
            ann.tap(ann.button("home.invite.new"))
            link = ann.page.get_by_role("textbox", name=ann.say("home.invite.link")).input_value()
            assert link.startswith(f"{nearby[1]}/join#")
            expect(ann.text("home.invite.only_here")).to_be_hidden()
            ben.page.goto(link)
            heading = ben.say("home.join.by", name="Ann", game=ben.say("game.qwixx"))
            expect(ben.page.get_by_role("heading", name=heading)).to_be_visible()
            ben.page.get_by_label(ben.say("home.join.what_name")).fill("Ben")
            ben.tap(ben.button("home.join.sit"))
            expect(ann.page.get_by_text("Ben").first).to_be_visible()
        terminal.interrupt()


def test_a_link_that_works_only_here(person: NewPerson) -> None:
    """The page says so, and what to do."""
    ann = person("Ann", "en")
    ann.open_new_table("mark", "me", "open")
    expect(ann.text("home.invite.only_here")).to_be_visible()
