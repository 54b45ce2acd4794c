"""Close Enough: taking a target, showing cards by choice, the token First!, and what is public."""

import re
import time

from playwright.sync_api import Locator, expect

from page.browser import DESKTOP, PHONE
from page.conftest import NewPerson
from page.gameplay import CONTROLS, TURN_TIMEOUT_S, AlwaysFold, await_turn, confirm, select, told_cards
from page.person import Person


def targets(person: Person) -> Locator:
    """The face-down targets to choose from."""
    return person.page.get_by_role("button", name=person.pattern("board.enough.pick.back"))


def own_target(person: Person) -> Locator:
    """The target in front of the player, face up."""
    return person.page.get_by_role("img", name=person.pattern("board.enough.target"))


def told_target(person: Person) -> Locator:
    """The announcement of the target."""
    return person.page.get_by_role("log").get_by_text(person.pattern("board.enough.target"))


def summary(person: Person) -> Locator:
    """The summary of a round."""
    return person.page.get_by_role("region", name=person.pattern("board.enough.end.title"))


def standing(person: Person, name: str) -> Locator:
    """A player in the summary of a round."""
    return summary(person).get_by_role("listitem").filter(has_text=f"{name}. ")


def seat(person: Person, name: str) -> Locator:
    """Another player at the table."""
    return person.page.get_by_role("group", name=name, exact=True)


def take_turn(person: Person) -> None:
    """Make a choice, but never call, and fold after a call."""
    deck = person.button_matching("board.enough.deck")
    if deck.is_visible():
        person.tap(deck)
    else:
        select(person, "enough", AlwaysFold("a quiet round"))
    confirm(person)


def play_round(*people: Person) -> None:
    """Play until everybody sees the summary of a round: sooner or later a bot calls."""
    ends = [person.button("page.play.go_on") for person in people]
    timeout = time.monotonic() + TURN_TIMEOUT_S
    while not all(end.is_visible() for end in ends):
        assert time.monotonic() < timeout, "no choice was due for too long"
        for person, end in zip(people, ends, strict=True):
            if CONTROLS["enough"].offered(person).is_visible() and not end.is_visible():
                take_turn(person)
                timeout = time.monotonic() + TURN_TIMEOUT_S


def test_target_is_taken_by_a_tap(person: NewPerson) -> None:
    """Face-down targets are offered once in a round, also after a reload; the tapped one is announced."""
    ann = person("Ann", "en")
    ann.open_new_table("enough", "me", "greedy", "greedy")
    expect(targets(ann).first).to_be_visible()
    count = targets(ann).count()
    assert count in (16, 17, 18)  # Others may have taken theirs before.
    third = ann.button("board.enough.pick.back", number=3, targets=count)
    expect(ann.text("board.enough.pick.chance")).to_be_visible()
    expect(own_target(ann)).to_be_hidden()
    expect(told_target(ann)).to_have_count(0)
    ann.tap(third)
    expect(third).to_be_hidden()
    expect(own_target(ann)).to_be_visible()
    expect(told_target(ann)).to_have_count(1)
    ann.page.reload()
    expect(own_target(ann)).to_be_visible()
    expect(told_target(ann)).to_have_count(1)
    expect(targets(ann)).to_have_count(0)


def test_target_turns_over_with_animations(person: NewPerson) -> None:
    """The target is there at once, whatever still moves."""
    ann = person("Ann", "fr", DESKTOP, reduced_motion="no-preference")
    ann.open_new_table("enough", "me", "greedy", "greedy")
    ann.tap(targets(ann).nth(5))
    expect(own_target(ann)).to_be_visible()
    expect(told_target(ann)).to_have_count(1)


def test_target_is_taken_with_the_first_move(person: NewPerson) -> None:
    """A player in a hurry begins with the move, and sees the target before confirming it."""
    ann = person("Ann", "de")
    ann.open_new_table("enough", "me", "greedy", "greedy")
    expect(targets(ann).first).to_be_visible()
    ann.tap(ann.button_matching("board.enough.deck"))
    expect(ann.button("page.play.confirm")).to_be_visible()
    expect(own_target(ann)).to_be_visible()
    expect(targets(ann)).to_have_count(0)


def test_target_is_taken_by_keyboard(person: NewPerson) -> None:
    """The targets are one stop of the Tab key, and arrows move between them."""
    ann = person("Ann", "it", DESKTOP)
    ann.open_new_table("enough", "me", "greedy", "greedy")
    ann.button("board.enough.pick.any").focus()
    ann.page.keyboard.press("Tab")
    expect(targets(ann).first).to_be_focused()
    for key, at in (("ArrowRight", 1), ("ArrowDown", 2), ("ArrowLeft", 1), ("ArrowUp", 0), ("ArrowLeft", -1)):
        ann.page.keyboard.press(key)
        expect(targets(ann).nth(at)).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(own_target(ann)).to_be_visible()
    expect(ann.region("board.enough.own")).to_be_focused()


def test_replay_and_introduction_have_no_picker(person: NewPerson) -> None:
    """There the target is face up from the start."""
    ann = person("Ann", "en")
    made = ann.open_new_table("enough", "me", "greedy", "greedy")
    expect(targets(ann).first).to_be_visible()
    ann.post(f"/tables/{made['table']['id']}/leave")  # A bot finishes the game.
    expect(ann.result).to_be_visible()
    ann.open(f"/replay/{made['table']['id']}?viewer=0&step=8")
    expect(own_target(ann)).to_be_visible()
    expect(targets(ann)).to_have_count(0)
    ann.open("/learn/enough")
    expect(own_target(ann)).to_be_visible()
    expect(targets(ann)).to_have_count(0)


def test_cards_are_shown_by_choice(person: NewPerson) -> None:
    """Ann shows hers; Ben continues and sees them then; so does a spectator. Ben's stay hidden."""
    ann, ben, zoe = person("Ann", "en"), person("Ben", "en", DESKTOP), person("Zoe", "en", DESKTOP)
    made = ann.open_new_table("enough", "me", "open", "greedy", public=True)
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    for one in (ben, zoe):
        one.open(f"/table/{made['table']['id']}")
    play_round(ann, ben)
    show, end = ann.button("board.enough.do.show"), ann.button("page.play.go_on")
    expect(standing(ann, "Ann")).to_contain_text(re.compile(r"In the hand: \d+, \d+\. Target \d+"))
    expect(standing(ben, "Ann")).to_contain_text(ben.say("board.enough.end.not_shown"))
    ann.tap(show)
    expect(show).to_be_hidden()
    expect(standing(ann, "Ann")).to_contain_text(ann.say("board.enough.end.committed"))
    expect(end).to_be_focused()
    expect(standing(ben, "Ann")).to_contain_text(ben.say("board.enough.end.not_shown"))
    ben.tap(ben.button("page.play.go_on"))
    # Ann still reads the summary, Ben has closed it, and Zoe watches.
    expect(standing(ann, "Ben")).to_contain_text(ann.say("board.enough.end.mucked"))
    for one in (ann, ben, zoe):
        expect(standing(one, "Ann")).to_contain_text(one.say("board.enough.end.by_choice"))
        expect(told_cards(one, "Ann")).to_have_count(1)
    expect(ben.page.get_by_role("heading", name=ben.say("board.enough.end.by_choice_title"))).to_be_visible()
    expect(summary(ben).get_by_role("listitem")).to_have_count(1)
    ben.tap(ben.button("page.play.go_on"))
    expect(summary(ben)).to_be_hidden()
    expect(targets(ben).first).to_be_visible()
    ann.tap(end)
    expect(targets(ann).first).to_be_visible()


def test_continuing_keeps_the_cards_hidden(person: NewPerson) -> None:
    """By keyboard: Escape closes the summary, and until Ben has decided it can be opened again."""
    ann, ben = person("Ann", "en", DESKTOP), person("Ben", "de")
    made = ann.open_new_table("enough", "me", "open", "greedy")
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    play_round(ann, ben)
    show, end = ann.button("board.enough.do.show"), ann.button("page.play.go_on")
    expect(end).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(end).to_be_hidden()
    expect(ann.choice).to_contain_text(ann.say("page.play.waiting_one", name="Ben"))
    ann.tap(ann.button("page.play.take_back"))
    expect(show).to_be_visible()
    expect(end).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(end).to_be_hidden()
    ben.tap(ben.button("page.play.go_on"))
    expect(ann.button("board.enough.pick.any")).to_be_visible()
    assert ann.has_focus()
    ann.tap(ann.button("board.enough.previous_round"))
    for name in ("Ann", "Ben"):
        expect(standing(ann, name)).to_contain_text(ann.say("board.enough.end.mucked"))
    expect(show).to_be_hidden()


def test_first_token_moves_to_the_caller(person: NewPerson) -> None:
    """Before a call the start player has it; then it shows its other side with the caller."""
    ann = person("Ann", "en")
    ann.open_new_table("enough", "me", "greedy", "greedy")
    first = ann.page.get_by_text(ann.say("board.enough.first"), exact=True)
    called = ann.page.get_by_text(ann.say("board.enough.callin"), exact=True)
    assert await_turn(ann, "enough")
    expect(first).to_have_count(1)
    expect(called).to_have_count(0)
    stay = ann.button_matching("board.enough.do.stay")
    while not stay.is_visible():
        take_turn(ann)
        assert await_turn(ann, "enough")
    expect(first).to_have_count(0)
    expect(called).to_have_count(1)
    caller = ann.page.get_by_role("group", name=re.compile("^Greedy")).filter(has=called)
    expect(caller).to_contain_text(ann.say("board.enough.callin_means"))


def test_discard_pile_and_open_cards_can_be_looked_at(person: NewPerson) -> None:
    """The whole pile in a dialog; a card that was taken openly lies face up with its owner."""
    ann, zoe = person("Ann", "en", DESKTOP), person("Zoe", "en", PHONE)
    made = ann.open_new_table("enough", "me", "greedy", "greedy", public=True)
    zoe.open(f"/table/{made['table']['id']}")
    assert await_turn(ann, "enough")
    other = ann.button_matching("board.enough.card_of").first
    card = re.findall(r"\d+", other.inner_text())[-1]
    ann.tap(other)
    confirm(ann)
    expect(seat(zoe, "Ann")).to_contain_text(zoe.say("board.enough.hand_of", cards=card))
    look = ann.page.get_by_role(
        "button", name=re.compile(re.escape(ann.say("board.enough.look_at_pile")) + "$")
    )
    pile = ann.page.get_by_role("button", name=ann.pattern("board.enough.pile", more=True))
    assert await_turn(ann, "enough")
    while not look.is_visible():
        take_turn(ann)
        assert await_turn(ann, "enough")
    top, count = map(int, re.findall(r"\d+", pile.inner_text())[:2])
    look.focus()
    ann.page.keyboard.press("Enter")
    cards = re.findall(r"\d+", ann.page.get_by_role("dialog").get_by_role("paragraph").first.inner_text())
    assert (int(cards[0]), len(cards)) == (top, count)
    ann.page.keyboard.press("Escape")
    expect(look).to_be_focused()
    other_look = zoe.page.get_by_role(
        "button", name=re.compile(re.escape(zoe.say("board.enough.look_at_pile")) + "$")
    )
    zoe.tap(other_look)
    expect(zoe.page.get_by_role("dialog")).to_be_visible()
