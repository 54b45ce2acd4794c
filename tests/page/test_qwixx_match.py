"""A match of several games of Qwixx: each game's summary, and the question for one more game."""

import pytest
from playwright.sync_api import Locator, expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import pass_turn, qwixx_numbers
from page.person import Person
from page.screens import (
    axe_violations,
    contrast_violations,
    layout_shifts,
    obscured,
    overflow,
    small_targets,
)

MISTHROWS = 4
TWO_GAMES = {"games": 2}
ONE_MORE = {"one_more": True}
SMALLEST = Device("smallest-phone", 320, 568)
LANDSCAPE = Device("phone-in-landscape", 568, 320)


def summary_of(person: Person, number: int) -> Locator:
    """The summary of a game in a match of two."""
    return person.region("board.qwixx.game_ended", number=number, games=2)


def exact_text(person: Person, key: str, **facts: object) -> Locator:
    """The first element with exactly this text."""
    return person.page.get_by_text(person.say(key, **facts), exact=True).first


def choose_pass(person: Person) -> None:
    """Pass for the seat that is due at this device."""
    expect(person.button_matching("board.qwixx.pass")).to_be_visible()
    pass_turn(person)


def pass_alone(person: Person) -> None:
    """Take four misthrows, which ends the game."""
    for _ in range(MISTHROWS):
        for action in (1, 2):
            expect(exact_text(person, "board.qwixx.action", action=action)).to_be_visible()
            choose_pass(person)


@pytest.mark.parametrize("language", LANGUAGES)
def test_summary_is_shown_before_the_next_game(person: NewPerson, language: str) -> None:
    """On a small phone, with the reason and the points; a reload shows it again until it is dismissed."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.open_new_table("qwixx", "me", options=TWO_GAMES)
    badge = exact_text(ann, "board.qwixx.match", number=1, games=2)
    expect(badge).to_be_in_viewport()
    pass_alone(ann)
    end, go_on = summary_of(ann, 1), ann.button("page.play.go_on")
    for _ in range(2):
        expect(end).to_be_in_viewport(ratio=1)
        expect(end).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
        expect(end.get_by_role("listitem")).to_have_text(
            [f"Ann {ann.say('board.qwixx.gain', n=20, points='−20')}"]
        )
        expect(go_on).to_be_in_viewport(ratio=1)
        # The board is inert and the bar is hidden meanwhile.
        expect(ann.page.locator("[inert]").filter(has=qwixx_numbers(ann).first)).to_be_visible()
        expect(ann.button_matching("board.qwixx.pass")).to_be_hidden()
        expect(ann.choice.get_by_text(ann.pattern("board.qwixx.prompt_one_active"))).to_be_hidden()
        assert overflow(ann) + small_targets(ann, 24) == []
        ann.page.reload()
    ann.tap(go_on)
    expect(end).to_be_hidden()
    expect(exact_text(ann, "board.qwixx.match", number=2, games=2)).to_be_in_viewport()
    assert layout_shifts(ann) == []
    choose_pass(ann)
    expect(exact_text(ann, "board.qwixx.action", action=2)).to_be_visible()
    ann.page.reload()
    expect(ann.button_matching("board.qwixx.pass")).to_be_visible()
    expect(end).to_be_hidden()


def test_shared_device_shows_the_summary_once(person: NewPerson) -> None:
    """Once for all players, not once for each; the last game is followed by the result instead."""
    ann = person("Ann", "en")
    ann.open_new_table("qwixx", "me", "+Ben", options=TWO_GAMES)
    end, go_on = summary_of(ann, 1), ann.button("page.play.go_on")
    pass_until(ann, end)
    expect(end.get_by_role("listitem")).to_have_count(2)
    ann.tap(go_on)
    for _ in range(3):
        choose_pass(ann)
        expect(go_on).to_be_hidden()
    pass_until(ann, ann.result)
    expect(summary_of(ann, 2)).to_be_hidden()
    expect(go_on).to_be_hidden()


def pass_until(person: Person, shown: Locator) -> None:
    """Pass for every seat at this device until this is shown."""
    button = person.button_matching("board.qwixx.pass")
    while True:
        expect(button.or_(shown).first).to_be_visible()
        if shown.is_visible():
            return
        choose_pass(person)


def test_summary_by_keyboard(person: NewPerson) -> None:
    """The focus moves to the button and back to the table; screen readers announce the summary."""
    ann = person("Ann", "en", DESKTOP)
    ann.open_new_table("qwixx", "me", options=TWO_GAMES)
    pass_alone(ann)
    go_on = ann.button("page.play.go_on")
    expect(go_on).to_be_focused()
    assert axe_violations(ann) + contrast_violations(ann) == []
    expect(ann.page.get_by_role("log")).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
    ann.page.keyboard.press("Enter")
    expect(go_on).to_be_hidden()
    assert ann.page.evaluate("document.activeElement.matches('.place, .place *')")
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.matches('.place *')")


def test_summary_closes_by_itself_for_watchers(person: NewPerson) -> None:
    """A watching device may have nobody at it to dismiss the summary."""
    ann, zoe = person("Ann", "en"), person("Zoe", "en", DESKTOP)
    made = ann.open_new_table("qwixx", "me", options=TWO_GAMES, public=True)
    zoe.page.clock.install()
    zoe.open(f"/table/{made['table']['id']}")
    expect(zoe.text("page.play.you_watch")).to_be_visible()
    pass_alone(ann)
    expect(summary_of(zoe, 1)).to_be_in_viewport(ratio=1)
    zoe.page.clock.fast_forward("00:13")
    expect(summary_of(zoe, 1)).to_be_hidden()
    expect(exact_text(zoe, "board.qwixx.match", number=2, games=2)).to_be_in_viewport()


def question(person: Person, number: int) -> Locator:
    """The summary of a game with the question for one more."""
    return person.region("board.qwixx.asked_after", number=number)


def answers(person: Person) -> list[Locator]:
    """The buttons to play one more game, and to leave it at that."""
    return [person.button("board.qwixx.more"), person.button("board.qwixx.stop")]


def tally(person: Person) -> list[list[str]]:
    """The rows of the tally: the player's name, a box for each game, and the total."""
    rows = person.region("board.qwixx.results").get_by_role("row").all()[1:]
    return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in rows]


def pass_until_all(people: list[Person], number: int) -> None:
    """Pass on all devices until everybody is asked for one more game."""
    passing = [(person, person.button_matching("board.qwixx.pass")) for person in people]
    while not all(question(person, number).is_visible() for person in people):
        for person, button in passing:
            if not question(person, number).is_visible() and button.is_visible():
                choose_pass(person)


@pytest.mark.parametrize(
    ("language", "device"), [*((language, SMALL_PHONE) for language in LANGUAGES), ("fr", LANDSCAPE)]
)
def test_question_for_one_more_game(person: NewPerson, language: str, device: Device) -> None:
    """On the smallest phones: the tally with five boxes, and both answers in view without scrolling."""
    ann = person("Ann", language, device)
    ann.open_new_table("qwixx", "me", options=ONE_MORE)
    pass_alone(ann)
    expect(question(ann, 1)).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
    assert tally(ann) == [["Ann", "−20", "", "", "", "", "−20"]]
    # Closing the last "Are you sure?" takes a moment in the browser's history.
    ann.page.wait_for_function("!history.state?.isCovered")
    ann.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert [obscured(ann, button) for button in answers(ann)] == [[], []]
    assert overflow(ann) + small_targets(ann, 44) == []
    ann.tap(answers(ann)[0])
    expect(question(ann, 1)).to_be_hidden()
    # The summary has been read together with the question.
    expect(ann.button_matching("board.qwixx.pass")).to_be_visible()
    expect(ann.button("page.play.go_on")).to_be_hidden()
    expect(exact_text(ann, "board.qwixx.match_column", number=2)).to_be_visible()


def test_one_more_game_on_two_devices(person: NewPerson) -> None:
    """An answer is sealed and can be taken back until all have answered; one who stops is not named."""
    ann, ben, zoe = person("Ann", "en"), person("Ben", "de"), person("Zoe", "fr", DESKTOP)
    made = ann.open_new_table("qwixx", "me", "open", options=ONE_MORE, public=True)
    ben.register()
    ben.post(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    zoe.open(f"/table/{made['table']['id']}")
    pass_until_all([ann, ben], 1)
    expect(question(zoe, 1)).to_be_visible()
    assert [row[0] for row in tally(zoe)] == ["Ann", "Ben"]
    for button in answers(zoe):
        expect(button).to_be_hidden()
    ann.tap(answers(ann)[1])
    expect(ann.choice).to_contain_text(ann.say("board.qwixx.stop"))
    expect(ann.choice).to_contain_text(ann.say("page.play.waiting_one", name="Ben"))
    expect(ben.seat("Ann")).not_to_contain_text(ben.say("page.play.seat_waits"))
    expect(ben.choice).not_to_contain_text(ben.say("board.qwixx.stop"))
    assert ann.has_focus()
    ann.tap(ann.button("page.play.take_back"))
    expect(ben.seat("Ann")).to_contain_text(ben.say("page.play.seat_waits"))
    for one in (ann, ben):
        one.tap(answers(one)[0])
    for one in (ann, ben, zoe):
        expect(exact_text(one, "board.qwixx.match_column", number=2)).to_be_visible()
        expect(one.button("page.play.go_on")).to_be_hidden()
    pass_until_all([ann, ben], 2)
    first, second = (row[1:3] for row in tally(ann))
    assert "" not in first + second
    ann.tap(answers(ann)[0])
    ben.tap(answers(ben)[1])
    for one in (ann, ben, zoe):
        expect(one.result).to_contain_text(one.say("board.qwixx.stopped", n=2))
        expect(question(one, 2)).to_be_hidden()


def test_one_answer_for_everybody_at_a_shared_device(person: NewPerson) -> None:
    """One tap answers for all, also when it is taken back; nothing is handed over."""
    ann, ben = person("Ann", "en", SMALLEST), person("Ben", "en")
    made = ann.open_new_table("qwixx", "me", "+Cem", "open", options=ONE_MORE)
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    pass_until_all([ann, ben], 1)
    expect(ann.choice).to_contain_text(ann.say("page.play.together"))
    assert [obscured(ann, button) for button in answers(ann)] == [[], []]
    expect(ann.choice).to_contain_text(ann.say("page.play.waiting_one", name="Ben"))
    ann.tap(answers(ann)[1])
    expect(ben.choice).not_to_contain_text(ben.say("page.play.waiting", names="Ann and Cem"))
    ann.tap(ann.button("page.play.take_back"))
    expect(ben.choice).to_contain_text(ben.say("page.play.waiting", names="Ann and Cem"))
    ann.tap(answers(ann)[0])
    ben.tap(answers(ben)[0])
    for one in (ann, ben):
        expect(exact_text(one, "board.qwixx.match_column", number=2)).to_be_visible()


def test_question_by_keyboard(person: NewPerson) -> None:
    """The question takes the focus, so that no key answers by mistake; then Tab leads to the answers."""
    ann = person("Ann", "en", DESKTOP)
    ann.open_new_table("qwixx", "me", options=ONE_MORE)
    pass_alone(ann)
    expect(question(ann, 1)).to_be_focused()
    assert axe_violations(ann) + contrast_violations(ann) == []
    log = ann.page.get_by_role("log")
    expect(log).to_contain_text(ann.say("board.qwixx.fourth_misthrow"))
    expect(log).to_contain_text(ann.say("board.qwixx.prompt_more"))
    more, stop = answers(ann)
    ann.page.keyboard.press("Tab")
    expect(more).to_be_focused()
    ann.page.keyboard.press("Tab")
    expect(stop).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.result).to_contain_text(ann.say("board.qwixx.stopped", n=1))


def test_points_are_printed_below_the_rows(person: NewPerson) -> None:
    """For 1 to 12 crosses, on the own sheet and on an enlarged one, in a table with a caption."""
    ann = person("Ann", "it", SMALL_PHONE)
    ann.open_new_table("qwixx", "me", "+Ben")
    printed = ann.page.get_by_role("table", name=ann.say("board.qwixx.points_table"))
    expect(printed).to_have_count(1)
    points = printed.get_by_role("row").nth(1).get_by_role("cell")
    expect(points).to_have_text([str(n * (n + 1) // 2) for n in range(1, 13)])
    ann.tap(ann.button("board.qwixx.enlarge", name="Ben"))
    expect(ann.page.get_by_role("dialog").get_by_role("table")).to_be_visible()
