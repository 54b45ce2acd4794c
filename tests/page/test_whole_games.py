"""Whole games in a real browser against a real server, tapped by the roles and names that people hear."""

import pytest
from playwright.sync_api import expect

from page.browser import DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import await_turn, play_out

WHOLE_GAMES = [
    ("mark", "home.alone", "en", SMALL_PHONE),
    ("qwixx", "home.alone", "it", DESKTOP),
    ("mark", "home.play_bots", "fr", DESKTOP),
    ("qwixx", "home.play_bots", "de", SMALL_PHONE),
    ("enough", "home.play_bots", "it", PHONE),
]


@pytest.mark.parametrize(("game", "way", "language", "device"), WHOLE_GAMES)
def test_a_whole_game(person: NewPerson, game: str, way: str, language: str, device: Device) -> None:
    """One tap on the first screen, and then to the result, which names everybody."""
    ann = person("Ann", language, device)
    ann.begins(game, way)
    lines = play_out(ann, game)
    assert len(lines) == {"home.alone": 1, "home.play_bots": 3 if game == "enough" else 2}[way]
    assert any(line.startswith(ann.say("page.guest")) for line in lines)
    expect(ann.link("page.play.replay")).to_be_visible()


@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_the_next_game_is_one_tap_away(person: NewPerson, game: str) -> None:
    """From the result straight into the rematch."""
    ann = person("Ann", "en", DESKTOP)
    made = ann.sits_down(game, "me", "greedy", "greedy")
    assert await_turn(ann, game)
    ann.asks(f"/tables/{made['table']['id']}/leave")  # A bot plays it out.
    expect(ann.result).to_be_visible()
    ann.tap(ann.button("page.play.rematch"))
    expect(ann.result).to_be_hidden()
    expect(ann.page).not_to_have_url(f"{ann.url}/table/{made['table']['id']}")


def test_with_things_that_move(person: NewPerson) -> None:
    """Dice tumble and cards fly for those who like it, and nobody has to wait for them."""
    ann = person("Ann", "en", PHONE, reduced_motion="no-preference")
    ann.sits_down("qwixx", "me")
    assert len(play_out(ann, "qwixx")) == 1
