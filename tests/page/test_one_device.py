"""Pass and play: several people around one device."""

from random import Random
from typing import Any

from playwright.sync_api import expect

from page.browsing import SMALL_PHONE
from page.conftest import NewPerson
from page.playing import await_turn, confirm, play_out, select


def test_close_to_the_mark_goes_round(person: NewPerson) -> None:
    """Everybody enters at this device, nothing is covered, and all are in the result."""
    ann = person("Ann", "it", SMALL_PHONE)
    ann.sits_down("mark", "me", "+Ben")
    assert await_turn(ann, "mark")
    expect(ann.button_like("page.play.pass_go")).to_be_hidden()
    assert {line.split()[0].rstrip("★") for line in play_out(ann, "mark")} == {"Ann", "Ben"}


class Timid(Random):
    """Folds whenever somebody calls, so that the caller wins."""

    def choice(self, seq: Any) -> Any:
        """The last one of what there is."""
        return seq[-1]


# Whoever calls and wins with such targets has seven of the eight stars that end the game.
RICH_KIT = {
    "name": "rich",
    "cards": [card for card in range(1, 21) for _ in range(3)],
    "targets": [{"number": number, "stars": 7} for number in range(26, 38, 2)],
    "tokens": [{"one": "subtract", "other": "double"}, {"one": "ignore", "other": "nudge"}],
}
MOST_CHOICES = 100


def test_close_enough_goes_round_to_the_very_end(person: NewPerson) -> None:
    """Everybody has a secret target, so nothing is shown until they say that it is them; until it is over."""
    ann = person("Ann", "fr")
    ann.sits_down("enough", "me", "+Ben", "+Cem", options={"kit": RICH_KIT})
    cover, own = ann.button_like("page.play.pass_go"), ann.region("board.enough.own")
    target = ann.page.get_by_role("img", name=ann.like("board.enough.target"))
    rng = Timid("around one device")
    for _ in range(MOST_CHOICES):
        expect(cover.or_(own).or_(ann.result).first).to_be_visible()
        if cover.is_visible():
            expect(own).to_be_hidden()
            expect(target).to_be_hidden()
            expect(ann.page.get_by_role("log")).to_be_empty()
        if not await_turn(ann, "enough"):
            break
        select(ann, "enough", rng)
        confirm(ann)
    lines = ann.scores()
    assert {line.split()[0].rstrip("★") for line in lines} == {"Ann", "Ben", "Cem"}
    assert int(lines[0].split()[-2]) >= 8


def test_whoever_opens_the_table_sees_no_secrets(person: NewPerson) -> None:
    """Nobody knows who holds the device now, so it is covered again after every reload."""
    ann = person("Ann", "en")
    ann.sits_down("enough", "me", "+Ben", "+Cem")
    cover, own = ann.button_like("page.play.pass_go"), ann.region("board.enough.own")
    for _ in range(2):
        expect(cover).to_be_visible()
        expect(own).to_be_hidden()
        ann.tap(cover)
        expect(own).to_be_visible()
        ann.page.reload()
