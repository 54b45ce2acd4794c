"""Opponents: characters with faces, chosen by level on the home page and one by one for a table."""

import re

import pytest
from playwright.sync_api import Locator, expect

from closecall.bots.cast import CAST
from page.browser import DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.person import Person
from page.screens import axe_violations, contrast_violations, overflow, small_targets

LEVELS = ("easy", "medium", "hard", "expert")


def flaws(person: Person) -> list[str]:
    """What is wrong with the screen as it is."""
    return overflow(person) + small_targets(person, 24) + axe_violations(person) + contrast_violations(person)


def levels(person: Person, game: str) -> Locator:
    """The levels on the card of a game."""
    choice = person.label("home.level")
    name = person.label("home.play_game", game=person.label(f"game.{game}"), choice=choice)
    return person.page.get_by_role("group", name=name, exact=True)


def level(person: Person, game: str, which: str) -> Locator:
    """One level on the card of a game."""
    return levels(person, game).get_by_role("radio", name=person.say(f"home.bot.{which}"), exact=True)


def card(person: Person, game: str) -> Locator:
    """The card of a game."""
    return person.page.get_by_role("article", name=person.say(f"game.{game}"), exact=True)


def seats(person: Person) -> list[tuple[str, str | None, str | None]]:
    """Name, bot and character of everybody else at the table that is open."""
    expect(person.page).to_have_url(re.compile("/table/"))
    table = person.get(f"/tables/{person.page.url.rpartition('/')[2]}")
    return [(seat["name"], seat["bot"], seat["character"]) for seat in table["seats"] if not seat["mine"]]


@pytest.mark.parametrize(("language", "device"), [("en", PHONE), ("de", SMALL_PHONE), ("fr", DESKTOP)])
def test_a_level_beside_play(person: NewPerson, language: str, device: Device) -> None:
    """Newcomers start on Easy; another level has other faces, is remembered, and is one tap from a game."""
    ann = person("Ann", language, device)
    ann.open("/")
    for game in ("mark", "qwixx", "enough"):
        expect(levels(ann, game).get_by_role("radio")).to_have_count(4)
        expect(level(ann, game, "easy")).to_be_checked()
        expect(card(ann, game).get_by_role("img", name=ann.say("home.face.iris"))).to_be_hidden()
    ann.tap(level(ann, "qwixx", "hard"))
    iris = card(ann, "qwixx").get_by_role("img", name=ann.say("home.face.iris"), exact=True)
    otto = card(ann, "qwixx").get_by_role("img", name=ann.say("home.face.otto"), exact=True)
    expect(iris.or_(otto)).to_be_visible()
    assert flaws(ann) == []

    ann.page.reload()
    expect(level(ann, "qwixx", "hard")).to_be_checked()
    expect(level(ann, "mark", "easy")).to_be_checked()
    first, second = ("Iris", "Otto") if iris.is_visible() else ("Otto", "Iris")
    expect(card(ann, "qwixx")).to_contain_text(first)
    ann.tap(ann.start_button("qwixx", "home.play_bots"))
    assert seats(ann) == [(first, "hard", first.lower())]
    expect(ann.seat(first)).to_be_visible()
    # Next time it is somebody else's turn.
    ann.open("/")
    expect(card(ann, "qwixx").get_by_role("button", name=ann.pattern("home.play_game"))).not_to_have_count(0)
    expect(card(ann, "qwixx")).to_contain_text(second)


def test_two_opponents_at_once(person: NewPerson) -> None:
    """A game for three or more begins against both characters of a level."""
    ann = person("Ann", "it", PHONE)
    ann.open("/")
    ann.tap(level(ann, "enough", "medium"))
    expect(ann.start_button("enough", "home.play_bots")).to_contain_text("Gus")
    expect(ann.start_button("enough", "home.play_bots")).to_contain_text("Nora")
    ann.tap(ann.start_button("enough", "home.play_bots"))
    assert sorted(seats(ann)) == [("Gus", "medium", "gus"), ("Nora", "medium", "nora")]


def opponent(person: Person, n: int) -> Locator:
    """The button at a seat of a new table that says who plays there."""
    name = person.pattern("home.new.opponent", n=n)
    return person.page.get_by_role("button", name=name)


@pytest.mark.parametrize(("language", "device"), [("de", PHONE), ("fr", SMALL_PHONE), ("en", DESKTOP)])
def test_seats_are_chosen_by_face(person: NewPerson, language: str, device: Device) -> None:
    """All eight by name and temperament; plain bots only for those who look for them."""
    ann = person("Ann", language, device)
    ann.open("/new/qwixx?with=bot")
    ann.tap(ann.page.get_by_role("button", name=ann.say("home.new.bot"), exact=True))
    expect(opponent(ann, 2)).to_have_accessible_name(re.compile("Pip|Momo"))
    ann.tap(opponent(ann, 3))
    dialog = ann.page.get_by_role("dialog", name=ann.label("home.lobby.put_bot_title"))
    for which in LEVELS:
        own = [one for one in CAST if one.level == which]
        buttons = dialog.get_by_role("region", name=ann.say(f"home.bot.{which}")).get_by_role("button")
        expect(buttons).to_have_text(
            [re.compile(f"{one.name}.*{re.escape(ann.say(f'home.cast.{one.slug}'))}") for one in own]
        )
    greedy = dialog.get_by_role("button", name=ann.say("home.bot.greedy"), exact=True)
    expect(greedy).to_be_hidden()
    assert flaws(ann) == []
    ann.tap(dialog.get_by_role("button", name=re.compile("Edda")))
    expect(dialog).to_be_hidden()
    expect(opponent(ann, 3)).to_have_accessible_name(
        ann.label("home.new.opponent", n=3, name="Edda", level=ann.say("home.bot.expert"))
    )

    ann.tap(opponent(ann, 2))
    ann.tap(dialog.get_by_text(ann.say("home.more_bots")))
    expect(greedy).to_be_visible()
    assert flaws(ann) == []
    ann.tap(greedy)
    ann.tap(ann.button("home.new.play"))
    assert seats(ann) == [("Greedy", "greedy", None), ("Edda", "expert", "edda")]


def test_a_character_in_the_lobby(person: NewPerson) -> None:
    """The host gives a free seat to a character; everybody sees name and level."""
    ann = person("Ann", "en", PHONE)
    ann.open_new_table("mark", "me", "open", "open")
    ann.tap(ann.page.get_by_role("listitem").get_by_role("button", name=ann.say("home.lobby.put_bot")).first)
    ann.tap(ann.page.get_by_role("dialog").get_by_role("button", name=re.compile("Otto")))
    seat = ann.page.get_by_role("main").get_by_role("listitem").filter(has_text="Otto")
    expect(seat).to_contain_text(ann.say("home.bot.hard"))
    assert flaws(ann) == []
