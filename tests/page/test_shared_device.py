"""Pass and play: several people around one device."""

from random import Random
from typing import Any

from playwright.sync_api import expect

from page.browser import NEWS_COME_LATE, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import PLAYERS, await_turn, confirm, play, play_out, select


def test_close_to_the_mark_goes_round(person: NewPerson) -> None:
    """Everybody enters at this device, nothing is covered, and all are in the result."""
    ann = person("Ann", "it", SMALL_PHONE)
    ann.sits_down("mark", "me", "+Ben")
    assert await_turn(ann, "mark")
    expect(ann.button_like("page.play.pass_go")).to_be_hidden()
    assert {line.split()[0].rstrip("★") for line in play_out(ann, "mark")} == {"Ann", "Ben"}


def test_whoever_has_chosen_is_not_waited_for(person: NewPerson) -> None:
    """All at the device know at once who has chosen, not only whoever did."""
    ann = person("Ann", "en")
    ann.sits_down("qwixx", "me", "+Ben", "+Cem")
    assert await_turn(ann, "qwixx")
    expect(ann.text("page.play.waiting", names="Ben and Cem")).to_be_visible()
    select(ann, "qwixx")
    confirm(ann)
    assert await_turn(ann, "qwixx")
    expect(ann.text("page.play.waiting_one", name="Cem")).to_be_visible()


def test_nobody_waits_for_the_line_of_the_one_before(person: NewPerson) -> None:
    """Over a bad line Ann's choice has no answer yet when Ben makes his: both count."""
    ann = person("Ann", "en")
    ann.page.add_init_script(NEWS_COME_LATE)
    ann.sits_down("qwixx", "me", "+Ben", "+Cem")
    for name in ("Ann", "Ben"):
        expect(ann.choice).to_contain_text(f"{name}:")
        select(ann, "qwixx")
        confirm(ann)
    expect(ann.choice).to_contain_text("Cem:")


def test_a_choice_is_taken_back_after_the_device_has_gone_on(person: NewPerson) -> None:
    """Until all have chosen; then it is the turn of whoever took it back."""
    ann = person("Ann", "de")
    ann.sits_down("mark", "me", "+Ben")
    play(ann, "mark", 2)  # The colours.
    assert await_turn(ann, "mark")
    first = "Ann" if "Ann:" in ann.choice.inner_text() else "Ben"
    select(ann, "mark")
    confirm(ann)
    expect(ann.choice).not_to_contain_text(f"{first}:")
    ann.tap(ann.button("page.play.menu"))
    ann.tap(ann.button("page.play.take_back_of", name=first))
    expect(ann.choice).to_contain_text(f"{first}:")
    play(ann, "mark", 2)
    expect(ann.text("board.mark.round", round=2, rounds=25)).to_be_visible()


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
    rng, end = Timid("around one device"), ann.button("page.play.go_on")
    for _ in range(MOST_CHOICES):
        expect(cover.or_(own).or_(end).or_(ann.result).first).to_be_visible()
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


def test_a_drawn_card_is_seen_before_the_device_goes_on(person: NewPerson) -> None:
    """By whoever drew it: they pass the device on when they have looked."""
    ann = person("Ann", "it")
    ann.sits_down("enough", "me", "+Ben", "+Cem")
    assert await_turn(ann, "enough")
    hand = ann.page.get_by_role("button", name=ann.like("board.enough.your_card", more=True))
    had = hand.count()
    ann.tap(ann.button_like("board.enough.deck"))
    confirm(ann)
    expect(ann.button("page.play.pass_on")).to_be_visible()
    expect(hand).to_have_count(had + 1)
    expect(ann.button_like("page.play.pass_go")).to_be_hidden()
    ann.tap(ann.button("page.play.pass_on"))
    expect(ann.button_like("page.play.pass_go")).to_be_visible()
    expect(hand).to_have_count(0)


LONG_NAMES = ("+Maximiliane von Hohenfel", "+Maximiliane von Hohenber")
IS_CUT = """(button) => [...button.closest("section").querySelectorAll("li strong")]
    .some((one) => one.scrollWidth > one.clientWidth)"""


def test_after_a_round_for_all_comes_a_secret_for_one(person: NewPerson) -> None:
    """Everybody leans over to see and hear how a round ended; the next target is covered even from them."""
    ann = person("Ann", "de")
    ann.sits_down("enough", "me", *LONG_NAMES)
    cover, own = ann.button_like("page.play.pass_go"), ann.region("board.enough.own")
    end, pass_on = ann.button("page.play.go_on"), ann.button("page.play.pass_on")
    offered = PLAYERS["enough"].offered(ann)
    rng, has_changed_hands = Timid("a round for all"), False
    for _ in range(3 * MOST_CHOICES):
        expect(cover.or_(pass_on).or_(end).or_(offered).first).to_be_visible()
        if end.is_visible() and not has_changed_hands:
            break
        button = next((button for button in (cover, pass_on, end) if button.is_visible()), None)
        has_changed_hands = button is not None
        if button is not None:
            ann.tap(button)
            expect(button).to_be_hidden()
        else:
            select(ann, "enough", rng)
            confirm(ann)
    assert not end.evaluate(IS_CUT), "two names look alike"
    log = ann.page.get_by_role("log")
    target = log.get_by_text(ann.like("board.enough.target"))
    expect(log.get_by_text(ann.like("board.enough.news.round"))).to_have_count(1)
    expect(target).to_have_count(0)
    expect(own).to_be_hidden()
    ann.tap(end)
    expect(cover).to_be_visible()
    expect(own).to_be_hidden()
    ann.tap(cover)
    expect(own).to_be_visible()
    expect(target).to_have_count(1)
    expect(log).to_contain_text(ann.say("board.enough.ask.fill"))
    select(ann, "enough", rng)
    confirm(ann)
    ann.tap(pass_on)
    ann.tap(cover)
    expect(own).to_be_visible()
    expect(end).to_be_hidden()  # All have read it.


def test_whoever_opens_the_table_sees_no_secrets(person: NewPerson) -> None:
    """Nobody knows who holds the device: it is covered after every reload. Nor is a secret left behind."""
    ann = person("Ann", "en")
    ann.sits_down("enough", "me", "+Ben", "+Cem")
    cover, own = ann.button_like("page.play.pass_go"), ann.region("board.enough.own")
    for _ in range(2):
        expect(cover).to_be_visible()
        expect(own).to_be_hidden()
        ann.tap(cover)
        expect(own).to_be_visible()
        ann.page.reload()
    ann.tap(cover)
    log = ann.page.get_by_role("log")
    expect(log.get_by_text(ann.like("board.enough.target"))).to_have_count(1)
    ann.tap(ann.page.get_by_role("link", name=f"closecall: {ann.say('page.home')}", exact=True))
    expect(ann.page.get_by_role("heading", name=ann.say("home.title"), exact=True)).to_be_visible()
    expect(log).to_be_empty()
