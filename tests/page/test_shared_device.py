"""Pass and play: several people at one device."""

from random import Random
from typing import Any

from playwright.sync_api import expect

from page.browser import DELAY_MESSAGES, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import CONTROLS, await_turn, confirm, play, play_to_end, select


def test_close_to_the_mark(person: NewPerson) -> None:
    """All players use the device, nothing has to be covered, and all are in the result."""
    ann = person("Ann", "it", SMALL_PHONE)
    ann.open_new_table("mark", "me", "+Ben")
    assert await_turn(ann, "mark")
    expect(ann.button_matching("page.play.pass_go")).to_be_hidden()
    assert {line.split()[0].rstrip("★") for line in play_to_end(ann, "mark")} == {"Ann", "Ben"}


def test_waiting_list_shrinks_after_each_choice(person: NewPerson) -> None:
    """The names still waited for are up to date for every player at the device."""
    ann = person("Ann", "en")
    ann.open_new_table("qwixx", "me", "+Ben", "+Cem")
    assert await_turn(ann, "qwixx")
    expect(ann.text("page.play.waiting", names="Ben and Cem")).to_be_visible()
    select(ann, "qwixx")
    confirm(ann)
    assert await_turn(ann, "qwixx")
    expect(ann.text("page.play.waiting_one", name="Cem")).to_be_visible()


def test_next_player_need_not_wait_for_the_acknowledgement(person: NewPerson) -> None:
    """Over a slow connection, Ben chooses before Ann's choice is acknowledged: both count."""
    ann = person("Ann", "en")
    ann.page.add_init_script(DELAY_MESSAGES)
    ann.open_new_table("qwixx", "me", "+Ben", "+Cem")
    for name in ("Ann", "Ben"):
        expect(ann.choice).to_contain_text(f"{name}:")
        select(ann, "qwixx")
        confirm(ann)
    expect(ann.choice).to_contain_text("Cem:")


def test_choice_is_taken_back_after_passing_the_device_on(person: NewPerson) -> None:
    """Possible until all have chosen; the player who took it back is next."""
    ann = person("Ann", "de")
    ann.open_new_table("mark", "me", "+Ben")
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


class AlwaysFold(Random):
    """Folds after every call, so that the caller wins."""

    def choice(self, seq: Any) -> Any:
        """The last option."""
        return seq[-1]


# A caller who wins with such a target has seven of the eight stars that end the game.
RICH_KIT = {
    "name": "rich",
    "cards": [card for card in range(1, 21) for _ in range(3)],
    "targets": [{"number": number, "stars": 7} for number in range(26, 38, 2)],
    "tokens": [{"one": "subtract", "other": "double"}, {"one": "ignore", "other": "nudge"}],
}
MOST_CHOICES = 100


def test_close_enough_to_the_end(person: NewPerson) -> None:
    """Secret targets stay covered until the next player confirms that they have the device."""
    ann = person("Ann", "fr")
    ann.open_new_table("enough", "me", "+Ben", "+Cem", options={"kit": RICH_KIT})
    cover, own = ann.button_matching("page.play.pass_go"), ann.region("board.enough.own")
    target = ann.page.get_by_role("img", name=ann.pattern("board.enough.target"))
    rng, end = AlwaysFold("around one device"), ann.button("page.play.go_on")
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


def test_drawn_card_is_shown_before_passing_the_device_on(person: NewPerson) -> None:
    """The player who drew it looks first, and then passes the device on."""
    ann = person("Ann", "it")
    ann.open_new_table("enough", "me", "+Ben", "+Cem")
    assert await_turn(ann, "enough")
    hand = ann.page.get_by_role("button", name=ann.pattern("board.enough.your_card", more=True))
    had = hand.count()
    ann.tap(ann.button_matching("board.enough.deck"))
    confirm(ann)
    expect(ann.button("page.play.pass_on")).to_be_visible()
    expect(hand).to_have_count(had + 1)
    expect(ann.button_matching("page.play.pass_go")).to_be_hidden()
    ann.tap(ann.button("page.play.pass_on"))
    expect(ann.button_matching("page.play.pass_go")).to_be_visible()
    expect(hand).to_have_count(0)


LONG_NAMES = ("+Maximiliane von Hohenfel", "+Maximiliane von Hohenber")
IS_CUT = """(button) => [...button.closest("section").querySelectorAll("li strong")]
    .some((one) => one.scrollWidth > one.clientWidth)"""


def test_round_summary_is_public_and_the_next_target_covered(person: NewPerson) -> None:
    """The summary of a round, and its announcement, are for all; the next target stays covered meanwhile."""
    ann = person("Ann", "de")
    ann.open_new_table("enough", "me", *LONG_NAMES)
    cover, own = ann.button_matching("page.play.pass_go"), ann.region("board.enough.own")
    end, pass_on = ann.button("page.play.go_on"), ann.button("page.play.pass_on")
    offered = CONTROLS["enough"].offered(ann)
    rng, has_changed_hands = AlwaysFold("a round for all"), False
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
    target = log.get_by_text(ann.pattern("board.enough.target"))
    expect(log.get_by_text(ann.pattern("board.enough.news.round"))).to_have_count(1)
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
    expect(end).to_be_hidden()  # Shown once for all.


def test_reload_covers_secrets(person: NewPerson) -> None:
    """After a reload anybody may hold the device. Leaving the table clears the announced target too."""
    ann = person("Ann", "en")
    ann.open_new_table("enough", "me", "+Ben", "+Cem")
    cover, own = ann.button_matching("page.play.pass_go"), ann.region("board.enough.own")
    for _ in range(2):
        expect(cover).to_be_visible()
        expect(own).to_be_hidden()
        ann.tap(cover)
        expect(own).to_be_visible()
        ann.page.reload()
    ann.tap(cover)
    log = ann.page.get_by_role("log")
    expect(log.get_by_text(ann.pattern("board.enough.target"))).to_have_count(1)
    ann.tap(ann.page.get_by_role("link", name=f"closecall: {ann.say('page.home')}", exact=True))
    expect(ann.page.get_by_role("heading", name=ann.say("home.title"), exact=True)).to_be_visible()
    expect(log).to_be_empty()
