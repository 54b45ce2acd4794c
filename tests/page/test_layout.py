"""Every screen: for everybody, on the smallest phone, in every language, in light and dark."""

import time

import pytest
from playwright.sync_api import Error, Locator, Route, expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, NEWS_COME_LATE, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, play, select
from page.looking import cut_short, faint_colours, flaws_for_axe, jumps, too_small, too_wide
from page.person import Person
from page.screens import GAMES, Screen, all_screens

LEAST_PX, COMFORTABLE_PX = 24, 44


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_phone(person: NewPerson, language: str) -> None:
    """320 px wide: axe-core finds nothing, nothing is too small to hit, nothing sticks out, nothing jumps."""
    ann = person("Ann", language, SMALL_PHONE)
    flaws: dict[str, list[str]] = {}
    for screen in all_screens(ann):
        if is_shown(screen, ann, flaws):
            flaws[screen.name] = jumps(ann) + too_wide(ann) + too_small(ann, LEAST_PX) + flaws_for_axe(ann)
            flaws[screen.name] += cut_short(ann)
            if language == LANGUAGES[0]:  # Colours speak no language.
                flaws[screen.name] += faint_colours(ann)
    assert len(flaws) > 25
    assert not any(flaws.values()), listed(flaws)


def test_faint_colours_would_be_seen(person: NewPerson) -> None:
    """Planted: letters that are too faint in the light, and fine in the dark."""
    ann = person("Ann", "en", PHONE)
    ann.open("/")
    heading = ann.page.get_by_role("main").get_by_role("heading").first
    expect(heading).to_be_visible()
    assert faint_colours(ann) == []
    heading.evaluate("(one) => one.style.setProperty('color', '#bbb')")
    [flaw] = faint_colours(ann)
    assert flaw.startswith("in the light color-contrast")


def listed(flaws: dict[str, list[str]]) -> str:
    """One flaw in a line, with the screens that have it."""
    screens: dict[str, list[str]] = {}
    for name, found in flaws.items():
        for flaw in found:
            screens.setdefault(flaw, []).append(name)
    return "\n".join(f"{flaw} — {', '.join(names)}" for flaw, names in screens.items())


def is_shown(screen: Screen, person: Person, flaws: dict[str, list[str]]) -> bool:
    """Go to a screen; if that does not work it is a flaw, and the others are looked at all the same."""
    try:
        screen.show(person)
    except (AssertionError, Error) as error:
        flaws[screen.name] = [f"not shown: {error!s:.400}"]
        return False
    return True


def test_nothing_jumps(person: NewPerson) -> None:
    """On a large screen too, whatever comes later has its place already."""
    ann = person("Ann", "en", DESKTOP)
    shifts: dict[str, list[str]] = {}
    for screen in all_screens(ann):
        if is_shown(screen, ann, shifts):
            shifts[screen.name] = jumps(ann)
    assert not any(shifts.values()), listed(shifts)


def test_late_answers_push_nothing(person: NewPerson) -> None:
    """Every list comes almost a second after its screen, asked for once, where no tables are remembered."""
    ann = person("Ann", "en", PHONE)
    ann.has_name()
    for public in (True, False):
        ann.has_table("qwixx", "me", "open", public=public)
    ann.page.route("**/api/**", come_late)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    shifts = {}
    for path in ("/", "/tables", "/games"):
        asked.clear()
        ann.open(path)
        expect(ann.page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
        shifts[path] = jumps(ann)
        assert sorted(asked) == sorted(set(asked))
    assert not any(shifts.values()), listed(shifts)


@pytest.mark.parametrize("game", GAMES)
def test_late_news_push_nothing(person: NewPerson, game: str) -> None:
    """Over a bad line the others' choices come long after one's own, on the smallest phone, in many words."""
    ann = person("Ann", "it", SMALL_PHONE)
    ann.page.add_init_script(NEWS_COME_LATE)
    ann.sits_down(game, "me", "greedy", "greedy")
    play(ann, game, 6)
    assert await_turn(ann, game)
    assert jumps(ann) == []


@pytest.mark.parametrize(
    ("device", "language"),
    [(PHONE, "en"), (SMALL_PHONE, "it"), (DESKTOP, "fr")],
    ids=lambda one: getattr(one, "name", one),
)
def test_cards_stay_under_the_finger(person: NewPerson, device: Device, language: str) -> None:
    """Close Enough: no drawn card, no word about somebody and no first token moves what lies before me.

    Draws until somebody else has called; then in the next rounds tokens are won and somebody else is First!.
    """
    ann = person("Ann", language, device)
    ann.sits_down("enough", "me", "greedy", "greedy")
    target = ann.page.get_by_role("img", name=ann.like("board.enough.target"))
    deck, drawn = (ann.button_like(f"board.enough.{name}") for name in ("deck", "your_drawn"))
    called = ann.page.get_by_text(ann.say("board.enough.stance.called"), exact=True)
    corners: set[tuple[float, float]] = set()
    draws = calls = choices = 0
    while draws < 2 or calls < 2 or choices < 12:
        if not await_turn(ann, "enough"):  # Sometimes somebody wins before all of that: then the next game.
            assert len(corners) == 1, corners
            corners, draws, calls, choices = set(), 0, 0, 0
            ann.open(f"/table/{ann.has_table('enough', 'me', 'greedy', 'greedy')['table']['id']}")
            continue
        corners.add(corner(target))
        draws, calls, choices = draws + drawn.is_visible(), calls + called.is_visible(), choices + 1
        if deck.is_visible():
            ann.tap(deck)
        else:
            select(ann, "enough")
        confirm(ann)
    assert len(corners) == 1, corners


def corner(one: Locator) -> tuple[float, float]:
    """Where something lies on the page, however far that is scrolled."""
    expect(one).to_be_visible()
    x, y = one.evaluate(
        "(one) => [one.getBoundingClientRect().x + scrollX, one.getBoundingClientRect().y + scrollY]"
    )
    return x, y


def come_late(route: Route) -> None:
    """An answer over a bad line."""
    time.sleep(0.8)
    route.continue_()


def test_what_is_tapped_most_is_large(person: NewPerson) -> None:
    """On a usual phone: the ways to begin, confirm, cancel, the menu, whose turn it is, the next game."""
    ann = person("Ann", "de", PHONE)
    ann.open("/")
    name = ann.say("home.play_game", game=ann.say("game.qwixx"), choice=ann.say("home.play_bots", n=1))
    begin = ann.page.get_by_role("button", name=name, exact=True)
    sizes = {"begin": size(begin)}
    ann.tap(begin)
    assert await_turn(ann, "qwixx")
    select(ann, "qwixx")
    for key in ("page.play.confirm", "page.play.cancel", "page.play.menu"):
        sizes[key] = size(ann.button(key))
    ann.open(f"/table/{ann.has_table('mark', 'me', '+Ben', '+Cem')['table']['id']}")
    sizes["page.play.menu"] = size(ann.button_like("page.play.menu"))
    ann.open(f"/table/{ann.has_table('mark', 'greedy')['table']['id']}")
    sizes["page.play.rematch"] = size(ann.button("page.play.rematch"))
    assert {key: found for key, found in sizes.items() if found < COMFORTABLE_PX} == {}


def size(button: Locator) -> float:
    """The smaller of width and height."""
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])
