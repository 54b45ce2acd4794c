"""Lines that break, servers that die, tabs that are old: nobody loses a choice or has to do anything."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, play, play_out, select
from page.person import Person, new_person
from server.server_process import Running, running_server

ANOTHER_VERSION = "import closecall\nclosecall.__version__ = '99.0.0'\n"


class House:
    """A server that can die and come back at the same address with the same tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stack = ExitStack()
        self.running: Running = self.stack.enter_context(running_server(folder))
        self.url = self.running.url

    def dies(self) -> None:
        """Without any farewell."""
        self.running.stop(signal.SIGKILL)
        self.stack.close()

    def comes_back(self) -> None:
        """At the same port, with the same database."""
        port = self.url.rpartition(":")[2]
        self.running = self.stack.enter_context(running_server(self.folder, None, f"--port={port}"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server of this test alone."""
    house = House(tmp_path)
    with house.stack:
        yield house


@pytest.fixture
def ann(browser: Browser, house: House) -> Iterator[Person]:
    """Somebody whose browser complains about lost lines, as it should."""
    with new_person(browser, house.url, "Ann", "de", may_grumble=True) as ann:
        yield ann


def test_a_server_that_is_killed_in_the_middle(ann: Person, house: House) -> None:
    """A choice that is made meanwhile is kept, shown as on its way, and counts once afterwards."""
    ann.sits_down("mark", "me")
    play(ann, "mark", 4)
    assert await_turn(ann, "mark")
    house.dies()
    expect(ann.text("page.link.lost")).to_be_visible()
    select(ann, "mark")
    confirm(ann)
    expect(ann.text("page.play.sending")).to_be_visible()
    house.comes_back()
    expect(ann.text("page.link.back")).to_be_visible()
    expect(ann.text("board.mark.round", round=5, rounds=25)).to_be_visible()
    expect(ann.text("page.link.back")).to_be_hidden()
    assert len(play_out(ann, "mark")) == 1


def test_a_device_that_is_offline_for_a_while(ann: Person) -> None:
    """As in a tunnel: what was chosen there arrives afterwards, once."""
    ann.sits_down("mark", "me")
    play(ann, "mark", 2)
    assert await_turn(ann, "mark")
    ann.context.set_offline(True)
    select(ann, "mark")
    confirm(ann)
    ann.context.set_offline(False)
    expect(ann.text("board.mark.round", round=3, rounds=25)).to_be_visible()
    play(ann, "mark", 2)


def test_an_old_tab_loads_the_new_page_after_an_upgrade(
    ann: Person, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tab that was open before the upgrade becomes the new page by itself, and the game goes on in it."""
    ann.sits_down("mark", "me")
    play(ann, "mark", 2)
    old = ann.page.locator("html").get_attribute("data-build")
    house.dies()
    (tmp_path / "sitecustomize.py").write_text(ANOTHER_VERSION)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    house.comes_back()
    expect(ann.page.locator("html")).not_to_have_attribute("data-build", old or "")
    play(ann, "mark", 1)
    expect(ann.text("board.mark.round", round=3, rounds=25)).to_be_visible()


def test_a_tab_of_the_same_page_is_not_loaded_again(ann: Person, house: House) -> None:
    """Else whatever somebody has just tapped would be gone whenever a line breaks."""
    ann.sits_down("mark", "me")
    assert await_turn(ann, "mark")
    loads: list[str] = []
    ann.page.on("load", lambda page: loads.append(page.url))
    house.dies()
    expect(ann.text("page.link.lost")).to_be_visible()
    with ann.page.expect_response(lambda answer: answer.url.endswith("/api/page") and answer.ok):
        house.comes_back()
    play(ann, "mark", 1)
    assert loads == []


def test_a_table_that_is_not_there(person: NewPerson) -> None:
    """A sentence and a way home, instead of a wheel that turns for ever."""
    ann = person("Ann", "fr", may_grumble=True)
    ann.has_name()
    ann.open("/table/0000000000000000")
    expect(ann.page.get_by_role("alert")).to_have_text(ann.say("error.no_table"))
    ann.tap(ann.page.get_by_role("main").get_by_role("link", name=ann.say("page.home")))
    expect(ann.page).to_have_url(f"{ann.url}/")


def test_two_tabs_of_one_person_agree(person: NewPerson) -> None:
    """What is chosen in one is seen in the other; sealed in one, it can be taken back in the other."""
    ann = person("Ann", "it")
    made = ann.sits_down("qwixx", "me", "open", start="full")
    ben = person("Ben", "en")
    ben.has_name()
    ben.asks("/join", invite=made["invite"])
    ben.asks(f"/tables/{made['table']['id']}/sit")
    other = ann.other_tab(f"/table/{made['table']['id']}")
    assert await_turn(ann, "qwixx")
    assert await_turn(other, "qwixx")
    ann.page.bring_to_front()
    ann.tap(ann.button_like("board.qwixx.pass"))
    confirm(ann)
    expect(other.button("page.play.take_back")).to_be_visible()
    other.page.bring_to_front()
    other.tap(other.button("page.play.take_back"))
    expect(ann.button("page.play.take_back")).to_be_hidden()
    assert await_turn(ann, "qwixx")
