"""Accessibility and layout of every screen: axe-core, contrast, tap targets, overflow, layout shifts."""

import time

import pytest
from playwright.sync_api import Locator, Route, expect

from closecall.messages import LANGUAGES
from page.browser import DELAY_MESSAGES, DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, play, select
from page.screens import (
    GAMES,
    all_screens,
    axe_violations,
    contrast_violations,
    format_flaws,
    layout_shifts,
    overflow,
    small_targets,
    truncated_selects,
    try_to_show,
)

LEAST_PX, COMFORTABLE_PX = 24, 44
"""The minimum for any tap target, and for those tapped most."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_on_a_small_phone(person: NewPerson, language: str) -> None:
    """All checks, at a width of 320 px."""
    ann = person("Ann", language, SMALL_PHONE)
    flaws: dict[str, list[str]] = {}
    for screen in all_screens(ann):
        if try_to_show(screen, ann, flaws):
            flaws[screen.name] = (
                layout_shifts(ann) + overflow(ann) + small_targets(ann, LEAST_PX) + axe_violations(ann)
            )
            flaws[screen.name] += truncated_selects(ann)
            if language == LANGUAGES[0]:  # Contrast does not depend on the language.
                flaws[screen.name] += contrast_violations(ann)
    assert len(flaws) > 25
    assert not any(flaws.values()), format_flaws(flaws)


def test_insufficient_contrast_is_detected(person: NewPerson) -> None:
    """Planted: a heading too faint in the light theme only."""
    ann = person("Ann", "en", PHONE)
    ann.open("/")
    heading = ann.page.get_by_role("main").get_by_role("heading").first
    expect(heading).to_be_visible()
    assert contrast_violations(ann) == []
    heading.evaluate("(one) => one.style.setProperty('color', '#bbb')")
    [flaw] = contrast_violations(ann)
    assert flaw.startswith("light theme: color-contrast")


def test_no_layout_shifts_on_a_desktop(person: NewPerson) -> None:
    """Space is reserved for everything that loads later."""
    ann = person("Ann", "en", DESKTOP)
    shifts: dict[str, list[str]] = {}
    for screen in all_screens(ann):
        if try_to_show(screen, ann, shifts):
            shifts[screen.name] = layout_shifts(ann)
    assert not any(shifts.values()), format_flaws(shifts)


def test_no_layout_shifts_with_slow_responses(person: NewPerson) -> None:
    """Lists arrive 0.8 s after their screen, are requested once, and no tables are remembered."""
    ann = person("Ann", "en", PHONE)
    ann.register()
    for public in (True, False):
        ann.create_table("qwixx", "me", "open", public=public)
    ann.page.route("**/api/**", delay)
    requested: list[str] = []
    ann.page.on("request", lambda request: requested.append(request.url))
    shifts = {}
    for path in ("/", "/tables", "/games"):
        requested.clear()
        ann.open(path)
        expect(ann.page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
        shifts[path] = layout_shifts(ann)
        assert sorted(requested) == sorted(set(requested))
    assert not any(shifts.values()), format_flaws(shifts)


@pytest.mark.parametrize("game", GAMES)
def test_no_layout_shifts_with_slow_messages(person: NewPerson, game: str) -> None:
    """Other seats' choices arrive long after one's own; on a small phone, in a language with long texts."""
    ann = person("Ann", "it", SMALL_PHONE)
    ann.page.add_init_script(DELAY_MESSAGES)
    ann.open_new_table(game, "me", "greedy", "greedy")
    play(ann, game, 6)
    assert await_turn(ann, game)
    assert layout_shifts(ann) == []


@pytest.mark.parametrize(
    ("device", "language"),
    [(PHONE, "en"), (SMALL_PHONE, "it"), (DESKTOP, "fr")],
    ids=lambda one: getattr(one, "name", one),
)
def test_own_cards_do_not_move(person: NewPerson, device: Device, language: str) -> None:
    """Close Enough: drawn cards, texts about other seats and the first token do not move one's own cards.

    Draws until another seat calls; in later rounds tokens are won and First! changes hands.
    """
    ann = person("Ann", language, device)
    ann.open_new_table("enough", "me", "greedy", "greedy")
    target = ann.page.get_by_role("img", name=ann.pattern("board.enough.target"))
    deck, drawn = (ann.button_matching(f"board.enough.{name}") for name in ("deck", "your_drawn"))
    called = ann.page.get_by_text(ann.say("board.enough.callin"), exact=True)
    positions: set[tuple[float, float]] = set()
    draws = calls = choices = 0
    while draws < 2 or calls < 2 or choices < 12:
        if not await_turn(ann, "enough"):  # The game ended early: continue in a new one.
            assert len(positions) == 1, positions
            positions, draws, calls, choices = set(), 0, 0, 0
            ann.open(f"/table/{ann.create_table('enough', 'me', 'greedy', 'greedy')['table']['id']}")
            continue
        positions.add(position(target))
        draws, calls, choices = draws + drawn.is_visible(), calls + called.is_visible(), choices + 1
        if deck.is_visible():
            ann.tap(deck)
        else:
            select(ann, "enough")
        confirm(ann)
    assert len(positions) == 1, positions


def position(one: Locator) -> tuple[float, float]:
    """The position on the page, independent of scrolling."""
    expect(one).to_be_visible()
    x, y = one.evaluate(
        "(one) => [one.getBoundingClientRect().x + scrollX, one.getBoundingClientRect().y + scrollY]"
    )
    return x, y


def delay(route: Route) -> None:
    """Continue a request after 0.8 s."""
    time.sleep(0.8)
    route.continue_()


def test_main_buttons_are_large(person: NewPerson) -> None:
    """On a usual phone: start, confirm, cancel, menu, rematch."""
    ann = person("Ann", "de", PHONE)
    ann.open("/")
    begin = ann.start_button("qwixx", "home.play_bots")
    sizes = {"begin": size(begin)}
    ann.tap(begin)
    assert await_turn(ann, "qwixx")
    select(ann, "qwixx")
    for key in ("page.play.confirm", "page.play.cancel", "page.play.menu"):
        sizes[key] = size(ann.button(key))
    ann.open(f"/table/{ann.create_table('mark', 'me', '+Ben', '+Cem')['table']['id']}")
    sizes["page.play.menu"] = size(ann.button_matching("page.play.menu"))
    ann.open(f"/table/{ann.create_table('mark', 'greedy')['table']['id']}")
    sizes["page.play.rematch"] = size(ann.button("page.play.rematch"))
    assert {key: found for key, found in sizes.items() if found < COMFORTABLE_PX} == {}


def size(button: Locator) -> float:
    """The smaller of width and height."""
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])
