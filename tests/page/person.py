"""People who use the page as people do: they read and tap, and know nothing of what is behind it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from closecall.messages import Catalogue, catalogue
from page.browser import PHONE, Device, new_page

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(slots=True)
class Person:
    """Somebody with a device, in front of the page."""

    page: Page
    url: str
    name: str
    device: Device
    say: Catalogue
    troubles: list[str] = field(default_factory=list)
    """What the browser has complained about."""

    @property
    def context(self) -> BrowserContext:
        """The browser of this person, whose tabs share who they are."""
        return self.page.context

    # Going somewhere.

    def open(self, path: str = "/") -> None:
        """Type an address."""
        self.page.goto(self.url + path)

    def other_tab(self, path: str) -> "Person":
        """The same person in another tab."""
        other = Person(new_page(self.context), self.url, self.name, self.device, self.say, self.troubles)
        other.listen()
        other.open(path)
        return other

    def listen(self) -> None:
        """Write down whatever the browser complains about."""

        def hear(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.troubles.append(f"{message.type}: {message.text} ({message.location.get('url')})")

        self.page.on("console", hear)

        def ask(request: Request) -> None:
            if not request.url.startswith((f"{self.url}/", "blob:", "data:")):
                self.troubles.append(f"another origin: {request.url}")

        self.page.on("request", ask)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))

    # Behind the page: only to come quickly to where a test begins.

    def asks(self, path: str, **body: Any) -> Any:
        """Send something to the API."""
        answer = self.context.request.post(f"{self.url}/api{path}", data=body, headers={"origin": self.url})
        assert answer.ok, answer.text()
        return answer.json()

    def asked(self, path: str) -> Any:
        """Ask the API for something."""
        answer = self.context.request.get(f"{self.url}/api{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def has_name(self) -> None:
        """Be somebody at the server already."""
        self.asks("/people", name=self.name, language=self.say.language)

    def has_table(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        """Make a table: `me`, `open`, the name of a bot, or `+Ann` for somebody at the same device."""
        made: dict[str, Any] = self.asks("/tables", game=game, seats=[_wish(seat) for seat in seats], **more)
        return made

    def sits_down(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        """Make a table and go to it."""
        self.has_name()
        made = self.has_table(game, *seats, **more)
        self.open(f"/table/{made['table']['id']}")
        return made

    # From the first screen to a table, as anybody would.

    def begins(self, game: str, way: str) -> None:
        """One tap on the first screen, on the way with this key: `home.alone`, `home.play_bots` and so on."""
        self.open("/")
        self.tap(self.way(game, way))

    def way(self, game: str, way: str) -> Locator:
        """On the first screen."""
        choice = self.say(way, n=2 if game == "enough" else 1) if way == "home.play_bots" else self.say(way)
        name = self.plain("home.play_game", game=self.plain(f"game.{game}"), choice=choice)
        button = self.page.get_by_role("button", name=name, exact=True)
        return button.or_(self.page.get_by_role("link", name=name, exact=True))

    # What is on the screen.

    def plain(self, key: str, **facts: object) -> str:
        """A text as a browser reads it: a space that keeps words together is a space."""
        return self.say(key, **facts).replace("\u00a0", " ")

    def button(self, key: str, **facts: object) -> Locator:
        """A button with these very words."""
        return self.page.get_by_role("button", name=self.plain(key, **facts), exact=True)

    def like(self, key: str, *, more: bool = False, **facts: object) -> re.Pattern[str]:
        """These words, whatever the facts are that are not given; perhaps with more words after them."""
        message = self.say.messages[key]
        texts = [message] if isinstance(message, str) else list(message.values())
        words = "|".join(_pattern(text, facts) for text in texts)
        return re.compile(f"^(?:{words})" + ("" if more else "$"))

    def button_like(self, key: str, **facts: object) -> Locator:
        """A button that begins with these words, whatever the facts are; neither disabled nor pressed."""
        name = self.like(key, more=True, **facts)
        return self.page.get_by_role("button", name=name, disabled=False, pressed=False)

    def link(self, key: str, **facts: object) -> Locator:
        """A link with these very words."""
        return self.page.get_by_role("link", name=self.plain(key, **facts), exact=True)

    def region(self, key: str, **facts: object) -> Locator:
        """A part of the screen with this name."""
        return self.page.get_by_role("region", name=self.plain(key, **facts), exact=True)

    def text(self, key: str, **facts: object) -> Locator:
        """This sentence, somewhere, perhaps among others."""
        return self.page.get_by_text(self.say(key, **facts)).first

    def without(self, what: Locator) -> Locator:
        """The whole screen, as long as this is not on it."""
        return self.page.locator("body").filter(has_not=what)

    @property
    def result(self) -> Locator:
        """How it ended, once it has."""
        return self.region("page.play.result")

    @property
    def choice(self) -> Locator:
        """What is to be chosen, is selected or sealed, with its buttons."""
        return self.region("page.play.choice")

    def seat(self, name: str) -> Locator:
        """A player in the list of players."""
        players = self.page.get_by_role("list", name=self.say("page.play.players"), exact=True)
        return players.get_by_role("listitem").filter(has_text=name)

    # Doing something.

    def tap(self, what: Locator) -> None:
        """With a finger or with a mouse, whichever this device has."""
        if self.device.is_touched:
            what.tap()
        else:
            what.click()

    def has_focus(self) -> bool:
        """Whether the focus is somewhere; the next Tab would else begin at the top of the page."""
        return bool(self.page.evaluate("document.activeElement !== document.body"))

    def scores(self) -> list[str]:
        """The lines of the result: names and scores, best first; nobody has to look for it."""
        expect(self.result).to_be_in_viewport()
        return [" ".join(line.split()) for line in self.result.get_by_role("listitem").all_inner_texts()]


def _pattern(text: str, facts: dict[str, object]) -> str:
    # Every second part is the name of a fact.
    parts = _PLACEHOLDER.split(text)
    # A browser reads a space that keeps words together as any other.
    known = [
        re.escape(part).replace("\u00a0", r"\s") if at % 2 == 0 else _fact(part, facts)
        for at, part in enumerate(parts)
    ]
    return "".join(known)


def _fact(name: str, facts: dict[str, object]) -> str:
    return re.escape(str(facts[name])) if name in facts else ".*"


def _wish(seat: str) -> dict[str, str]:
    if seat in ("me", "open"):
        return {"kind": seat}
    if seat.startswith("+"):
        return {"kind": "local", "name": seat[1:]}
    return {"kind": "bot", "bot": seat}


@contextmanager
def new_person(
    browser: Browser,
    url: str,
    name: str = "Ann",
    language: str = "en",
    device: Device = PHONE,
    *,
    may_grumble: bool = False,
    **settings: Any,
) -> Iterator[Person]:
    """Somebody new; in the end the browser must have had nothing to complain about, unless it may."""
    context = browser.new_context(**device.settings(language, **settings))
    person = Person(new_page(context), url, name, device, catalogue(language))
    person.listen()
    try:
        yield person
    finally:
        context.close()
    if not may_grumble:
        assert person.troubles == []
