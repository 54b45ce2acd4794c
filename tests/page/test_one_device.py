"""Pass and play: several people around one device."""

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


def test_secrets_are_covered_until_the_next_one_has_the_device(person: NewPerson) -> None:
    """In Close Enough everybody has a secret target, so nothing is shown until they say that it is them."""
    ann = person("Ann", "fr")
    ann.sits_down("enough", "me", "+Ben", "+Cem")
    for _ in range(25):
        cover = ann.button_like("page.play.pass_go")
        own = ann.region("board.enough.own")
        expect(cover.or_(own).first).to_be_visible()
        if cover.is_visible():
            expect(own).to_be_hidden()
            expect(ann.page.get_by_role("img", name=ann.like("board.enough.target"))).to_be_hidden()
        assert await_turn(ann, "enough")
        select(ann, "enough")
        confirm(ann)
