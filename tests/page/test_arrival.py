"""A newcomer starts the program in a terminal, and somebody nearby joins through the link on the page."""

import io
import re
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, Locator, expect

from closecall.messages import LANGUAGES
from closecall.server.lan import lan_address
from page.browser import SMALL_PHONE
from page.person import Person, new_person
from page.screens import axe_violations, contrast_violations, overflow, small_targets
from server.lan_fixtures import AT_NEARBY, NEARBY, ON_NO_NETWORK
from server.server_process import running_server
from terminal.pseudo import Pseudo


def test_somebody_nearby_joins(browser: Browser, tmp_path: Path) -> None:
    """Ann opens the page at localhost; her link has the address that the terminal prints for phones."""
    if lan_address() is None:
        pytest.skip("this machine is on no network")
    with Pseudo(tmp_path, "--port", "0", CLOSECALL_PREPARED="1") as terminal:
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


def test_a_link_that_works_only_here(browser: Browser, tmp_path: Path) -> None:
    """If the settings leave no choice, the page says so, and what to do."""
    with (
        running_server(tmp_path, None, "--host=127.0.0.1") as running,
        new_person(browser, running.url) as ann,
    ):
        ann.open_new_table("mark", "me", "open")
        expect(ann.text("home.invite.only_here")).to_be_visible()
        expect(lan_switch(ann)).to_be_hidden()


def lan_switch(person: Person) -> Locator:
    """The switch that lets phones on the network join."""
    return person.page.get_by_role("switch", name=person.say("home.invite.lan"))


def drawn_link(person: Person) -> str | None:
    """What the QR code on the page is drawn with."""
    return (
        person.page.get_by_role("img", name=person.say("home.invite.qr")).locator("path").get_attribute("d")
    )


def drawing_of(link: str) -> str:
    """What a QR code of this link is drawn with."""
    picture = io.BytesIO()
    segno.make_qr(link).save(picture, kind="svg", scale=4, light="white", xmldecl=False)
    found = re.search(r'stroke="#000" d="([^"]+)"', picture.getvalue().decode())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_for_phones(browser: Browser, tmp_path: Path, language: str) -> None:
    """Ann lets phones join while her table waits; link, QR code and place change at once, and Ben comes."""
    with (
        running_server(tmp_path, before=AT_NEARBY) as running,
        new_person(browser, running.url, "Ann", language, SMALL_PHONE) as ann,
    ):
        ann.open_new_table("qwixx", "me", "open", "open")
        switch, outside = lan_switch(ann), running.url.replace("127.0.0.1", NEARBY)
        expect(switch).not_to_be_checked()
        expect(switch).to_have_accessible_description(ann.say("home.invite.lan_off"))
        ann.tap(ann.button("home.invite.new"))
        link = ann.page.get_by_role("textbox", name=ann.say("home.invite.link"))
        expect(link).to_have_value(re.compile(rf"^{running.url}/join#"))
        here = link.input_value()
        expect(ann.page.get_by_role("img", name=ann.say("home.invite.qr"))).to_be_visible()
        assert drawn_link(ann) == drawing_of(here)

        switch.press("Space")
        expect(link).to_have_value(here.replace(running.url, outside))
        expect(switch).to_be_checked()
        place = outside.removeprefix("http://")
        expect(switch).to_have_accessible_description(ann.say("home.invite.lan_on", place=place))
        expect(ann.text("home.invite.where", place=place)).to_be_visible()
        nearby = drawing_of(link.input_value())
        expect(ann.page.locator(f'path[d="{nearby}"]')).to_be_visible()
        assert overflow(ann) + axe_violations(ann) + contrast_violations(ann) == []
        assert small_targets(ann, 24) == []

        with new_person(browser, outside, "Ben", "de") as ben:
            ben.page.goto(link.input_value())
            ben.page.get_by_label(ben.say("home.join.what_name")).fill("Ben")
            ben.tap(ben.button("home.join.sit"))
            expect(ann.page.get_by_text("Ben").first).to_be_visible()
            # Ben sits elsewhere: he sees the invitation, but no switch.
            expect(ben.text("home.invite.title")).to_be_visible()
            expect(lan_switch(ben)).to_be_hidden()

        ann.page.reload()
        expect(switch).to_be_checked()
        ann.tap(switch)
        expect(switch).not_to_be_checked()
        expect(link).to_have_value(here)


def test_no_network_for_phones(browser: Browser, tmp_path: Path) -> None:
    """The page says so in a sentence, and the switch stays off."""
    with (
        running_server(tmp_path, before=ON_NO_NETWORK) as running,
        new_person(browser, running.url, allow_errors=True) as ann,  # The browser logs every refusal.
    ):
        ann.open_new_table("mark", "me", "open")
        ann.tap(lan_switch(ann))
        expect(ann.page.get_by_role("alert")).to_have_text(ann.say("error.no_lan"))
        expect(lan_switch(ann)).not_to_be_checked()
