"""Playing each game through the page: waiting for a turn, selecting a move, confirming it."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Any

from playwright.sync_api import Locator, expect

from page.person import Person

MOST_CHOICES = 1500
"""More than any game needs, however badly it is played."""
TURN_TIMEOUT_S = 60
FIRST = (
    "page.play.pass_go",
    "page.play.pass_on",
    "page.play.go_on",
    "board.enough.pick.any",
    "board.qwixx.stop",
)
"""Buttons to tap first: to pass a shared device on, to leave a summary, to take a target, to end a match."""


@dataclass(frozen=True, slots=True)
class Controls:
    """How to play one game on its board."""

    offered: Callable[[Person], Locator]
    """Visible exactly when a choice is due at this device."""
    select: Callable[[Person, Random], None]
    """Tap until a complete move is selected."""


def play_to_end(person: Person, game: str, rng: Random | None = None) -> list[str]:
    """Play to the end, for every seat at this device; the lines of the result."""
    play(person, game, MOST_CHOICES, rng)
    return person.scores()


def play(person: Person, game: str, choices: int, rng: Random | None = None) -> None:
    """Make this many choices, or fewer if the game ends first."""
    chance = rng or Random(f"{game} {person.name}")
    for _ in range(choices):
        if not await_turn(person, game):
            return
        select(person, game, chance)
        confirm(person)


def play_to_end_together(people: Sequence[Person], game: str) -> list[list[str]]:
    """Play to the end on several devices; the lines of the result as each person sees them."""
    chances = [Random(f"{game} {person.name}") for person in people]
    end = time.monotonic() + TURN_TIMEOUT_S
    while not all(person.result.is_visible() for person in people):
        assert time.monotonic() < end, "no choice was due for too long"
        for person, chance in zip(people, chances, strict=True):
            if (stop := person.button("board.qwixx.stop")).is_visible():
                person.tap(stop)
            elif CONTROLS[game].offered(person).is_visible():
                select(person, game, chance)
                confirm(person)
                end = time.monotonic() + TURN_TIMEOUT_S
    return [person.scores() for person in people]


def await_turn(person: Person, game: str) -> bool:
    """Wait until a choice is due; False if the game is over."""
    offered = CONTROLS[game].offered(person)
    covers = [person.button_matching(key) for key in FIRST]
    other = reduce(Locator.or_, covers, person.result)
    while True:
        expect(other.or_(offered).first).to_be_visible()
        if not other.first.is_visible():
            return True
        if person.result.is_visible():
            return False
        first = next((cover for cover in covers if cover.is_visible()), None)
        if first is not None:  # It may have closed by itself meanwhile.
            person.tap(first)
            expect(first).to_be_hidden()


def select(person: Person, game: str, rng: Random | None = None) -> None:
    """Select a move, ready to be confirmed."""
    CONTROLS[game].select(person, rng or Random(f"{game} {person.name}"))


def confirm(person: Person) -> None:
    """Confirm the selection, and once more if the page warns that the move is costly."""
    button, costly = person.button("page.play.confirm"), person.button("page.play.costly")
    person.tap(button)
    expect(costly.or_(person.screen_without(button)).first).to_be_visible()
    if costly.is_visible():
        person.tap(costly)
        expect(costly).to_be_hidden()


# Close to the Mark!


def _mark_colours(person: Person) -> Locator:
    return person.region("board.mark.colours").get_by_role("button", disabled=False)


def _mark_circles(person: Person) -> Locator:
    sheet = person.page.get_by_role("grid", name=person.say("board.mark.your_sheet"), exact=True)
    return sheet.get_by_role("button", disabled=False)


def _select_mark(person: Person, rng: Random) -> None:
    if _mark_colours(person).first.is_visible():
        person.tap(_any(_mark_colours(person), rng))
        return
    circle = _any(_mark_circles(person), rng)
    has_several_sums = circle.get_attribute("aria-haspopup") == "dialog"
    person.tap(circle)
    if has_several_sums:
        which = person.page.get_by_label(person.pattern("board.mark.which_die"))
        expect(which).to_be_visible()
        person.tap(_any(which.get_by_role("button"), rng))


# Qwixx


def _qwixx_pass(person: Person) -> Locator:
    return person.button_matching("board.qwixx.pass")


def qwixx_numbers(person: Person) -> Locator:
    """The numbers that can be crossed now; there is one whenever a choice is due."""
    possible = re.compile(rf"^(?!.*{re.escape(person.say('board.qwixx.not_now'))})")
    rows = person.page.get_by_role("group", name=person.pattern("board.qwixx.row"))
    return rows.get_by_role("button", name=possible, disabled=False)


def costs_points(person: Person) -> bool:
    """Whether passing is a misthrow."""
    means = ("board.qwixx.pass_free", "board.qwixx.after_pass", "board.qwixx.pass_misthrow")
    known = "|".join(person.pattern(key).pattern.strip("^$") for key in means)
    expect(_qwixx_pass(person)).to_have_text(re.compile(known))  # The server has told what it means.
    return bool(re.search(person.pattern(means[-1]).pattern.strip("^$"), _qwixx_pass(person).inner_text()))


def pass_turn(person: Person) -> None:
    """Pass in Qwixx: with one tap if it costs nothing."""
    is_misthrow = costs_points(person)
    button = _qwixx_pass(person).element_handle()
    person.tap(_qwixx_pass(person))
    if is_misthrow:
        confirm(person)
    else:
        button.wait_for_element_state("hidden")  # The next choice may have a button of the same name.


def _select_qwixx(person: Person, rng: Random) -> None:
    if rng.random() < 0.5 and costs_points(person):
        person.tap(_qwixx_pass(person))  # Otherwise one tap would make the move, with nothing to confirm.
    else:
        person.tap(qwixx_numbers(person).first)


# Close Enough

ACTIONS = ("call", "stay", "fold", "total", "stand_by", "no_lock", "end_turn")
"""Choices with a text button; those that end a round soonest come first."""


def _actions(person: Person, *names: str) -> Locator:
    found = person.button_matching(f"board.enough.do.{names[0]}")
    for name in names[1:]:
        found = found.or_(person.button_matching(f"board.enough.do.{name}"))
    return found


def _enough_cards(person: Person) -> Locator:
    drawn = person.button_matching("board.enough.your_drawn")
    return person.button_matching("board.enough.your_card").or_(drawn)


def _enough_offered(person: Person) -> Locator:
    deck = person.button_matching("board.enough.deck")
    return _actions(person, *ACTIONS).or_(deck).or_(_enough_cards(person)).first


def _select_enough(person: Person, rng: Random) -> None:
    if _actions(person, "stay").is_visible():
        person.tap(_actions(person, rng.choice(["stay", "fold"])))
    elif _actions(person, *ACTIONS).first.is_visible():
        person.tap(_actions(person, *ACTIONS).first)
    elif person.button_matching("board.enough.deck").is_visible():
        person.tap(person.button_matching("board.enough.deck"))
    else:
        person.tap(_any(_enough_cards(person), rng))


class AlwaysFold(Random):
    """Folds after every call."""

    def choice(self, seq: Any) -> Any:
        """The last option."""
        return seq[-1]


def play_round(person: Person) -> None:
    """Play for every seat at this device until the summary of a round is shown; all fold after a call."""
    firsts = [person.button_matching(key) for key in FIRST]
    anything = CONTROLS["enough"].offered(person)
    for first in firsts:
        anything = anything.or_(first)
    for _ in range(MOST_CHOICES):
        expect(anything.first).to_be_visible()
        if person.button("page.play.go_on").is_visible():
            return
        button = next((first for first in firsts if first.is_visible()), None)
        if button is not None:
            person.tap(button)
            expect(button).to_be_hidden()
        else:
            select(person, "enough", AlwaysFold("a round"))
            confirm(person)
    raise AssertionError("the round does not end")


def _any(buttons: Locator, rng: Random) -> Locator:
    return buttons.nth(rng.randrange(buttons.count()))


CONTROLS = {
    "mark": Controls(lambda person: _mark_colours(person).or_(_mark_circles(person)).first, _select_mark),
    "qwixx": Controls(_qwixx_pass, _select_qwixx),
    "enough": Controls(_enough_offered, _select_enough),
}


def told_cards(person: Person, name: str) -> Locator:
    """The announcement of the cards that somebody shows, which may hit the target."""
    near, exact = (person.pattern(f"board.enough.news.{key}", name=name) for key in ("shows", "shows_exact"))
    return person.page.get_by_role("log").get_by_text(re.compile(f"{near.pattern}|{exact.pattern}"))
