"""For the tests of the page: a fresh page, a real server, a real browser, and people."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from page.browser import build_page, chromium, launched, only_one
from page.person import Person, new_person
from server.server_process import Running, running_server

NewPerson = Callable[..., Person]
LONGEST = ("test_layout.py", "test_large_font.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What looks at every screen takes longest, so it begins: else all wait for it in the end."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture(scope="session", autouse=True)
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The page as its sources are now; one worker builds it, and the others wait."""
    with only_one(tmp_path_factory.getbasetemp().parent / "building"):
        build_page()


# These tests have one browser and one server together, and not longer: while Playwright runs in a thread,
# asyncio.run() cannot be used there, which tests elsewhere do.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives browsers, if there is one."""
    if chromium() is None:
        pytest.skip("there is no Chromium or Chrome on the PATH; install one to test the page")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A real Chromium."""
    with launched(playwright) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose bots do not pause."""
    with running_server(tmp_path_factory.mktemp("page")) as running:
        yield running


@pytest.fixture
def person(browser: Browser, server: Running) -> Iterator[NewPerson]:
    """Makes people, each with a browser of their own; nothing may have gone wrong in any of them."""
    with ExitStack() as stack:

        def make(*args: object, **settings: object) -> Person:
            # What new_person takes is handed through, and checked there.
            return stack.enter_context(new_person(browser, server.url, *args, **settings))  # type: ignore[arg-type]

        yield make
