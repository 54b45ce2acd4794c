"""Lost connections, killed servers and upgrades: the page recovers by itself and loses no choice."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, play, play_to_end, select
from page.person import Person, new_person
from server.server_process import RunningServer, running_server

OTHER_VERSION = "import closecall\nclosecall.__version__ = '99.0.0'\n"


class RestartableServer:
    """A server that can be killed and restarted at the same address with the same database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stack = ExitStack()
        self.running: RunningServer = self.stack.enter_context(running_server(folder))
        self.url = self.running.url

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        self.running.stop(signal.SIGKILL)
        self.stack.close()

    def restart(self) -> None:
        """Start it again."""
        port = self.url.rpartition(":")[2]
        self.running = self.stack.enter_context(running_server(self.folder, None, f"--port={port}"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RestartableServer]:
    """A server for one test alone."""
    server = RestartableServer(tmp_path)
    with server.stack:
        yield server


@pytest.fixture
def ann(browser: Browser, own_server: RestartableServer) -> Iterator[Person]:
    """A person at that server; the browser reports lost connections as errors."""
    with new_person(browser, own_server.url, "Ann", "de", allow_errors=True) as ann:
        yield ann


def test_server_killed_during_a_game(ann: Person, own_server: RestartableServer) -> None:
    """A choice made meanwhile is shown as pending, and counts once after the restart."""
    ann.open_new_table("mark", "me")
    play(ann, "mark", 4)
    assert await_turn(ann, "mark")
    own_server.kill()
    expect(ann.text("page.link.lost")).to_be_visible()
    select(ann, "mark")
    confirm(ann)
    expect(ann.text("page.play.sending")).to_be_visible()
    own_server.restart()
    expect(ann.text("page.link.back")).to_be_visible()
    expect(ann.text("board.mark.round", round=5, rounds=25)).to_be_visible()
    expect(ann.text("page.link.back")).to_be_hidden()
    assert len(play_to_end(ann, "mark")) == 1


def test_choice_made_offline_is_sent_later(ann: Person) -> None:
    """It arrives once, when the device is online again."""
    ann.open_new_table("mark", "me")
    play(ann, "mark", 2)
    assert await_turn(ann, "mark")
    ann.context.set_offline(True)
    select(ann, "mark")
    confirm(ann)
    ann.context.set_offline(False)
    expect(ann.text("board.mark.round", round=3, rounds=25)).to_be_visible()
    play(ann, "mark", 2)


def test_open_tab_reloads_after_an_upgrade(
    ann: Person, own_server: RestartableServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tab from before the upgrade loads the new page by itself, and the game goes on."""
    ann.open_new_table("mark", "me")
    play(ann, "mark", 2)
    old = ann.page.locator("html").get_attribute("data-build")
    own_server.kill()
    (tmp_path / "sitecustomize.py").write_text(OTHER_VERSION)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    own_server.restart()
    expect(ann.page.locator("html")).not_to_have_attribute("data-build", old or "")
    play(ann, "mark", 1)
    expect(ann.text("board.mark.round", round=3, rounds=25)).to_be_visible()


def test_open_tab_does_not_reload_without_an_upgrade(ann: Person, own_server: RestartableServer) -> None:
    """A reload at every lost connection would discard the current selection."""
    ann.open_new_table("mark", "me")
    assert await_turn(ann, "mark")
    loads: list[str] = []
    ann.page.on("load", lambda page: loads.append(page.url))
    own_server.kill()
    expect(ann.text("page.link.lost")).to_be_visible()
    with ann.page.expect_response(lambda answer: answer.url.endswith("/api/page") and answer.ok):
        own_server.restart()
    play(ann, "mark", 1)
    assert loads == []


def test_offline_and_online_are_announced(person: NewPerson) -> None:
    """The page says at once that it is offline, and when it is back online."""
    ann = person("Ann", "it", allow_errors=True)
    ann.open_new_table("qwixx", "me")
    assert await_turn(ann, "qwixx")
    ann.context.set_offline(True)
    expect(ann.text("page.link.lost")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.text("page.link.back")).to_be_visible()
