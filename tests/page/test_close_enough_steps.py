"""Close Enough: what others do can be followed at reading pace or faster, and nobody is kept from acting."""

from playwright.sync_api import Locator, expect

from page.conftest import NewPerson
from page.gameplay import CONTROLS, await_turn, confirm
from page.person import Person

READING_MS = 5000
"""Longer than two sentences take, and shorter than the page waits for an answer of the server."""
RECORD_TOLD = """(ticker) => {
    window.told = [];
    const line = ticker.querySelector("p");
    const record = () => window.told.push(line.textContent);
    new MutationObserver(record).observe(line, { subtree: true, characterData: true, childList: true });
}"""


def ticker(person: Person) -> Locator:
    """What has just happened, in words."""
    return person.page.get_by_role("group", name=person.say("board.enough.ticker.title"), exact=True)


def faster(person: Person) -> Locator:
    """The button for those who need no pauses."""
    return person.button("board.enough.ticker.faster")


def open_table(ann: Person, **more: object) -> str:
    """A table whose page has a clock of its own; the path of the table."""
    ann.page.clock.install()
    made = ann.open_new_table("enough", "me", "greedy", "greedy", public=True, **more)
    return f"/table/{made['table']['id']}"


def draw_while_the_clock_stands(ann: Person, zoe: Person) -> None:
    """Ann draws a card, and at her next turn, as Zoe sees it, the clock of Ann's page has not moved."""
    assert await_turn(ann, "enough")
    now = ann.page.evaluate("Date.now()")
    ann.page.clock.pause_at(now + 1000)
    ann.tap(ann.button_matching("board.enough.deck"))
    confirm(ann)
    cards = zoe.page.get_by_role("group", name="Ann", exact=True)
    expect(cards).to_contain_text(zoe.say("board.enough.unknown_cards", n=1))
    expect(zoe.choice).to_contain_text(zoe.say("page.play.waiting_one", name="Ann"))


def test_steps_of_others_are_shown_one_after_the_other(person: NewPerson) -> None:
    """The bots have moved long ago, but Ann's turn comes after she could read it; the log has it all."""
    ann, zoe = person("Ann", "en", reads_steps=True), person("Zoe", "en")
    zoe.open(open_table(ann))
    draw_while_the_clock_stands(ann, zoe)
    offered = CONTROLS["enough"].offered(ann)
    expect(ann.choice).to_contain_text(ann.say("page.play.waiting_one", name="Greedy"))
    expect(offered).to_be_hidden()
    ticker(ann).evaluate(RECORD_TOLD)
    ann.page.clock.run_for(READING_MS)
    expect(offered).to_be_visible()
    expect(ann.choice).to_contain_text(ann.say("board.enough.ask.fill"))
    told = ann.page.evaluate("told")
    assert told
    ann.tap(ann.button("board.enough.ticker.log"))
    lines = ann.page.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
    assert " ".join(lines).endswith(" ".join(told))
    assert any(line.startswith("You draw the ") for line in lines)


def test_tap_shows_the_present(person: NewPerson) -> None:
    """An impatient player need not wait; the tap chooses nothing."""
    ann, zoe = person("Ann", "de", reads_steps=True), person("Zoe", "en")
    zoe.open(open_table(ann))
    draw_while_the_clock_stands(ann, zoe)
    offered = CONTROLS["enough"].offered(ann)
    expect(offered).to_be_hidden()
    ann.page.get_by_role("button", name=ann.pattern("board.enough.deck")).tap(force=True)  # Not enabled yet.
    expect(offered).to_be_visible()
    expect(ann.button("page.play.confirm")).to_be_hidden()


def test_faster_is_remembered(person: NewPerson) -> None:
    """One tap ends the pauses, now and for next time."""
    ann, zoe = person("Ann", "fr", reads_steps=True), person("Zoe", "en")
    zoe.open(open_table(ann))
    assert await_turn(ann, "enough")
    expect(faster(ann)).to_have_attribute("aria-pressed", "false")
    ann.tap(faster(ann))
    expect(faster(ann)).to_have_attribute("aria-pressed", "true")
    draw_while_the_clock_stands(ann, zoe)
    expect(CONTROLS["enough"].offered(ann)).to_be_visible()
    expect(ticker(ann).get_by_role("paragraph")).not_to_be_empty()
    ann.page.reload()
    expect(faster(ann)).to_have_attribute("aria-pressed", "true")


def test_nothing_waits_while_a_clock_runs(person: NewPerson) -> None:
    """With a time limit the present is shown at once."""
    ann, zoe = person("Ann", "it", reads_steps=True), person("Zoe", "en")
    zoe.open(open_table(ann, clock="relaxed"))
    draw_while_the_clock_stands(ann, zoe)
    expect(CONTROLS["enough"].offered(ann)).to_be_visible()
