"""Suspense: what dice show is told only after they have landed.

The page's clock stands still while dice are in the air, so that no test depends on speed.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from page.browser import PHONE
from page.conftest import NewPerson
from page.gameplay import CONTROLS, await_turn, pass_turn, play
from page.person import Person

TELLS = """(element) => {
  const labels = [...element.querySelectorAll("[aria-label]")].map(({ ariaLabel }) => ariaLabel);
  return [element.innerText, ...labels].join(" ");
}"""
"""Everything that people see in an element, or hear of it."""
FLYING = """() => {
  const isDie = ({ effect }) => effect.target.matches(".cube, .flight");
  return document.getAnimations().filter(isDie).length;
}"""
SETTLED_MS = 10_000
"""Longer than any dice fly."""


def player(person: NewPerson, **settings: str) -> Person:
    """A player who has not turned animations off, and whose clock is stopped."""
    ann = person("Ann", "en", PHONE, **{"reduced_motion": "no-preference"} | settings)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)
    return ann


def land(ann: Person) -> None:
    """Let the dice land."""
    ann.page.clock.run_for(SETTLED_MS)


def numbers(ann: Person, game: str) -> Locator:
    """Where the numbers of the dice and their sums are."""
    tray = ann.region("board.mark.dice" if game == "mark" else "board.qwixx.dice_label")
    return tray.get_by_role("list") if game == "mark" else tray


def expect_nothing_told(ann: Person, game: str, rolls: int) -> None:
    """Dice fly, and this many earlier rolls were announced."""
    expect(numbers(ann, game)).to_be_visible()
    ann.page.wait_for_function(FLYING, polling=50)
    assert not re.search(r"\d", numbers(ann, game).evaluate(TELLS))
    expect(ann.choice).to_have_text("")
    expect(announced_rolls(ann, game)).to_have_count(rolls)
    expect(CONTROLS[game].offered(ann)).to_be_hidden()


def expect_told(ann: Person, game: str, rolls: int) -> None:
    """The dice lie on the table: sums, announcement, prompt, and what can be chosen."""
    expect(CONTROLS[game].offered(ann)).to_be_visible()
    assert re.search(r"\d", numbers(ann, game).evaluate(TELLS))
    expect(ann.choice).not_to_have_text("")
    expect(announced_rolls(ann, game)).to_have_count(rolls)


def announced_rolls(ann: Person, game: str) -> Locator:
    """The rolls that a screen reader has read out."""
    roll = ann.pattern("board.mark.rolled" if game == "mark" else "board.qwixx.roll", name="Ann")
    return ann.page.get_by_role("log").get_by_role("paragraph").filter(has_text=roll)


@pytest.mark.parametrize("game", ["mark", "qwixx"])
def test_nothing_tells_a_roll_before_the_dice_have_landed(person: NewPerson, game: str) -> None:
    """Neither the first roll nor the second."""
    ann = player(person)
    ann.open_new_table(game, "me")
    if game == "mark":
        play(ann, game, 1)  # The colour.
    expect_nothing_told(ann, game, rolls=0)
    land(ann)
    expect_told(ann, game, rolls=1)
    play(ann, game, 1 if game == "mark" else 2)  # Until the next roll: Qwixx has two actions.
    expect_nothing_told(ann, game, rolls=1)
    land(ann)
    expect_told(ann, game, rolls=2)


@pytest.mark.parametrize("game", ["mark", "qwixx"])
def test_without_motion_nobody_waits(person: NewPerson, game: str) -> None:
    """Nothing moves, so everything is told at once."""
    ann = player(person, reduced_motion="reduce")
    ann.open_new_table(game, "me")
    if game == "mark":
        play(ann, game, 1)  # The colour.
    expect_told(ann, game, rolls=1)
    assert ann.page.evaluate(FLYING) == 0


# Rolling with a tap.


def choose_in_settings(ann: Person, title: str, choice: str) -> None:
    """Choose something in the settings."""
    ann.open("/settings")
    group = ann.page.get_by_role("group", name=ann.say(title), exact=True)
    radio = group.get_by_role("radio", name=ann.say(choice), exact=True)
    radio.check(force=True)  # The radio button is drawn as a chip.
    expect(radio).to_be_checked()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("game", ["mark", "qwixx"])
def test_own_dice_wait_for_a_tap(person: NewPerson, game: str, motion: str) -> None:
    """Nothing is told before; then the dice fly, if they may."""
    ann = person("Ann", "en", PHONE, reduced_motion=motion)
    choose_in_settings(ann, "home.settings.rolling", "home.settings.rolling.tap")
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)
    ann.open_new_table(game, "me")
    if game == "mark":
        play(ann, game, 1)  # The colour.
    for rolls in range(2):
        expect(ann.choice).to_contain_text(ann.say("page.play.roll_mine"))
        assert not re.search(r"\d", numbers(ann, game).evaluate(TELLS))
        expect(announced_rolls(ann, game)).to_have_count(rolls)
        expect(CONTROLS[game].offered(ann)).to_be_hidden()
        ann.tap(ann.button("page.play.roll"))
        if motion == "no-preference":
            expect_nothing_told(ann, game, rolls)
            land(ann)
        expect_told(ann, game, rolls + 1)
        play(ann, game, 1 if game == "mark" else 2)


def test_dice_of_others_and_of_clocks_do_not_wait(person: NewPerson) -> None:
    """With a clock nobody loses time by a gesture."""
    ann = person("Ann", "en", PHONE)
    choose_in_settings(ann, "home.settings.rolling", "home.settings.rolling.tap")
    ann.open_new_table("qwixx", "me", clock="relaxed")
    expect(CONTROLS["qwixx"].offered(ann)).to_be_visible()
    expect(ann.button("page.play.roll")).to_be_hidden()


SHAKABLE = """Object.defineProperty(DeviceMotionEvent, "requestPermission", {
  value: async () => { globalThis.asked = true; return "granted"; },
});"""
SHAKE = """() => {
  for (const x of [0, 30]) {
    const event = new Event("devicemotion");
    event.accelerationIncludingGravity = { x, y: 0, z: 9.8 };
    dispatchEvent(event);
  }
}"""


def test_shaking_the_phone_rolls(person: NewPerson) -> None:
    """Where the browser asks, it does so when the switch is turned on."""
    ann = person("Ann", "en", PHONE)
    ann.page.add_init_script(SHAKABLE)
    choose_in_settings(ann, "home.settings.rolling", "home.settings.rolling.tap")
    switch = ann.page.get_by_role("switch", name=ann.say("home.settings.shake"))
    switch.check(force=True)
    expect(switch).to_be_checked()
    assert ann.page.evaluate("asked")
    ann.open_new_table("qwixx", "me")
    expect(ann.choice).to_contain_text(ann.say("page.play.roll_shake"))
    ann.page.evaluate(SHAKE)
    expect_told(ann, "qwixx", rolls=1)


# The table speaks.

VOICES = """(languages) => {
  globalThis.spoken = [];
  const voices = languages.map((lang) => ({ lang, localService: true }));
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    cancel: () => undefined,
    speak: ({ text, lang }) => spoken.push(`${lang} ${text}`),
  });
  Object.defineProperty(globalThis, "speechSynthesis", { value: speech });
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""


def test_the_table_says_the_white_sum(person: NewPerson) -> None:
    """In the reader's language, after the dice have landed; off until it is wanted."""
    ann = person("Ann", "de", PHONE)
    ann.page.add_init_script(f"({VOICES})(['en-GB', 'de-CH'])")
    ann.register()
    for is_wanted in (False, True):
        if is_wanted:
            ann.open("/settings")
            switch = ann.page.get_by_role("switch", name=ann.say("home.settings.speech"))
            switch.check(force=True)
            expect(switch).to_be_checked()
        ann.open(f"/table/{ann.create_table('qwixx', 'me')['table']['id']}")
        for _ in range(2):  # Both actions.
            assert await_turn(ann, "qwixx")
            pass_turn(ann)
        expect(announced_rolls(ann, "qwixx")).to_have_count(2)
        said = ann.page.evaluate("spoken")
        pattern = ann.pattern("board.qwixx.spoken_sum").pattern.strip("^$")
        assert len(said) == (2 if is_wanted else 0)
        assert all(re.fullmatch(f"de-CH {pattern}", line) for line in said)


def test_without_a_voice_nothing_is_offered(person: NewPerson) -> None:
    """A voice of another language would read gibberish."""
    ann = person("Ann", "it", PHONE)
    ann.page.add_init_script(f"({VOICES})(['en-GB'])")
    ann.open("/settings")
    expect(ann.page.get_by_role("group", name=ann.say("home.settings.rolling"))).to_be_visible()
    expect(ann.page.get_by_role("switch", name=ann.say("home.settings.speech"))).to_be_hidden()
