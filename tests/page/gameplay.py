"""How people play each game: what the board offers them, and how they tap a whole choice together."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Locator, expect

from page.person import Person

MOST_CHOICES = 1500
"""No game needs more, even if nobody plays well."""
PATIENCE_S = 60


@dataclass(frozen=True, slots=True)
class Player:
    """How one game is played on the screen."""

    offered: Callable[[Person], Locator]
    """What can be tapped as soon as somebody has to choose, and not before."""
    select: Callable[[Person, Random], None]
    """Tap until something is selected that can be confirmed."""


def play_out(person: Person, game: str, rng: Random | None = None) -> list[str]:
    """Play until it is over, whoever's turn it is at this device; the lines of the result."""
    play(person, game, MOST_CHOICES, rng)
    return person.scores()


def play(person: Person, game: str, choices: int, rng: Random | None = None) -> None:
    """Make so many choices, or fewer if it is over before."""
    chance = rng or Random(f"{game} {person.name}")
    for _ in range(choices):
        if not await_turn(person, game):
            return
        select(person, game, chance)
        confirm(person)


def play_out_together(people: Sequence[Person], game: str) -> list[list[str]]:
    """Everybody plays whenever they can, until it is over; the lines that each of them reads then."""
    chances = [Random(f"{game} {person.name}") for person in people]
    end = time.monotonic() + PATIENCE_S
    while not all(person.result.is_visible() for person in people):
        assert time.monotonic() < end, "nobody could choose for a long time"
        for person, chance in zip(people, chances, strict=True):
            if PLAYERS[game].offered(person).is_visible():
                select(person, game, chance)
                confirm(person)
                end = time.monotonic() + PATIENCE_S
    return [person.scores() for person in people]


def await_turn(person: Person, game: str) -> bool:
    """Wait until there is something to choose; False if it is over instead."""
    offered = PLAYERS[game].offered(person)
    # A shared device changes hands; and how the last round or game ended is shown until somebody goes on.
    keys = ("page.play.pass_go", "page.play.pass_on", "page.play.go_on")
    covers = [person.button_like(key) for key in keys]
    instead = person.result.or_(covers[0]).or_(covers[1]).or_(covers[2])
    while True:
        expect(instead.or_(offered).first).to_be_visible()
        if not instead.first.is_visible():
            return True
        if person.result.is_visible():
            return False
        cover = next((cover for cover in covers if cover.is_visible()), None)
        if cover is not None:  # Else it has just gone by itself.
            person.tap(cover)
            expect(cover).to_be_hidden()


def select(person: Person, game: str, rng: Random | None = None) -> None:
    """Tap something that is offered, until it can be confirmed."""
    PLAYERS[game].select(person, rng or Random(f"{game} {person.name}"))


def confirm(person: Person) -> None:
    """Confirm what is selected; and if it is costly, say that it is meant."""
    button, costly = person.button("page.play.confirm"), person.button("page.play.costly")
    person.tap(button)
    expect(costly.or_(person.without(button)).first).to_be_visible()
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
    person.tap(_any(_mark_circles(person), rng))
    which = person.page.get_by_label(person.like("board.mark.which_die"))
    expect(which.or_(person.button("page.play.confirm"))).to_be_visible()
    if which.is_visible():
        person.tap(_any(which.get_by_role("button"), rng))


# Qwixx


def _qwixx_pass(person: Person) -> Locator:
    return person.button_like("board.qwixx.pass")


def _select_qwixx(person: Person, rng: Random) -> None:
    possible = re.compile(rf"^(?!.*{re.escape(person.say('board.qwixx.not_now'))})")
    rows = person.page.get_by_role("group", name=person.like("board.qwixx.row"))
    numbers = rows.get_by_role("button", name=possible, disabled=False)
    if rng.random() < 0.5 and numbers.count() > 0:
        person.tap(numbers.first)
    else:
        person.tap(_qwixx_pass(person))


# Close Enough

WORDS = ("call", "stay", "fold", "total", "stand_by", "no_lock", "end_turn")
"""Choices that are words, those first that end a round soonest."""


def _words(person: Person, *words: str) -> Locator:
    found = person.button_like(f"board.enough.do.{words[0]}")
    for word in words[1:]:
        found = found.or_(person.button_like(f"board.enough.do.{word}"))
    return found


def _enough_cards(person: Person) -> Locator:
    drawn = person.button_like("board.enough.your_drawn")
    return person.button_like("board.enough.your_card").or_(drawn)


def _enough_offered(person: Person) -> Locator:
    deck = person.button_like("board.enough.deck")
    return _words(person, *WORDS).or_(deck).or_(_enough_cards(person)).first


def _select_enough(person: Person, rng: Random) -> None:
    if _words(person, "stay").is_visible():
        person.tap(_words(person, rng.choice(["stay", "fold"])))
    elif _words(person, *WORDS).first.is_visible():
        person.tap(_words(person, *WORDS).first)
    elif person.button_like("board.enough.deck").is_visible():
        person.tap(person.button_like("board.enough.deck"))
    else:
        person.tap(_any(_enough_cards(person), rng))


def _any(buttons: Locator, rng: Random) -> Locator:
    return buttons.nth(rng.randrange(buttons.count()))


PLAYERS = {
    "mark": Player(lambda person: _mark_colours(person).or_(_mark_circles(person)).first, _select_mark),
    "qwixx": Player(_qwixx_pass, _select_qwixx),
    "enough": Player(_enough_offered, _select_enough),
}
