"""A newcomer starts the program in a terminal, and somebody nearby joins through the link on the page."""

import io
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, Error, Locator, Playwright, expect

from closecall.messages import LANGUAGES
from page import home_network as home_networks
from page.browser import SMALL_PHONE, launch_browser
from page.gameplay import play
from page.home_network import Home, Machine, home_network
from page.person import Person, new_person
from page.screens import axe_violations, contrast_violations, overflow, small_targets
from server.lan_fixtures import AT_NEARBY, NEARBY, ON_NO_NETWORK
from server.server_process import TIMEOUT_S, running_server
from terminal.pseudo import Pseudo


@pytest.mark.parametrize("way", ["--lan", "question", "switch"])
def test_two_machines(playwright: Playwright, tmp_path: Path, way: str) -> None:
    """Ben's phone is another machine in Ann's network; he joins through the link on her page.

    Ann has started the program with --lan, has said yes to its question, or has said no and turns the switch.
    """
    with home_network() as home:
        join_by_phone(playwright, home, tmp_path, way)


def test_two_addresses(playwright: Playwright, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in where no network namespaces can be made."""
    monkeypatch.setattr(home_networks, "_make", lambda *_: False)
    with home_network() as home:
        assert not home.is_real
        join_by_phone(playwright, home, tmp_path, "switch")


def test_nothing_is_left_of_a_home() -> None:
    """What still runs in its namespaces ends with them."""
    with home_network() as home:
        if not home.is_real:
            pytest.skip("network namespaces need root and iproute2")
        asleep = [*home.phone.within.split(), "sh", "-c", "echo there; exec sleep 3600"]
        sleeper = subprocess.Popen(asleep, stdout=subprocess.PIPE)
        assert sleeper.stdout is not None
        assert sleeper.stdout.readline() == b"there\n"
    assert sleeper.wait(TIMEOUT_S) == -signal.SIGKILL
    sleeper.stdout.close()
    left = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
    assert not {home.phone.namespace, home.computer.namespace} & set(left.split())


def join_by_phone(playwright: Playwright, home: Home, folder: Path, way: str) -> None:
    """Ann starts the program on her computer; Ben joins with his phone, and both play."""
    with (
        Pseudo(
            folder,
            *("--port", "0", *(["--lan"] if way == "--lan" else [])),
            before=home.before,
            within=home.computer.within,
        ) as terminal,
        launch_browser(playwright, program=home.computer.browser(folder)) as computer,
        launch_browser(playwright, program=home.phone.browser(folder)) as phone,
    ):
        if way != "--lan":
            terminal.wait_for("May phones and computers on your network join?")
            terminal.type("no" if way == "switch" else "")
        shown = terminal.wait_for("started")
        found = re.search(r"Open (http://127\.0\.0\.1:(\d+)) ", shown)
        assert found is not None
        here, nearby = found[1], f"http://{home.address}:{found[2]}"
        assert (f"same network, open {nearby}." in shown) == (way != "switch")
        with (
            new_person(computer, here, "Ann", "en") as ann,
            new_person(phone, nearby, "Ben", "de", SMALL_PHONE, allow_errors=True) as ben,
        ):
            if home.is_real:
                with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
                    ben.page.goto(here)
            # On the page alone: Playwright's own requests would come from this machine.
            ann.start_game("qwixx", "home.with_friends")
            ann.tap(ann.button("home.new.invite"))
            link = ann.page.get_by_role("textbox", name=ann.say("home.invite.link"))
            if way == "switch":
                expect(link).to_have_value(re.compile(f"^{here}/join#"))
                with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
                    ben.page.goto(nearby)
                ann.tap(lan_switch(ann))
                terminal.wait_for(f"same network, open {nearby}.")
            expect(link).to_have_value(re.compile(f"^{nearby}/join#"))
            ben.page.goto(link.input_value())
            heading = ben.pattern("home.join.by", game=ben.say("game.qwixx"))
            expect(ben.page.get_by_role("heading", name=heading)).to_be_visible()
            ben.page.get_by_label(ben.say("home.join.what_name")).fill("Ben")
            ben.tap(ben.button("home.join.sit"))
            expect(ann.seat("Ben")).to_be_visible()
            for one in (ann, ben):
                play(one, "qwixx", 1)
            if home.is_real:
                # The name, as a phone looks for it.
                terminal.wait_for("It is also at http://closecall.local:")
                assert found_name(home.phone) == f"{home.address}:{found[2]}"
        assert terminal.interrupt() == 0


def found_name(machine: Machine) -> str:
    """What a machine finds under the name of the server in its network."""
    code = (
        "from zeroconf import Zeroconf\n"
        "found = Zeroconf().get_service_info('_http._tcp.local.', 'closecall._http._tcp.local.', 30_000)\n"
        "print(f'{found.parsed_addresses()[0]}:{found.port}')"
    )
    asked = [*machine.within.split(), sys.executable, "-c", code]
    return subprocess.run(asked, capture_output=True, text=True, timeout=60, check=True).stdout.strip()


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
