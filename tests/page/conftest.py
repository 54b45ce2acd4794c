"""For the tests of the page: a fresh page, a real server, a real browser, and people."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from page.browsing import build_page, chromium, only_one, running_browser
from page.people import Person, new_person
from server.serving import Running, running_server

NewPerson = Callable[..., Person]


@pytest.fixture(scope="session", autouse=True)
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The page as its sources are now; one worker builds it, and the others wait."""
    with only_one(tmp_path_factory.getbasetemp().parent / "building"):
        build_page()


# A module of tests has a browser of its own: while Playwright runs in a thread, asyncio.run() cannot be used
# there, which tests of other modules do.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    if chromium() is None:
        pytest.skip("there is no Chromium or Chrome on the PATH; install one to test the page")
    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
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
