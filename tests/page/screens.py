"""Every screen of the page, and how somebody comes to it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import expect

from page.gameplay import PLAYERS, await_turn, confirm, play, select
from page.person import Person

GAMES = ("mark", "qwixx", "enough")


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen as somebody sees it."""

    name: str
    path: str
    go_on: Callable[[Person], None] = lambda person: None
    """What has to be done after the address is open."""

    def show(self, person: Person) -> None:
        """Go there, and wait until it is all there."""
        person.open(self.path)
        expect(person.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        self.go_on(person)
        expect(person.page.get_by_text(person.say("page.loading"))).to_be_hidden()


def all_screens(person: Person, choices: int = 4) -> Iterator[Screen]:
    """Every screen, with tables that are made for it. This person must be nobody yet.

    Games are shown after so many choices.
    """
    yield Screen("home", "/")
    yield from (Screen(f"learn-{game}", f"/learn/{game}") for game in GAMES)
    yield from (Screen(f"rules-{game}", f"/rules/{game}") for game in GAMES)
    yield Screen("join", "/join")
    yield Screen("carry", "/carry")
    yield Screen("missing", "/new/chess")
    person.has_name()
    yield from (Screen(f"new-{game}", f"/new/{game}?with=friends") for game in GAMES)
    yield from _games(person, choices)
    yield Screen("home-again", "/", _await_running)
    yield from (Screen(name, f"/{name}") for name in ("tables", "games", "fame", "settings"))


def _games(person: Person, choices: int) -> Iterator[Screen]:
    yield Screen("lobby", _table(person, "qwixx", "me", "open", "greedy", public=True))
    yield Screen("colours", _table(person, "mark", "me", "greedy"))
    for game in GAMES:
        path = _table(person, game, "me", "greedy", "greedy")
        yield Screen(game, path, _play(game, choices))
        yield Screen(f"{game}-selected", path, _select(game))
    yield Screen("menu", _table(person, "mark", "me", "greedy"), _open_menu)
    yield Screen("covered", _table(person, "enough", "me", "+Ben", "+Cem"), _await_cover)
    for game in GAMES:
        path = _table(person, game, "greedy", "random", "greedy")  # They play by themselves.
        _await_end(person, path)
        yield Screen(f"{game}-result", path, _await_result)
        yield Screen(f"{game}-replay", path.replace("/table/", "/replay/"))


def _table(person: Person, game: str, *seats: str, public: bool = False) -> str:
    return f"/table/{person.has_table(game, *seats, public=public)['table']['id']}"


def _await_end(person: Person, path: str) -> None:
    for _ in range(1000):
        if person.asked(f"/tables/{path.rpartition('/')[2]}")["ended_at"] is not None:
            return
        time.sleep(0.05)
    raise AssertionError("the bots do not come to an end")


def _play(game: str, choices: int) -> Callable[[Person], None]:
    def go_on(person: Person) -> None:
        play(person, game, choices)
        await_turn(person, game)

    return go_on


def _select(game: str) -> Callable[[Person], None]:
    def go_on(person: Person) -> None:
        if await_turn(person, game):
            select(person, game)
            expect(person.button("page.play.confirm")).to_be_visible()

    return go_on


def _open_menu(person: Person) -> None:
    expect(PLAYERS["mark"].offered(person)).to_be_visible()
    person.tap(person.button("page.play.menu"))
    expect(person.page.get_by_role("dialog")).to_be_visible()


def _await_cover(person: Person) -> None:
    cover, offered = person.button_like("page.play.pass_go"), PLAYERS["enough"].offered(person)
    expect(cover.or_(offered).first).to_be_visible()
    if not cover.is_visible():  # The first one has the device already.
        select(person, "enough")
        confirm(person)
    expect(cover).to_be_visible()


def _await_result(person: Person) -> None:
    expect(person.result).to_be_visible()


def _await_running(person: Person) -> None:
    expect(person.page.get_by_role("heading", name=person.say("home.go_on"), exact=True)).to_be_visible()
