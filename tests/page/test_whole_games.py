"""Whole games from the home page to the result, rematches, animations, and sounds."""

import re

import pytest
from playwright.sync_api import expect

from page.browser import DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import await_turn, play_to_end

WHOLE_GAMES = [
    ("mark", "home.alone", "en", SMALL_PHONE),
    ("qwixx", "home.alone", "it", DESKTOP),
    ("mark", "home.play_bots", "fr", DESKTOP),
    ("qwixx", "home.play_bots", "de", SMALL_PHONE),
    ("enough", "home.play_bots", "it", PHONE),
]


@pytest.mark.parametrize(("game", "way", "language", "device"), WHOLE_GAMES)
def test_whole_game(person: NewPerson, game: str, way: str, language: str, device: Device) -> None:
    """One tap on the home page starts the game; the result lists all players."""
    ann = person("Ann", language, device)
    ann.start_game(game, way)
    lines = play_to_end(ann, game)
    assert len(lines) == {"home.alone": 1, "home.play_bots": 3 if game == "enough" else 2}[way]
    assert any(line.startswith(ann.say("page.guest")) for line in lines)
    expect(ann.link("page.play.replay")).to_be_visible()


@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_rematch(person: NewPerson, game: str) -> None:
    """One tap on the result starts the next game."""
    ann = person("Ann", "en", DESKTOP)
    made = ann.open_new_table(game, "me", "greedy", "greedy")
    assert await_turn(ann, game)
    ann.post(f"/tables/{made['table']['id']}/leave")  # A bot finishes the game.
    expect(ann.result).to_be_visible()
    ann.tap(ann.button("page.play.rematch"))
    expect(ann.result).to_be_hidden()
    expect(ann.page).not_to_have_url(f"{ann.url}/table/{made['table']['id']}")


def test_whole_game_with_animations(person: NewPerson) -> None:
    """Animations of dice do not block the game."""
    ann = person("Ann", "en", PHONE, reduced_motion="no-preference")
    ann.open_new_table("qwixx", "me")
    assert len(play_to_end(ann, "qwixx")) == 1


def test_sound_button_at_the_table(person: NewPerson) -> None:
    """One tap, without opening the menu; it is the same setting as in the settings."""
    ann = person("Ann", "en", SMALL_PHONE)
    ann.open_new_table("qwixx", "me")
    sound = ann.button("home.settings.sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    ann.tap(sound)
    expect(sound).to_have_attribute("aria-pressed", "true")
    ann.open("/settings")
    expect(ann.page.get_by_role("switch", name=ann.say("home.settings.sound"))).to_be_checked()
    expect(ann.page.get_by_text(re.compile(r"^Version \d+\.\d+"))).to_be_visible()
