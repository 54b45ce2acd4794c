"""Fixtures for the tests of the page: a current build, a real server, a real browser, and people using it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Playwright, sync_playwright

from page.browser import build_page, chromium, launch_browser
from page.person import Person, new_person
from server.server_process import RunningServer, running_server

NewPerson = Callable[..., Person]
SLOWEST = ("test_layout.py", "test_large_font.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the slowest tests, which visit every screen, so that none is left for the end."""
    items.sort(key=lambda item: item.path.name not in SLOWEST)


@pytest.fixture(scope="session", autouse=True)
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Build the page if necessary: one worker builds, the others wait."""
    with FileLock(tmp_path_factory.getbasetemp().parent / "build.lock"):
        build_page()


# Package scope, not session scope: while Playwright runs in a thread, asyncio.run() fails there, and tests
# outside this package use it.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """A running Playwright; without a browser, the test is skipped."""
    if chromium() is None:
        pytest.skip("there is no Chromium or Chrome on the PATH; install one to test the page")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A real Chromium."""
    with launch_browser(playwright) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose bots move without a pause."""
    with running_server(tmp_path_factory.mktemp("page")) as running:
        yield running


@pytest.fixture
def person(browser: Browser, server: RunningServer) -> Iterator[NewPerson]:
    """A factory of people, each with their own browser context, in which no error may occur."""
    with ExitStack() as stack:

        def make(*args: object, **settings: object) -> Person:
            # The arguments are those of new_person, which checks them.
            return stack.enter_context(new_person(browser, server.url, *args, **settings))  # type: ignore[arg-type]

        yield make
