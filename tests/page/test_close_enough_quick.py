"""Close Enough with few taps: summaries lead on by themselves, and a tap on a card stays in with it.

The page's clock stands still while a summary is shown, so that no test depends on speed.
"""

import pytest
from playwright.sync_api import Locator, expect

from page.browser import DESKTOP, PHONE, Device
from page.conftest import NewPerson
from page.gameplay import CONTROLS, await_turn
from page.person import Person
from page.test_close_enough_layout import LANDSCAPE
from page.test_close_enough_scene import (
    HAND_MS,
    MOST_HANDS,
    end_round_while_the_clock_stands,
    exact_kit,
    heading,
    outcome,
    summary,
)
from page.test_taps import (
    LANGUAGES,
    NOBODY_LOOKS,
    choose_soonest,
    commits_of,
    confirm_only_costly_choices,
    socket_of,
)

LEAST_MS = 6000
MOST_MS = 10_000
LONG_MS = 15_000
"""Longer than a summary counts, and not so long that the page gives the server up."""
RINGS = """(one) => one.getAnimations({ subtree: true })
    .filter(({ animationName }) => animationName?.includes("run-out")).length"""
LOOK = "globalThis.looks = {looks}; document.dispatchEvent(new Event('visibilitychange'))"


def quick_person(person: NewPerson, language: str = "en", device: Device = PHONE, **settings: str) -> Person:
    """Ann, who confirms only costly choices."""
    ann = person("Ann", language, device, **settings)
    confirm_only_costly_choices(ann)
    return ann


def go_on(ann: Person) -> Locator:
    """The button that leads on."""
    return ann.button("page.play.go_on")


def hint(ann: Person) -> Locator:
    """That the summary leads on by itself."""
    return summary(ann).get_by_text(ann.say("page.play.goes_on_hint"), exact=True)


def announced(ann: Person) -> Locator:
    """The same for screen readers."""
    return ann.page.get_by_role("log").get_by_text(ann.pattern("page.play.goes_on"))


def seconds_left(ann: Person) -> int:
    """The number on the button."""
    return int(go_on(ann).inner_text().removeprefix(ann.say("page.play.go_on")))


def stop_clock(ann: Person) -> None:
    """From now on only the test lets time pass."""
    ann.page.clock.pause_at(ann.page.evaluate("Date.now()") + 1000)


def end_round(ann: Person, stars: int = 1) -> None:
    """Ann begins and calls as soon as she can; everybody's lot is exact, and nobody may show anything."""
    ann.page.clock.install()
    options = {"scorekeeper": 0, "kit": exact_kit(stars)}
    ann.open_new_table("enough", "me", "greedy", "greedy", options=options)
    for _ in range(2):
        assert await_turn(ann, "enough")
        ann.tap(ann.button_matching("board.enough.deck"))
    assert await_turn(ann, "enough")
    stop_clock(ann)
    ann.tap(ann.button_matching("board.enough.do.call"))
    expect(summary(ann)).to_be_visible()


def await_call(ann: Person, scorekeeper: int) -> None:
    """Ann draws two cards, and a bot calls before her third turn."""
    options = {"scorekeeper": scorekeeper, "kit": exact_kit(1)}
    ann.open_new_table("enough", "me", "greedy", "greedy", options=options)
    for _ in range(2):
        assert await_turn(ann, "enough")
        ann.tap(ann.button_matching("board.enough.deck"))
    expect(ann.button_matching("board.enough.do.stay")).to_be_visible()


# Summaries.


@pytest.mark.parametrize("language", LANGUAGES)
def test_summary_leads_on_by_itself(person: NewPerson, language: str) -> None:
    """Everybody is told so, once, and has at least six seconds and at most ten."""
    ann = quick_person(person, language)
    end_round(ann)
    taps = ann.taps
    expect(heading(ann)).to_have_text(outcome(ann))
    expect(hint(ann)).to_be_visible()
    seconds = seconds_left(ann)
    assert LEAST_MS <= 1000 * seconds <= MOST_MS
    expect(announced(ann)).to_have_text(ann.say("page.play.goes_on", seconds=seconds))
    ann.page.clock.run_for(1000 * (seconds - 1))
    assert seconds_left(ann) == 1
    expect(announced(ann)).to_have_count(1)
    ann.page.clock.run_for(1000)
    expect(summary(ann)).to_be_hidden()
    assert ann.taps == taps
    assert await_turn(ann, "enough")
    assert ann.taps == taps


def test_summary_waits_for_those_who_confirm_always(person: NewPerson) -> None:
    """Nothing is counted or announced."""
    ann = person("Ann", "en")
    end_round_while_the_clock_stands(ann, kit=exact_kit(1))
    ann.page.clock.run_for(LONG_MS)
    expect(go_on(ann)).to_have_text(ann.say("page.play.go_on"))
    expect(hint(ann)).to_have_count(0)
    expect(announced(ann)).to_have_count(0)
    ann.tap(go_on(ann))
    expect(summary(ann)).to_be_hidden()


@pytest.mark.parametrize("sign", ["tap", "tap elsewhere", "key", "wheel", "focus"])
def test_any_sign_of_life_stops_it(person: NewPerson, sign: str) -> None:
    """Then it waits for a tap as ever, and nothing has moved under the finger."""
    ann = quick_person(person, device={"wheel": DESKTOP, "key": LANDSCAPE}.get(sign, PHONE))
    end_round(ann)
    expect(hint(ann)).to_be_visible()
    place = go_on(ann).bounding_box()
    ann.page.clock.run_for(LEAST_MS - 1000)
    match sign:
        case "tap":
            ann.tap(heading(ann))
        case "tap elsewhere":
            ann.tap(ann.seat("Ann"))
        case "key":
            ann.page.keyboard.press("Shift")
        case "wheel":
            summary(ann).hover()
            ann.page.mouse.wheel(0, 10)
        case _:
            summary(ann).evaluate("(one) => one.focus()")
    expect(hint(ann)).to_be_hidden()
    ann.page.clock.run_for(LONG_MS)
    expect(go_on(ann)).to_have_text(ann.say("page.play.go_on"))
    assert sign == "wheel" or go_on(ann).bounding_box() == place
    ann.tap(go_on(ann))
    expect(summary(ann)).to_be_hidden()


def test_window_that_gets_the_focus_back_does_not_stop_it(person: NewPerson) -> None:
    """The browser reports the focused button again, which nobody has moved."""
    ann = quick_person(person)
    end_round(ann)
    expect(hint(ann)).to_be_visible()
    expect(go_on(ann)).to_be_focused()
    go_on(ann).evaluate("(one) => (one.blur(), one.focus())")
    expect(hint(ann)).to_be_visible()
    ann.page.clock.run_for(MOST_MS)
    expect(summary(ann)).to_be_hidden()


def test_nothing_counts_while_nobody_looks(person: NewPerson) -> None:
    """Who comes back has all the time again; it is announced once."""
    ann = quick_person(person)
    ann.page.add_init_script(NOBODY_LOOKS + "globalThis.looks = true;")
    end_round(ann)
    expect(hint(ann)).to_be_visible()
    ann.page.clock.run_for(LEAST_MS - 1000)
    ann.page.evaluate(LOOK.format(looks="false"))
    expect(hint(ann)).to_be_hidden()
    ann.page.clock.run_for(LONG_MS)
    expect(summary(ann)).to_be_visible()
    ann.page.evaluate(LOOK.format(looks="true"))
    expect(hint(ann)).to_be_visible()
    ann.page.clock.run_for(LEAST_MS - 1000)
    expect(summary(ann)).to_be_visible()
    expect(announced(ann)).to_have_count(1)
    ann.page.clock.run_for(MOST_MS)
    expect(summary(ann)).to_be_hidden()


def test_summary_waits_at_a_shared_device(person: NewPerson) -> None:
    """Somebody else may still be reading."""
    ann = quick_person(person)
    commits = commits_of(ann)
    ann.page.clock.install()
    options = {"scorekeeper": 0, "kit": exact_kit(1)}
    ann.open_new_table("enough", "me", "+Ben", "greedy", options=options)
    covers = ann.button_matching("page.play.pass_go").or_(ann.button("page.play.pass_on"))
    while True:
        expect(go_on(ann).or_(covers).or_(CONTROLS["enough"].offered(ann)).first).to_be_visible()
        if go_on(ann).is_visible():
            break
        if covers.first.is_visible():
            ann.tap(covers.first)
        else:
            choose_soonest(ann, commits)
    ann.page.clock.run_for(LONG_MS)
    expect(go_on(ann)).to_have_text(ann.say("page.play.go_on"))
    expect(announced(ann)).to_have_count(0)


def test_last_round_stays(person: NewPerson) -> None:
    """The result is below it, and nothing follows."""
    ann = quick_person(person)
    end_round(ann, stars=7)
    expect(ann.result).to_be_visible()
    ann.page.clock.run_for(LONG_MS)
    expect(summary(ann)).to_be_visible()
    expect(go_on(ann)).to_have_count(0)
    expect(announced(ann)).to_have_count(0)


def test_round_that_is_looked_up_stays(person: NewPerson) -> None:
    """Ann has opened it herself."""
    ann = quick_person(person)
    end_round(ann)
    expect(hint(ann)).to_be_visible()
    ann.page.clock.run_for(MOST_MS)
    expect(summary(ann)).to_be_hidden()
    ann.tap(ann.button("board.enough.previous_round"))
    expect(summary(ann)).to_be_visible()
    ann.page.clock.run_for(LONG_MS)
    expect(go_on(ann)).to_have_text(ann.say("page.play.go_on"))
    expect(announced(ann)).to_have_count(1)


def test_summary_behind_a_dialog_stays(person: NewPerson) -> None:
    """Ann reads something else while the round ends."""
    ann = quick_person(person)
    ann.page.clock.install()
    table = ann.open_new_table(
        "enough", "me", "greedy", "greedy", options={"scorekeeper": 0, "kit": exact_kit(1)}
    )
    for _ in range(2):
        assert await_turn(ann, "enough")
        ann.tap(ann.button_matching("board.enough.deck"))
    assert await_turn(ann, "enough")
    ann.tap(ann.button("page.play.menu"))
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    with socket_of(ann, table["table"]["id"]) as socket:
        seen = socket.await_frame("seen")["seen"]
        socket.send("commit", point=seen["point"], nth=0, move="call", seat=0)
        expect(ann.page.locator("[data-close]")).to_be_attached()
    stop_clock(ann)
    ann.page.clock.run_for(LONG_MS)
    ann.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(go_on(ann)).to_have_text(ann.say("page.play.go_on"))
    expect(announced(ann)).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_verdict_is_told_before_it_counts(person: NewPerson, motion: str) -> None:
    """A ring runs out, unless Ann wants no animations: then there is no scene, and only the number."""
    ann = quick_person(person, reduced_motion=motion)
    end_round(ann)
    if motion == "no-preference":
        expect(heading(ann)).to_have_text(ann.say("board.enough.end.turning"))
        expect(hint(ann)).to_have_count(0)
        for _ in range(MOST_HANDS):
            if hint(ann).count():
                break
            ann.page.clock.run_for(HAND_MS)
    expect(heading(ann)).to_have_text(outcome(ann))
    expect(hint(ann)).to_be_visible()
    assert summary(ann).evaluate(RINGS) == (motion == "no-preference")
    expect(go_on(ann).locator("svg")).to_have_count(int(motion == "no-preference"))
    assert seconds_left(ann) > 0


@pytest.mark.parametrize("answer", ["keep", "show"])
def test_cards_can_be_shown_while_it_counts(person: NewPerson, answer: str) -> None:
    """E14: Ann has folded. Who does nothing keeps the cards hidden; who shows them reads on."""
    ann = quick_person(person)
    commits = commits_of(ann)
    ann.page.clock.install()
    await_call(ann, scorekeeper=1)
    stop_clock(ann)
    ann.tap(ann.button_matching("board.enough.do.fold"))
    ann.tap(ann.button("page.play.costly"))  # Her lot is exactly on target.
    expect(hint(ann)).to_be_visible()
    if answer == "show":
        ann.tap(ann.button("board.enough.do.show"))
        expect(hint(ann)).to_be_hidden()
        ann.page.clock.run_for(LONG_MS)
        expect(go_on(ann)).to_have_text(ann.say("page.play.go_on"))
    else:
        ann.page.clock.run_for(MOST_MS)
        expect(summary(ann)).to_be_hidden()
    assert commits[-2:] == ["fold", answer]


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_keys_lead_on_at_once(person: NewPerson, key: str) -> None:
    """The button has the focus from the start, and afterwards the board has it."""
    ann = quick_person(person, device=DESKTOP)
    end_round(ann)
    expect(hint(ann)).to_be_visible()
    expect(go_on(ann)).to_be_focused()
    ann.page.keyboard.press(key)
    expect(summary(ann)).to_be_hidden()
    assert ann.has_focus()


# Staying in.


def test_one_tap_stays_in_and_draws(person: NewPerson) -> None:
    """E6: the deck says so."""
    ann = quick_person(person)
    commits = commits_of(ann)
    await_call(ann, scorekeeper=1)
    deck = ann.button_matching("board.enough.deck")
    expect(deck).to_contain_text(ann.say("board.enough.stay_and_take"))
    expect(deck).to_contain_text(ann.say("board.enough.stay_short"))
    before = ann.taps
    ann.tap(deck)
    expect(ann.button_matching("board.enough.your_drawn")).to_be_visible()
    assert commits[-2:] == ["stay", "deck"]
    assert ann.taps == before + 1


def test_one_tap_stays_in_and_takes_a_card(person: NewPerson) -> None:
    """E4: a card that is not locked. All cards are equal, so it is known which one is given for it."""
    ann = quick_person(person, "de")
    commits = commits_of(ann)
    await_call(ann, scorekeeper=2)
    locked = ann.page.get_by_role("button", name=ann.pattern("board.enough.card_of_locked", more=True))
    expect(locked).to_have_count(1)
    expect(locked).not_to_contain_text(ann.say("board.enough.stay_and_take"))
    card = ann.button_matching("board.enough.card_of").filter(has_text=ann.say("board.enough.stay_and_take"))
    ann.tap(card)
    expect(go_on(ann)).to_be_visible()
    assert commits[-2:] == ["stay", "take B 10"]


def test_who_confirms_always_declares_first(person: NewPerson) -> None:
    """A tap on the deck says why it has to wait."""
    ann = person("Ann", "en")
    commits = commits_of(ann)
    options = {"scorekeeper": 1, "kit": exact_kit(1)}
    ann.open_new_table("enough", "me", "greedy", "greedy", options=options)
    for _ in range(2):
        assert await_turn(ann, "enough")
        ann.tap(ann.button_matching("board.enough.deck"))
        ann.tap(ann.button("page.play.confirm"))
    expect(ann.button_matching("board.enough.do.stay")).to_be_visible()
    deck = ann.page.get_by_role("button", name=ann.pattern("board.enough.deck", more=True))
    expect(deck).to_have_attribute("aria-disabled", "true")
    expect(deck).not_to_contain_text(ann.say("board.enough.stay_and_take"))
    deck.tap(force=True)
    expect(ann.choice.get_by_role("alert")).to_be_visible()
    assert commits == ["deck", "deck"]
