"""A phone in landscape: the whole sheet is in view, with everything that is printed on it."""

import pytest
from playwright.sync_api import Locator, expect

from page.browser import Device
from page.conftest import NewPerson
from page.gameplay import await_turn, play
from page.person import Person
from page.screens import obscured, overflow, small_targets

LANDSCAPE = [Device("landscape", 844, 390), Device("small-landscape", 568, 320)]


def sheet_of(ann: Person, game: str) -> list[Locator]:
    """The parts of the own sheet."""
    if game == "mark":
        sheet = ann.page.get_by_role("region", name=ann.say("board.mark.your_sheet"), exact=True)
        extremes = sheet.get_by_text(ann.pattern("board.mark.extremes", more=True))
        return [*sheet.get_by_role("gridcell").all(), extremes.first]
    sheet = ann.page.get_by_role("region", name=ann.pattern("board.qwixx.sheet", name="Ann"))
    total = sheet.get_by_text(ann.say("board.qwixx.total"), exact=True)
    misthrows = sheet.get_by_text(ann.say("board.qwixx.misthrows"), exact=True)
    return [*sheet.get_by_role("group").all(), total, misthrows]


@pytest.mark.parametrize("device", LANDSCAPE, ids=lambda device: device.name)
@pytest.mark.parametrize("game", ["mark", "qwixx"])
def test_whole_sheet_is_in_view(person: NewPerson, game: str, device: Device) -> None:
    """With the dice beside it, and the bar below."""
    ann = person("Ann", "de", device)
    ann.open_new_table(game, "me", "greedy")
    if game == "mark":
        play(ann, game, 1)  # The colour.
    assert await_turn(ann, game)
    dice = ann.region("board.mark.dice" if game == "mark" else "board.qwixx.dice_label")
    parts = [*sheet_of(ann, game), dice]
    assert len(parts) >= 7
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
        assert obscured(ann, part) == []
    assert overflow(ann) + small_targets(ann, 24) == []
