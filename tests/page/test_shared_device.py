"""Pass and play: several people at one device."""

from playwright.sync_api import expect

from page.browser import DELAY_MESSAGES, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import (
    AlwaysFold,
    await_turn,
    confirm,
    pass_turn,
    play,
    play_round,
    play_to_end,
    select,
    told_cards,
)


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


# A caller who wins with such a target has seven of the eight stars that end the game.
RICH_KIT = {
    "name": "rich",
    "cards": [card for card in range(1, 21) for _ in range(3)],
    "targets": [{"number": number, "stars": 7} for number in range(26, 38, 2)],
    "tokens": [{"one": "subtract", "other": "double"}, {"one": "ignore", "other": "nudge"}],
}
# Nobody hits an odd target with even cards, so nobody has to show a lot that everybody folded against.
ODD_KIT = {
    "name": "odd",
    "cards": [card for card in range(2, 22, 2) for _ in range(6)],
    "targets": [{"number": number, "stars": 1} for number in range(21, 45, 2)],
    "tokens": RICH_KIT["tokens"],
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
    ann.open_new_table("enough", "me", *LONG_NAMES, options={"kit": ODD_KIT})
    cover, own = ann.button_matching("page.play.pass_go"), ann.region("board.enough.own")
    end, pass_on = ann.button("page.play.go_on"), ann.button("page.play.pass_on")
    play_round(ann)
    assert not end.evaluate(IS_CUT), "two names look alike"
    log = ann.page.get_by_role("log")
    target = log.get_by_text(ann.pattern("board.enough.target"))
    expect(log.get_by_text(ann.pattern("board.enough.end.unseen"))).to_have_count(1)
    expect(target).to_have_count(0)
    expect(own).to_be_hidden()
    ann.tap(end)
    expect(cover).to_be_visible()
    expect(own).to_be_hidden()
    ann.tap(cover)
    expect(own).to_be_visible()
    expect(log).to_contain_text(ann.say("board.enough.ask.fill"))
    expect(target).to_have_count(0)
    ann.tap(ann.button("board.enough.pick.any"))
    expect(target).to_have_count(1)
    ann.tap(ann.button_matching("board.enough.deck"))
    confirm(ann)
    ann.tap(pass_on)
    ann.tap(cover)
    expect(own).to_be_visible()
    expect(end).to_be_hidden()  # Shown once for all.


def test_cards_are_shown_by_choice_in_front_of_everybody(person: NewPerson) -> None:
    """Ben confirms that he shows his cards; the others keep theirs. Nobody is handed the device."""
    ann = person("Ann", "en")
    ann.open_new_table("enough", "me", "+Ben", "+Cem", options={"kit": ODD_KIT})
    play_round(ann)
    cover, end = ann.button_matching("page.play.pass_go"), ann.button("page.play.go_on")
    summary = ann.page.get_by_role("region", name=ann.pattern("board.enough.end.title"))
    rows = {
        name: summary.get_by_role("listitem").filter(has_text=f"{name}. ") for name in ("Ann", "Ben", "Cem")
    }
    show = ann.button("board.enough.end.show_of", name="Ben")
    for name in rows:
        expect(ann.button("board.enough.end.show_of", name=name)).to_be_visible()
    expect(summary).not_to_contain_text("Total")
    expect(ann.region("board.enough.own")).to_be_hidden()
    ann.tap(show)
    dialog = ann.page.get_by_role("dialog")
    ann.tap(dialog.get_by_role("button", name=ann.say("page.play.cancel"), exact=True))
    expect(show).to_be_visible()
    ann.tap(show)
    expect(rows["Ben"]).to_contain_text(ann.say("board.enough.end.not_shown"))
    ann.tap(dialog.get_by_role("button", name=ann.say("board.enough.do.show"), exact=True))
    expect(rows["Ben"]).to_contain_text(ann.say("board.enough.end.committed"))
    expect(told_cards(ann, "Ben")).to_have_count(1)
    expect(rows["Ben"]).to_contain_text("Total")
    expect(end).to_be_focused()
    ann.page.reload()  # The summary and the question are there again, and no hand-over before them.
    expect(rows["Ben"]).to_contain_text(ann.say("board.enough.end.committed"))
    expect(ann.button("board.enough.end.show_of", name="Ann")).to_be_visible()
    expect(cover).to_be_hidden()
    ann.tap(end)
    expect(cover).to_be_visible()
    ann.tap(cover)
    ann.tap(ann.button("board.enough.previous_round"))
    expect(rows["Ben"]).to_contain_text(ann.say("board.enough.end.by_choice"))
    for name in ("Ann", "Cem"):
        expect(rows[name]).to_contain_text(ann.say("board.enough.end.mucked"))


def test_summary_stays_until_everybody_at_the_device_has_read_it(person: NewPerson) -> None:
    """After all have shown their cards the next round begins; only then is the device handed on, to Cem."""
    ann = person("Ann", "en")
    ann.open_new_table("enough", "me", "+Ben", "+Cem", options={"kit": ODD_KIT, "scorekeeper": 0})
    play_round(ann)  # Ann begins and calls as soon as she can.
    ann.page.reload()  # After this the board is Ann's.
    cover, end = ann.button_matching("page.play.pass_go", name="Cem"), ann.button("page.play.go_on")
    dialog = ann.page.get_by_role("dialog")
    for name in ("Ann", "Ben", "Cem"):
        ann.tap(ann.button("board.enough.end.show_of", name=name))
        ann.tap(dialog.get_by_role("button", name=ann.say("board.enough.do.show"), exact=True))
        expect(dialog).to_be_hidden()
    summary = ann.page.get_by_role("region", name=ann.pattern("board.enough.end.title"))
    expect(summary.get_by_text(ann.say("board.enough.end.by_choice"), exact=True)).to_have_count(3)
    expect(ann.page.get_by_role("log").get_by_text(ann.pattern("board.enough.news.round"))).to_have_count(1)
    expect(ann.button_matching("page.play.pass_go")).to_be_hidden()
    expect(ann.region("board.enough.own")).to_be_hidden()
    ann.tap(end)
    expect(cover).to_be_visible()


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
    ann.tap(ann.button("board.enough.pick.any"))
    log = ann.page.get_by_role("log")
    expect(log.get_by_text(ann.pattern("board.enough.target"))).to_have_count(1)
    ann.tap(ann.page.get_by_role("link", name=f"closecall: {ann.say('page.home')}", exact=True))
    expect(ann.page.get_by_role("heading", name=ann.say("home.title"), exact=True)).to_be_visible()
    expect(log).to_be_empty()


def test_everybody_sees_whose_sheet_it_is(person: NewPerson) -> None:
    """Qwixx covers nothing: a banner and the heading name the player, and a double tap marks nothing."""
    ann = person("Ann", "en")
    ann.page.clock.install()
    ann.open_new_table("qwixx", "me", "+Ben")
    heading = ann.page.get_by_role("heading", level=2)
    banner = ann.page.get_by_text(ann.say("page.play.pass_to", name="Ben"), exact=True)
    assert await_turn(ann, "qwixx")
    expect(heading.get_by_text("Ann", exact=True).or_(heading.filter(has_text="Ann")).first).to_be_visible()
    expect(banner).to_be_hidden()
    ann.page.clock.pause_at(ann.page.evaluate("Date.now()") + 60_000)
    select(ann, "qwixx")
    confirm(ann)
    expect(banner).to_be_visible()
    expect(heading.filter(has_text="Ben").first).to_be_visible()
    expect(ann.button_matching("board.qwixx.pass")).to_be_hidden()  # Taps are ignored for a moment.
    ann.page.clock.run_for(500)
    expect(ann.button_matching("board.qwixx.pass")).to_be_visible()
    expect(banner).to_be_visible()
    pass_turn(ann)  # The banner is in nobody's way.
    ann.page.clock.run_for(5000)
    expect(banner).to_be_hidden()
