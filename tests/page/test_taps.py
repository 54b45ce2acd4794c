"""How many taps a game needs: what is confirmed, what is made at once, and what needs no tap at all."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from websockets.sync.client import connect

from page.browser import DESKTOP, PHONE, Device
from page.conftest import NewPerson
from page.gameplay import (
    CONTROLS,
    TURN_TIMEOUT_S,
    await_turn,
    costs_points,
    pass_turn,
    qwixx_numbers,
    select,
)
from page.person import Person
from server.server_process import TIMEOUT_S, TableConnection

LANGUAGES = ("en", "de", "fr", "it")
READ_MS = 10_000
"""Longer than anybody is given to read why nothing fits."""
MOST_TABLES = 50
NOBODY_LOOKS = """Object.defineProperty(Document.prototype, "visibilityState", {
  get: () => (globalThis.looks ? "visible" : "hidden"),
});"""


def confirm_only_costly_choices(person: Person) -> None:
    """Choose it in the settings."""
    person.open("/settings")
    group = person.page.get_by_role("group", name=person.say("home.settings.confirm"), exact=True)
    choice = group.get_by_role("radio", name=person.say("home.settings.confirm.costly"), exact=True)
    expect(group.get_by_role("radio", name=person.say("home.settings.confirm.always"))).to_be_checked()
    choice.check(force=True)  # The radio button is drawn as a chip.
    expect(choice).to_be_checked()


# One tap or two.


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_second_tap_confirms_and_the_page_says_so(person: NewPerson, language: str) -> None:
    """Until somebody at this device has done it."""
    ann = person("Ann", language, PHONE)
    ann.page.clock.install()
    ann.open_new_table("mark", "me")
    colours = ann.region("board.mark.colours").get_by_role("button")
    ann.tap(colours.first)
    expect(ann.choice).to_contain_text(ann.say("page.play.tap_again"))
    ann.page.clock.run_for(1000)  # A double tap does not confirm.
    ann.tap(colours.first)
    assert await_turn(ann, "mark")
    select(ann, "mark")
    expect(ann.button("page.play.confirm")).to_be_visible()
    expect(ann.choice).not_to_contain_text(ann.say("page.play.tap_again"))


@pytest.mark.parametrize(("language", "device"), [("de", PHONE), ("it", DESKTOP)])
def test_one_tap_is_enough_for_what_is_not_costly(person: NewPerson, language: str, device: Device) -> None:
    """The setting survives a reload; the colour and each entry are made at once."""
    ann = person("Ann", language, device)
    confirm_only_costly_choices(ann)
    ann.open_new_table("mark", "me")
    for number in range(1, 4):
        assert await_turn(ann, "mark")
        select(ann, "mark")
        expect(ann.text("board.mark.round", round=number, rounds=25)).to_be_visible()
        expect(ann.button("page.play.confirm")).to_be_hidden()


def test_a_pass_is_in_the_bar_and_free_if_it_costs_nothing(person: NewPerson) -> None:
    """In action 1 one tap is enough, although everything is confirmed; a misthrow is confirmed."""
    ann = person("Ann", "en", PHONE)
    ann.open_new_table("qwixx", "me")
    assert await_turn(ann, "qwixx")
    expect(ann.choice.get_by_role("button", name=ann.say("board.qwixx.pass"))).to_be_visible()
    assert not costs_points(ann)
    pass_turn(ann)
    assert ann.taps == 1
    expect(ann.choice).to_contain_text(ann.say("board.qwixx.prompt_two"))
    assert await_turn(ann, "qwixx")
    assert costs_points(ann)
    pass_turn(ann)
    assert ann.taps == 3


# Nothing to choose.


@contextmanager
def socket_of(person: Person, table: str) -> Iterator[TableConnection]:
    """A person's second connection to a table, to bring about a situation quickly."""
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in person.context.cookies())
    address = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    headers = {"Cookie": cookies, "Origin": person.url}
    with connect(address, additional_headers=headers, open_timeout=TIMEOUT_S) as connection:
        yield TableConnection(connection)


Choose = Callable[[Any], str]


def play_until(
    person: Person, table: str, is_reached: Callable[[dict[int, Any]], bool], choose: Choose
) -> bool:
    """Choose for all seats of a person until their views are as wanted; False if the game ends before."""
    views: dict[int, Any] = {}
    with socket_of(person, table) as socket:
        done = set()
        while True:
            frame = socket.next()
            assert frame["t"] not in ("refused", "bye"), frame
            if frame["t"] != "seen":
                continue
            seen = frame["seen"]
            views[seen["viewer"]] = seen
            if seen["over"] is not None:
                return False
            seats = len(seen["view"]["sheets"])
            if len(views) < seats or len({one["point"] for one in views.values()}) > 1:
                continue
            if is_reached(views):
                return True
            for seat, view in views.items():
                if view["menu"] is not None and (seat, view["point"]) not in done:
                    done.add((seat, view["point"]))
                    socket.send("commit", point=view["point"], nth=0, move=choose(view), seat=seat)


def number_of(move: str) -> int:
    """How far a cross is from the left end of its row."""
    number = int(move[1:])
    return number if move[0] in "ry" else 14 - number


def rashly(seen: Any) -> str:
    """The cross farthest to the right, so that soon nothing fits any more."""
    crosses = [move for move in seen["menu"] if move != "pass"]
    return max(crosses, key=number_of) if crosses else "pass"


def only_in_action_two(seen: Any) -> str:
    """Pass on the white sum."""
    return rashly(seen) if seen["view"]["action"] == 2 else "pass"


def carefully(seen: Any) -> str:
    """The cross farthest to the left."""
    crosses = [move for move in seen["menu"] if move != "pass"]
    return min(crosses, key=number_of) if crosses else "pass"


def is_forced_in(action: int) -> Callable[[dict[int, Any]], bool]:
    """Whether a solo player can do nothing but pass in this action."""
    return lambda views: views[0]["menu"] == ["pass"] and views[0]["view"]["action"] == action


def notice(person: Person, key: str) -> Locator:
    """Why nothing can be chosen."""
    return person.choice.get_by_text(person.pattern(key))


def misthrows(person: Person) -> Locator:
    """How many misthrows are marked on the own sheet."""
    sheet = person.page.get_by_role("region", name=person.pattern("board.qwixx.sheet", name="Ann"))
    return sheet.get_by_text(person.pattern("board.qwixx.misthrow_count", n=1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forced_misthrow_is_shown_and_then_made(person: NewPerson, language: str) -> None:
    """It can be read for a moment; nobody is asked whether they are sure, and nobody taps."""
    ann = person("Ann", language, PHONE)
    ann.register()
    table = ann.create_table("qwixx", "me")["table"]["id"]
    assert play_until(ann, table, is_forced_in(2), only_in_action_two)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)
    ann.open(f"/table/{table}")
    expect(notice(ann, "board.qwixx.prompt_none_two")).to_be_visible()
    expect(ann.choice).to_contain_text(ann.say("board.qwixx.pass_misthrow", gain="−5"))
    expect(ann.page.get_by_role("log")).to_contain_text(ann.say("board.qwixx.prompt_none_two"))
    expect(ann.choice.get_by_role("button")).to_have_count(0)
    expect(ann.page.get_by_role("dialog")).to_be_hidden()
    expect(misthrows(ann)).to_be_hidden()
    ann.page.clock.run_for(READ_MS)
    expect(misthrows(ann)).to_have_count(1)
    assert ann.taps == 0


def test_a_forced_pass_leads_on(person: NewPerson) -> None:
    """Nothing fits the white sum: action 2 follows by itself."""
    ann = person("Ann", "en", PHONE)
    ann.register()
    table = ann.create_table("qwixx", "me")["table"]["id"]
    assert play_until(ann, table, is_forced_in(1), rashly)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)
    ann.open(f"/table/{table}")
    expect(notice(ann, "board.qwixx.prompt_none_one")).to_be_visible()
    expect(ann.choice).to_contain_text(ann.say("board.qwixx.after_pass"))
    ann.page.clock.run_for(READ_MS)
    two = [notice(ann, f"board.qwixx.{key}") for key in ("prompt_two", "prompt_none_two")]
    expect(two[0].or_(two[1])).to_be_visible()
    assert ann.taps == 0


def table_with_forced_ann(ann: Person) -> str:
    """A table at one device, at which nothing fits for Ann, and something does for Ben."""

    def is_reached(views: dict[int, Any]) -> bool:
        return views[0]["menu"] == ["pass"] and views[1]["menu"] is not None and len(views[1]["menu"]) > 1

    def choose(seen: Any) -> str:
        return rashly(seen) if seen["viewer"] == 0 else carefully(seen)

    for _ in range(MOST_TABLES):
        table: str = ann.create_table("qwixx", "me", "+Ben")["table"]["id"]
        if play_until(ann, table, is_reached, choose):
            return table
    raise AssertionError("nothing ever fits Ben alone")


def test_a_forced_pass_that_is_taken_back_is_not_made_again(person: NewPerson) -> None:
    """Then Ann passes with one tap."""
    ann = person("Ann", "en", PHONE)
    ann.register()
    table = table_with_forced_ann(ann)
    ann.open(f"/table/{table}")
    expect(ann.choice).to_contain_text("Ben:")  # Ann's pass is made, and Ben is next.
    ann.tap(ann.button("page.play.menu"))
    ann.tap(ann.button("page.play.take_back_of", name="Ann"))
    expect(ann.choice).to_contain_text("Ann:")
    expect(ann.button_matching("board.qwixx.pass")).to_be_visible()
    before = ann.taps
    pass_turn(ann)
    expect(ann.choice).to_contain_text("Ben:")
    assert ann.taps == before + 1


def test_a_forced_pass_waits_while_nobody_looks(person: NewPerson) -> None:
    """A hidden page does nothing; the player reads it on coming back."""
    ann = person("Ann", "en", PHONE)
    ann.register()
    table = table_with_forced_ann(ann)
    ann.page.add_init_script(NOBODY_LOOKS)
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)
    ann.open(f"/table/{table}")
    ann.page.clock.run_for(READ_MS)
    expect(ann.choice).to_contain_text("Ann:")
    expect(ann.button_matching("board.qwixx.pass")).to_be_visible()
    ann.page.evaluate("globalThis.looks = true; document.dispatchEvent(new Event('visibilitychange'))")
    expect(ann.button_matching("board.qwixx.pass")).to_be_hidden()
    ann.page.clock.run_for(READ_MS)
    expect(ann.choice).to_contain_text("Ben:")


# Whole games.


def test_mark_needs_thirty_taps_at_most(person: NewPerson) -> None:
    """The colour, 25 circles, and the die for circles of the own colour: whatever is rolled."""
    ann = person("Ann", "en", PHONE)
    confirm_only_costly_choices(ann)
    ann.open_new_table("mark", "me")
    ann.taps = 0
    assert await_turn(ann, "mark")
    select(ann, "mark")
    for number in range(1, 25):
        expect(ann.text("board.mark.round", round=number, rounds=25)).to_be_visible()
        assert await_turn(ann, "mark")
        select(ann, "mark")
    # The last circle: there is no choice, or only one of the die, or all sums are the same.
    expect(ann.text("board.mark.round", round=25, rounds=25)).to_be_visible()
    which = ann.page.get_by_label(ann.pattern("board.mark.which_die"))
    circle = CONTROLS["mark"].offered(ann)
    expect(which.or_(circle).or_(ann.result).first).to_be_visible()
    if which.is_visible():
        ann.tap(which.get_by_role("button").first)
    elif circle.is_visible():
        ann.tap(circle)
    assert ann.scores()
    assert 25 <= ann.taps <= 30


def choose_sensibly(ann: Person) -> int:
    """Cross the number that skips the fewest, unless it skips many and passing is free; the taps it took."""
    is_misthrow = costs_points(ann)
    numbers = qwixx_numbers(ann)
    skips = [len(re.findall(r"\d+", label.partition("skips")[2])) for label in labels_of(numbers)]
    fewest = min(skips)
    if fewest > 2 and not is_misthrow:
        pass_turn(ann)
        return 1
    bar = ann.button_matching("board.qwixx.pass").element_handle()
    ann.tap(numbers.nth(skips.index(fewest)))
    if fewest >= 5:
        ann.tap(ann.button("page.play.costly"))
    bar.wait_for_element_state("hidden")
    return 2 if fewest >= 5 else 1


def labels_of(numbers: Locator) -> list[str]:
    """The names of these buttons."""
    found: list[str] = numbers.evaluate_all("(buttons) => buttons.map(({ ariaLabel }) => ariaLabel)")
    return found


def test_qwixx_needs_sixty_taps_at_most(person: NewPerson) -> None:
    """One tap for each choice, two for a costly one, none where nothing fits.

    Played as here, the average is 28 taps, and none of 15 000 simulated games needed more than 46.
    """
    ann = person("Ann", "en", PHONE)
    confirm_only_costly_choices(ann)
    ann.open_new_table("qwixx", "me", "greedy")
    ann.taps = 0
    expected = 0
    while await_turn(ann, "qwixx"):
        expected += choose_sensibly(ann)
    assert ann.scores()
    assert ann.taps == expected <= 60


CHOICES = (
    *(f"board.enough.do.{name}" for name in ("call", "total", "no_lock", "end_turn")),
    "board.enough.deck",
    "board.enough.your_card",
)
"""Choices in Close Enough, those first that end a round soonest; the deck stays in, too."""


def commits_of(person: Person) -> list[str]:
    """The moves that the page sends from now on."""
    commits: list[str] = []

    def record(frame: str | bytes) -> None:
        sent = json.loads(frame)
        if sent["t"] == "commit":
            commits.append(sent["move"])

    person.page.on("websocket", lambda socket: socket.on("framesent", record))
    return commits


def choose_soonest(person: Person, commits: list[str]) -> None:
    """Make a choice with one tap."""
    made = len(commits)
    buttons = (person.button_matching(key).first for key in CHOICES)
    person.tap(next(button for button in buttons if button.is_visible()))
    end = time.monotonic() + TURN_TIMEOUT_S
    while len(commits) == made:
        assert time.monotonic() < end, "one tap was not enough"
        person.page.wait_for_timeout(20)


def test_close_enough_needs_one_tap_for_each_choice(person: NewPerson) -> None:
    """And none for targets, for summaries, for keeping cards hidden, and for staying in with a card.

    How long a game is depends on the cards: `benchmarks/taps.py` says how many taps it needs.
    """
    ann = person("Ann", "en", PHONE)
    confirm_only_costly_choices(ann)
    commits = commits_of(ann)
    ann.page.clock.install()
    ann.open_new_table("enough", "me", "greedy", "greedy")
    ann.taps = 0
    go_on, offered = ann.button("page.play.go_on"), CONTROLS["enough"].offered(ann)
    while True:
        expect(go_on.or_(offered).or_(ann.result).first).to_be_visible()
        if ann.result.is_visible():
            break
        expect(ann.button("board.enough.pick.any")).to_be_hidden()
        if go_on.is_visible():
            ann.page.clock.run_for(READ_MS)
            expect(go_on).to_be_hidden()
        else:
            choose_soonest(ann, commits)
    free = Counter(move for move in commits if move in ("stay", "keep"))
    assert ann.taps == len(commits) - free.total()
    assert ann.taps > 0
