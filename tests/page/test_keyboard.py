"""Without a mouse and without a finger: a whole game with the keyboard alone."""

from playwright.sync_api import Locator, expect

from page.browser import DESKTOP, PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm
from page.person import Person

MOST_TABS = 60
SIZE = 5


def test_a_whole_game_with_the_keyboard(person: NewPerson) -> None:
    """Tab to where something can be done, arrows within the sheet, Enter to choose and to confirm."""
    ann = person("Ann", "en", DESKTOP)
    ann.open("/")
    name = ann.say("home.play_game", game=ann.say("game.mark"), choice=ann.say("home.alone"))
    tab_to(ann, ann.page.get_by_role("button", name=name, exact=True))
    press(ann, "Enter")
    assert await_turn(ann, "mark")
    tab_to(ann, ann.button("board.mark.free", colour=ann.say("colour.green")))
    confirm_with_enter(ann)
    while await_turn(ann, "mark"):
        go_to_a_free_circle(ann)
        confirm_with_enter(ann)
    tab_to(ann, ann.button("page.play.rematch"))
    press(ann, "Enter")
    expect(ann.result).to_be_hidden()
    assert await_turn(ann, "mark")


def confirm_with_enter(person: Person) -> None:
    """Choose what has the focus, which die if it is asked for, and confirm by choosing the same again."""
    confirm = person.button("page.play.confirm")
    which = person.page.get_by_label(person.like("board.mark.which_die"))
    press(person, "Enter")
    expect(confirm.or_(which)).to_be_visible()
    if which.is_visible():
        press(person, "Enter")
        expect(confirm).to_be_visible()
    press(person, "Enter")
    expect(confirm).to_be_hidden()


def go_to_a_free_circle(person: Person) -> None:
    """Into the sheet, and through it in rows until there is a circle that can be chosen."""
    sheet = person.page.get_by_role("grid", name=person.say("board.mark.your_sheet"), exact=True)
    tab_to(person, sheet)
    for key in ("Home", "PageUp"):
        press(person, key)
    for row in range(SIZE):
        for column in range(SIZE):
            if person.page.locator(":focus").get_attribute("aria-disabled") != "true":
                return
            if column < SIZE - 1:
                press(person, "ArrowRight" if row % 2 == 0 else "ArrowLeft")
        press(person, "ArrowDown")
    raise AssertionError("there is no circle that can be chosen")


def tab_to(person: Person, what: Locator) -> None:
    """Press Tab until the focus is there, or inside it."""
    for _ in range(MOST_TABS):
        if what.evaluate("(one) => one.contains(document.activeElement)"):
            return
        press(person, "Tab")
    at = person.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"the Tab key does not lead to {what}; now at {at}")


def press(person: Person, key: str) -> None:
    """One key."""
    person.page.keyboard.press(key)


def test_the_focus_is_always_seen_and_never_lost(person: NewPerson) -> None:
    """After each choice the focus is where it was or on what comes next, and never nowhere.

    Nor when a choice is given up, or when a device is uncovered.
    """
    ann = person("Ann", "de", DESKTOP)
    ann.sits_down("qwixx", "me", "greedy")
    assert await_turn(ann, "qwixx")
    cancel = ann.button("page.play.cancel")
    ann.button_like("board.qwixx.pass").focus()
    press(ann, "Enter")
    tab_to(ann, cancel)
    press(ann, "Enter")
    expect(cancel).to_be_hidden()
    assert ann.has_focus()
    for _ in range(4):
        ann.button_like("board.qwixx.pass").focus()
        press(ann, "Enter")
        expect(ann.button("page.play.confirm")).to_be_visible()
        press(ann, "Enter")
        expect(ann.button("page.play.confirm")).to_be_hidden()
        assert await_turn(ann, "qwixx")
        assert ann.has_focus()
    ann.open(f"/table/{ann.has_table('enough', 'me', '+Ben', '+Cem')['table']['id']}")
    expect(ann.button_like("page.play.pass_go")).to_be_focused()
    press(ann, "Enter")
    expect(ann.region("board.enough.own")).to_be_focused()


def test_hints_have_their_place_before_they_come(person: NewPerson) -> None:
    """What comes together with its words is not said aloud. Who drops half a choice stays at the board."""
    ann = person("Ann", "fr", DESKTOP)
    ann.open("/learn/enough")
    expect(ann.region("board.enough.own").get_by_role("status")).to_be_empty()
    ann.sits_down("enough", "me", "+Ben", "+Cem")
    for _ in range(2 * 3):  # Everybody fills their hand.
        assert await_turn(ann, "enough")
        ann.tap(ann.button_like("board.enough.deck"))
        confirm(ann)
    assert await_turn(ann, "enough")
    hint, cancel = ann.choice.get_by_role("status"), ann.button("page.play.cancel")
    expect(hint).to_be_empty()
    ann.button_like("board.enough.your_card").first.focus()
    press(ann, "Enter")
    expect(hint).to_have_text(ann.say("board.enough.hint.source"))
    tab_to(ann, cancel)
    press(ann, "Enter")
    expect(hint).to_be_empty()
    assert ann.has_focus()


def test_dialogs_keep_the_focus_and_give_it_back(person: NewPerson) -> None:
    """The menu of a table takes the focus, closes with Escape, and leaves the focus on its button."""
    ann = person("Ann", "it", DESKTOP)
    ann.sits_down("mark", "me")
    menu = ann.button("page.play.menu")
    menu.focus()
    press(ann, "Enter")
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(20):
        press(ann, "Tab")
        assert ann.page.evaluate(
            "!!document.activeElement.closest('dialog') || document.activeElement === document.body"
        )
    press(ann, "Escape")
    expect(dialog).to_be_hidden()
    expect(menu).to_be_focused()


def test_what_replaces_a_button_has_the_focus(person: NewPerson) -> None:
    """Before the game: the next Tab goes on from where one was, whether it worked or was refused."""
    ann = person("Ann", "en", DESKTOP, may_grumble=True)
    ann.sits_down("mark", "me", "open", "open", "open")
    seats = ann.page.get_by_role("main").get_by_role("listitem")
    dialog = ann.page.get_by_role("dialog")

    enter(ann, in_seat(ann, 1, "home.lobby.put_bot"))
    enter(ann, dialog.get_by_role("button").last)
    expect(seats.nth(1).get_by_role("button")).to_have_count(1)  # To free the seat again.
    expect(seats.nth(1).get_by_role("button")).to_be_focused()
    expect(seats.nth(1).get_by_role("button")).to_be_enabled()
    press(ann, "Enter")
    move = in_seat(ann, 1, "home.lobby.move")
    expect(move).to_be_focused()
    expect(move).to_be_enabled()
    press(ann, "Enter")
    expect(seats.nth(1)).to_contain_text(ann.say("home.lobby.you"))
    expect(in_seat(ann, 2, "home.lobby.move")).to_be_focused()

    somebody = in_seat(ann, 2, "home.lobby.put_local"), in_seat(ann, 3, "home.lobby.put_local")
    for opener in somebody:  # The second one is refused: both have the same name.
        enter(ann, opener)
        dialog.get_by_role("textbox").fill("Ben")
        press(ann, "Enter")
        expect(dialog).to_be_hidden()
        expect(seats.nth(2).get_by_role("button").or_(ann.page.get_by_role("alert")).last).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_be_visible()
    expect(somebody[1]).to_be_focused()

    enter(ann, ann.button("home.invite.new"))
    expect(ann.page.get_by_label(ann.say("home.invite.link"), exact=True)).to_be_focused()
    enter(ann, ann.button("home.lobby.start_without"))
    expect(ann.region("board.mark.colours")).to_be_visible()
    assert ann.has_focus()


def test_the_settings_and_the_proof_keep_the_focus(person: NewPerson) -> None:
    """What is there instead of the button that was pressed has the focus, or what is next to it."""
    ann = person("Ann", "en", DESKTOP)
    ann.has_name()
    ann.open(f"/table/{ann.has_table('mark', 'greedy')['table']['id']}")
    enter(ann, ann.button("learn.proof.check"))
    proof = ann.region("learn.proof.title")
    expect(proof.get_by_role("listitem").first).to_be_visible()
    expect(proof.locator(":focus")).to_have_count(1)
    ann.open("/settings")
    enter(ann, ann.button("home.settings.carry_make"))
    expect(ann.page.get_by_label(ann.say("home.settings.carry"), exact=True)).to_be_focused()
    enter(ann, ann.button("home.settings.sign_out_here"))
    enter(ann, ann.page.get_by_role("dialog").get_by_role("button").nth(1))
    expect(ann.button("home.settings.sign_out_here")).to_be_hidden()
    expect(ann.region("home.settings.you").locator(":focus")).to_have_count(1)


def in_seat(person: Person, at: int, key: str) -> Locator:
    """A button of a seat before the game."""
    seat = person.page.get_by_role("main").get_by_role("listitem").nth(at)
    return seat.get_by_role("button", name=person.say(key), exact=True)


def enter(person: Person, what: Locator) -> None:
    """Press something with the keyboard, once it can be pressed."""
    expect(what).to_be_enabled()
    what.focus()
    press(person, "Enter")


def test_a_keyboard_that_is_put_away_stays_away(person: NewPerson) -> None:
    """Whoever has left a field on purpose is not taken back to it when something changes elsewhere."""
    ann = person("Ann", "en", PHONE)
    ann.open("/settings")
    expect(ann.page.get_by_role("main")).to_be_visible()
    # Around the screen, which may be drawn anew when more of it has come.
    ann.page.evaluate("() => document.querySelector('.here').prepend(document.createElement('input'))")
    name = ann.page.locator(".here > input")
    ann.tap(name)
    expect(name).to_be_focused()
    name.blur()
    ann.page.evaluate("() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)))")
    ann.page.evaluate("() => document.querySelector('.here').append(document.createElement('span'))")
    expect(name).not_to_be_focused()
    assert ann.page.evaluate("() => document.activeElement === document.body")
