"""A person at the page, who finds everything by role and accessible name, in their own language."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    StorageState,
    expect,
)

from closecall.games import slugs
from closecall.messages import Catalogue, catalogue
from page.browser import PHONE, Device, new_page

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(slots=True)
class Person:
    """A person with a device and an open tab."""

    page: Page
    url: str
    name: str
    device: Device
    say: Catalogue
    taps: int = 0
    """How often this person has tapped so far."""
    browser_errors: list[str] = field(default_factory=list)
    """Console errors and warnings, exceptions, and requests to other origins."""

    @property
    def context(self) -> BrowserContext:
        """The browser context: all tabs of this person, with shared cookies."""
        return self.page.context

    # Navigation.

    def open(self, path: str = "/") -> None:
        """Go to a path of the server."""
        self.page.goto(self.url + path)

    def other_tab(self, path: str) -> "Person":
        """The same person in another tab."""
        other = Person(
            new_page(self.context),
            self.url,
            self.name,
            self.device,
            self.say,
            browser_errors=self.browser_errors,
        )
        other.record_errors()
        other.open(path)
        return other

    def record_errors(self) -> None:
        """Record what the browser reports into `browser_errors`."""

        def on_console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.browser_errors.append(f"{message.type}: {message.text} ({message.location.get('url')})")

        def on_request(request: Request) -> None:
            if not request.url.startswith((f"{self.url}/", "blob:", "data:")):
                self.browser_errors.append(f"another origin: {request.url}")

        self.page.on("console", on_console)
        self.page.on("request", on_request)
        self.page.on("pageerror", lambda error: self.browser_errors.append(f"error: {error}"))

    # The API, to reach a test's starting point quickly.

    def post(self, path: str, **body: Any) -> Any:
        """POST to the API; the decoded answer."""
        answer = self.context.request.post(f"{self.url}/api{path}", data=body, headers={"origin": self.url})
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        """GET from the API; the decoded answer."""
        answer = self.context.request.get(f"{self.url}/api{path}")
        assert answer.ok, answer.text()
        return answer.json()

    def register(self) -> None:
        """Get an identity at the server."""
        self.post("/people", name=self.name, language=self.say.language)

    def create_table(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        """Create a table and be ready for its game; a game of bots alone is started.

        A seat is `me`, `open`, a bot's name, or `+Ben` for a person at the same device.
        """
        made: dict[str, Any] = self.post("/tables", game=game, seats=[_seat(seat) for seat in seats], **more)
        path, kinds = f"/tables/{made['table']['id']}", [seat["kind"] for seat in made["table"]["seats"]]
        if "person" in kinds:
            made["table"] = self.post(f"{path}/ready")
        elif "open" not in kinds:
            made["table"] = self.post(f"{path}/start")
        return made

    def open_new_table(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        """Register, create a table and open it."""
        self.register()
        made = self.create_table(game, *seats, **more)
        self.open(f"/table/{made['table']['id']}")
        return made

    # The home page.

    def start_game(self, game: str, way: str) -> None:
        """Start a game with one tap on the home page; `way` is `home.alone`, `home.play_bots` and so on."""
        self.open("/")
        self.tap(self.start_button(game, way))

    def start_button(self, game: str, way: str) -> Locator:
        """The button or link on the home page that starts a game this way."""
        if way == "home.play_bots":  # Who plays is up to the page.
            choice = self.say(way, names="\0")
            before, after = self.label(
                "home.play_game", game=self.label(f"game.{game}"), choice=choice
            ).split("\0")
            return self.page.get_by_role(
                "button", name=re.compile(f"^{re.escape(before)}.+{re.escape(after)}$")
            )
        name = self.label("home.play_game", game=self.label(f"game.{game}"), choice=self.say(way))
        button = self.page.get_by_role("button", name=name, exact=True)
        return button.or_(self.page.get_by_role("link", name=name, exact=True))

    # Locators and texts. `facts` are the values of a message's placeholders.

    def label(self, key: str, **facts: object) -> str:
        """A message as an accessible name, where a no-break space is a space."""
        return self.say(key, **facts).replace("\u00a0", " ")

    def pattern(self, key: str, *, more: bool = False, **facts: object) -> re.Pattern[str]:
        """A message with any value for the facts not given; with `more`, further text may follow."""
        message = self.say.messages[key]
        texts = [message] if isinstance(message, str) else list(message.values())
        words = "|".join(_pattern(text, facts) for text in texts)
        return re.compile(f"^(?:{words})" + ("" if more else "$"))

    def button(self, key: str, **facts: object) -> Locator:
        """The button with exactly this name."""
        return self.page.get_by_role("button", name=self.label(key, **facts), exact=True)

    def button_matching(self, key: str, **facts: object) -> Locator:
        """Buttons whose name begins with this message, neither disabled nor pressed."""
        name = self.pattern(key, more=True, **facts)
        return self.page.get_by_role("button", name=name, disabled=False, pressed=False)

    def link(self, key: str, **facts: object) -> Locator:
        """The link with exactly this name."""
        return self.page.get_by_role("link", name=self.label(key, **facts), exact=True)

    def region(self, key: str, **facts: object) -> Locator:
        """The region with exactly this name."""
        return self.page.get_by_role("region", name=self.label(key, **facts), exact=True)

    def text(self, key: str, **facts: object) -> Locator:
        """The first element that contains this text."""
        return self.page.get_by_text(self.say(key, **facts)).first

    def screen_without(self, what: Locator) -> Locator:
        """The whole screen, provided that it does not contain this."""
        return self.page.locator("body").filter(has_not=what)

    @property
    def result(self) -> Locator:
        """The result of the game, shown when it is over."""
        return self.region("page.play.result")

    @property
    def choice(self) -> Locator:
        """The bar with the current prompt, selection or sealed choice, and its buttons."""
        return self.region("page.play.choice")

    def seat(self, name: str) -> Locator:
        """A player in the list of players."""
        players = self.page.get_by_role("list", name=self.say("page.play.players"), exact=True)
        return players.get_by_role("listitem").filter(has_text=name)

    # Actions and observations.

    def tap(self, what: Locator) -> None:
        """Tap or click, depending on the device."""
        self.taps += 1
        if self.device.has_touch:
            what.tap()
        else:
            what.click()

    def has_focus(self) -> bool:
        """Whether an element has the focus; otherwise the next Tab would start at the top of the page."""
        return bool(self.page.evaluate("document.activeElement !== document.body"))

    def scores(self) -> list[str]:
        """The lines of the result, best first: name and score. It must be in view without scrolling."""
        expect(self.result).to_be_in_viewport()
        return [" ".join(line.split()) for line in self.result.get_by_role("listitem").all_inner_texts()]


def _pattern(text: str, facts: dict[str, object]) -> str:
    # Odd parts are names of placeholders. Browsers report a no-break space as a space.
    parts = [
        re.escape(part).replace("\u00a0", r"\s") if at % 2 == 0 else _fact(part, facts)
        for at, part in enumerate(_PLACEHOLDER.split(text))
    ]
    return "".join(parts)


def _fact(name: str, facts: dict[str, object]) -> str:
    return re.escape(str(facts[name])) if name in facts else ".*"


def _seat(seat: str) -> dict[str, str]:
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
    allow_errors: bool = False,
    reads_steps: bool = False,
    is_newcomer: bool = False,
    **settings: Any,
) -> Iterator[Person]:
    """A person with a new browser context; asserts at the end that the browser reported no errors.

    The steps of others wait for nobody, unless the person wants to read them. Introductions are offered to
    newcomers only.
    """
    kept = {"closecall.enough.faster": "false" if reads_steps else "true"}
    if not is_newcomer:
        kept["closecall.introduced"] = json.dumps(slugs())
    chosen: StorageState = {
        "origins": [
            {"origin": url, "localStorage": [{"name": name, "value": kept[name]} for name in kept]},
        ]
    }
    context = browser.new_context(**device.settings(language, **settings), storage_state=chosen)
    person = Person(new_page(context), url, name, device, catalogue(language))
    person.record_errors()
    try:
        yield person
    finally:
        context.close()
    if not allow_errors:
        assert person.browser_errors == []
