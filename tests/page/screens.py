"""Every screen of the page, how to reach it, and checks of accessibility and layout.

The checks run in the page, in screen_checks.js; each returns a list of flaws.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Error, Locator, expect

from closecall.server.http.statistics import Statistics, statistics_of
from closecall.store import Company, PlayedRow
from page.gameplay import CONTROLS, await_turn, confirm, pass_turn, play, play_round, select
from page.person import Person, new_person
from support.source import ROOT

GAMES = ("mark", "qwixx", "enough")

_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_CHECKS = Path(__file__).with_name("screen_checks.js")
_CONTRAST = "color-contrast"
_JSON = "application/json"
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen and how to reach it."""

    name: str
    path: str
    prepare: Callable[[Person], None] = lambda person: None
    """What to do after opening the path."""

    def show(self, person: Person) -> None:
        """Open the screen, and wait until it is complete."""
        person.open(self.path)
        expect(person.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        self.prepare(person)
        expect(person.page.get_by_text(person.say("page.loading"))).to_be_hidden()


def all_screens(person: Person, choices: int = 4) -> Iterator[Screen]:
    """Every screen, with tables created for it; running games are shown after a number of choices.

    The person must not be registered yet.
    """
    yield Screen("home", "/")
    yield from (Screen(f"learn-{game}", f"/learn/{game}") for game in GAMES)
    yield from (Screen(f"rules-{game}", f"/rules/{game}") for game in GAMES)
    yield Screen("join", "/join")
    yield Screen("carry", "/carry")
    yield Screen("missing", "/new/chess")
    person.register()
    yield from (Screen(f"new-{game}", f"/new/{game}?with=friends") for game in GAMES)
    yield Screen("opponents", "/new/enough?with=bot", _open_opponents)
    yield from _games(person, choices)
    yield Screen("home-again", "/", _await_running)
    yield from (Screen(name, f"/{name}") for name in ("tables", "games", "fame", "daily", "settings"))
    yield Screen("day", f"/daily/mark/{person.get('/daily')['today']['day']}")
    yield Screen("statistics", "/games", show_statistics)
    person.post("/me/carry")
    person.post("/me/bots", name="Robby")
    yield Screen("access", "/access")


def show_statistics(person: Person) -> None:
    """My games after many of them: nobody here has the time to play them."""
    told = msgspec.json.encode(many_statistics())
    person.page.route("**/api/me/statistics", lambda route: route.fulfill(body=told, content_type=_JSON))
    person.page.reload()
    expect(person.region("statistics.title")).to_be_visible()


def many_statistics() -> Statistics:
    """The statistics after a winter of games in every company, with all kinds of results."""
    day_ms, rng, rows = 86_400_000, Random(4), []
    companies = [
        *((Company.BOTS, level) for level in ("expert", "medium", "easy")),
        *((company, None) for company in Company if company is not Company.BOTS),
    ]
    for n in range(180):
        (company, level), game = rng.choice(companies), GAMES[n % 3]
        score = rng.randrange(21) if game == "enough" else int(rng.gauss(40 + n / 4, 17))
        won = company is not Company.ALONE and rng.random() < 0.5
        at = 1_760_000_000_000 + n * day_ms
        rows.append(PlayedRow(game, company, level, score, 1, score, won, at))
    return statistics_of(rows)


def _games(person: Person, choices: int) -> Iterator[Screen]:
    yield Screen("lobby", _table(person, "qwixx", "me", "open", "hard", "greedy", public=True))
    yield Screen("colours", _table(person, "mark", "me", "greedy"))
    for game in GAMES:
        path = _table(person, game, "me", "easy", "expert")
        yield Screen(game, path, _play(game, choices))
        yield Screen(f"{game}-selected", path, _select(game))
    yield Screen("menu", _table(person, "mark", "me", "greedy"), _open_menu)
    path = _table_with_absent_closer(person)
    yield Screen("closing", path, _seal)
    yield Screen("closing-menu", path, _open_menu_while_waiting)
    yield Screen("covered", _table(person, "enough", "me", "+Ben", "+Cem"), _await_cover)
    yield Screen("enough-log", _table(person, "enough", "me", "greedy", "greedy"), _open_log)
    yield Screen("enough-target", _table(person, "enough", "me", "greedy", "greedy"), _await_picker)
    for name, others in (("enough-summary", ("greedy", "greedy")), ("enough-showing", ("+Ben", "+Cem"))):
        yield Screen(name, _table(person, "enough", "me", *others), play_round)
    for game in GAMES:
        path = _table(person, game, "greedy", "random", "greedy")  # Bots only.
        await_end(person, path)
        yield Screen(f"{game}-result", path, _await_result)
        yield Screen(f"{game}-replay", path.replace("/table/", "/replay/"))
        yield Screen(f"{game}-share", path, _open_sharing)
    shared = person.post(f"{path.replace('/table/', '/tables/')}/share")["link"]
    yield Screen("shared", shared.removeprefix(person.url))


def _table(person: Person, game: str, *seats: str, public: bool = False) -> str:
    return f"/table/{person.create_table(game, *seats, public=public)['table']['id']}"


def await_end(person: Person, path: str) -> None:
    """Wait until a game of bots is over."""
    for _ in range(1000):
        if person.get(f"/tables/{path.rpartition('/')[2]}")["ended_at"] is not None:
            return
        time.sleep(0.05)
    raise AssertionError("the bots did not finish their game")


def _play(game: str, choices: int) -> Callable[[Person], None]:
    def prepare(person: Person) -> None:
        play(person, game, choices)
        await_turn(person, game)

    return prepare


def _select(game: str) -> Callable[[Person], None]:
    def prepare(person: Person) -> None:
        if await_turn(person, game):
            select(person, game)
            expect(person.button("page.play.confirm")).to_be_visible()

    return prepare


def _open_opponents(person: Person) -> None:
    person.tap(person.page.get_by_role("button", name=person.pattern("home.new.opponent", n=2)))
    expect(person.page.get_by_role("dialog")).to_be_visible()


def _open_menu(person: Person) -> None:
    expect(CONTROLS["mark"].offered(person)).to_be_visible()
    person.tap(person.button("page.play.menu"))
    expect(person.page.get_by_role("dialog")).to_be_visible()


def _table_with_absent_closer(person: Person) -> str:
    """A game against somebody who is not connected and wants to close it."""
    made = person.create_table("qwixx", "me", "open")
    path, browser = f"/tables/{made['table']['id']}", person.context.browser
    assert browser is not None
    with new_person(browser, person.url, "Ben", person.say.language) as ben:
        ben.register()
        ben.post("/join", invite=made["invite"])
        ben.post(f"{path}/sit")
        ben.post(f"{path}/close")
    return path.replace("/tables/", "/table/")


def _seal(person: Person) -> None:
    expect(person.region("page.play.close")).to_be_visible()
    await_turn(person, "qwixx")
    pass_turn(person)
    expect(person.button("page.play.stand_in", name="Ben")).to_be_visible()


def _open_menu_while_waiting(person: Person) -> None:
    expect(person.button("page.play.take_back")).to_be_visible()
    person.tap(person.button("page.play.menu"))
    expect(person.page.get_by_role("dialog").get_by_role("timer")).to_be_visible()


def _await_cover(person: Person) -> None:
    cover, offered = person.button_matching("page.play.pass_go"), CONTROLS["enough"].offered(person)
    expect(cover.or_(offered).first).to_be_visible()
    if not cover.is_visible():  # The device starts with the first player.
        select(person, "enough")
        confirm(person)
    expect(cover).to_be_visible()


def _open_log(person: Person) -> None:
    play(person, "enough", 1)
    assert await_turn(person, "enough")
    person.tap(person.button("board.enough.ticker.log"))
    expect(person.page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()


def _await_picker(person: Person) -> None:
    expect(person.button("board.enough.pick.any")).to_be_visible()


def _await_result(person: Person) -> None:
    expect(person.result).to_be_visible()


def _open_sharing(person: Person) -> None:
    person.tap(person.button("page.share.open"))
    expect(person.page.get_by_role("dialog").get_by_role("img")).to_be_visible()


def _await_running(person: Person) -> None:
    expect(person.page.get_by_role("heading", name=person.say("home.go_on"), exact=True)).to_be_visible()


def try_to_show(screen: Screen, person: Person, flaws: dict[str, list[str]]) -> bool:
    """Show a screen; a failure is recorded as a flaw, so that the other screens are still checked."""
    try:
        screen.show(person)
    except (AssertionError, Error) as error:
        flaws[screen.name] = [f"not shown: {error!s:.400}"]
        return False
    return True


def format_flaws(flaws: dict[str, list[str]]) -> str:
    """One line per flaw, with the screens that have it."""
    screens: dict[str, list[str]] = {}
    for name, found in flaws.items():
        for flaw in found:
            screens.setdefault(flaw, []).append(name)
    return "\n".join(f"{flaw} — {', '.join(names)}" for flaw, names in screens.items())


def axe_violations(person: Person) -> list[str]:
    """What axe-core finds, except for contrast."""
    return _axe(
        person, {"runOnly": {"type": "tag", "values": _TAGS}, "rules": {_CONTRAST: {"enabled": False}}}
    )


def contrast_violations(person: Person) -> list[str]:
    """Insufficient contrast that axe-core finds in the dark and in the light theme."""
    flaws = []
    for theme in ("dark", "light"):
        person.page.emulate_media(color_scheme=theme)
        found = _axe(person, {"runOnly": {"type": "rule", "values": [_CONTRAST]}})
        flaws += [f"{theme} theme: {flaw}" for flaw in found]
    return flaws


def _axe(person: Person, options: dict[str, Any]) -> list[str]:
    _inject(person, "axe", _AXE)
    return _check(person, "axe", options)


def small_targets(person: Person, least_px: float) -> list[str]:
    """Tap targets below this size, except for links within sentences."""
    return _check(person, "smallTargets", least_px)


def overflow(person: Person) -> list[str]:
    """Horizontal overflow, and the elements that cause it."""
    return _check(person, "overflow")


def truncated_selects(person: Person) -> list[str]:
    """Select boxes that truncate the selected option although there is room for it."""
    return _check(person, "truncatedSelects")


def layout_shifts(person: Person) -> list[str]:
    """Layout shifts since loading that no recent input explains."""
    return _check(person, "layoutShifts")


def obscured(person: Person, what: Locator) -> list[str]:
    """Points of an element that are off the screen or under another element."""
    _inject(person, "screenChecks", _CHECKS)
    found: list[str] = what.evaluate("(one) => screenChecks.obscured(one)")
    return found


def _check(person: Person, name: str, argument: Any = None) -> list[str]:
    _inject(person, "screenChecks", _CHECKS)
    found: list[str] = person.page.evaluate(f"(argument) => screenChecks.{name}(argument)", argument)
    return found


def _inject(person: Person, name: str, script: Path) -> None:
    """Evaluate a script in the page, unless it is there already: axe-core takes a while to parse."""
    if not person.page.evaluate("(name) => name in globalThis", name):
        person.page.evaluate(script.read_text("utf-8"))
