"""Keyboard operation and focus: a whole game without a pointer, and the focus is never lost."""

import pytest
from playwright.sync_api import Locator, expect

from page.browser import DESKTOP, PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, costs_points, qwixx_numbers
from page.person import Person

MOST_TABS = 60
SIZE = 5


def test_whole_game(person: NewPerson) -> None:
    """Tab between controls, arrows within the sheet, Enter to select and to confirm."""
    ann = person("Ann", "en", DESKTOP)
    ann.open("/")
    name = ann.say("home.play_game", game=ann.say("game.mark"), choice=ann.say("home.alone"))
    tab_to(ann, ann.page.get_by_role("button", name=name, exact=True))
    press(ann, "Enter")
    assert await_turn(ann, "mark")
    tab_to(ann, ann.button("board.mark.free", colour=ann.say("colour.green")))
    confirm_with_enter(ann)
    while await_turn(ann, "mark"):
        focus_free_circle(ann)
        confirm_with_enter(ann)
    tab_to(ann, ann.button("page.play.rematch"))
    press(ann, "Enter")
    expect(ann.result).to_be_hidden()
    assert await_turn(ann, "mark")


def confirm_with_enter(person: Person) -> None:
    """Select the focused element, answer which die if asked, and confirm with Enter again."""
    confirm = person.button("page.play.confirm")
    which = person.page.get_by_label(person.pattern("board.mark.which_die"))
    press(person, "Enter")
    expect(confirm.or_(which)).to_be_visible()
    if which.is_visible():
        press(person, "Enter")
        expect(confirm).to_be_visible()
    press(person, "Enter")
    expect(confirm).to_be_hidden()


def focus_free_circle(person: Person) -> None:
    """Tab to the sheet and move through its rows to the first circle that can be selected."""
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
    raise AssertionError("no circle can be selected")


def tab_to(person: Person, what: Locator) -> None:
    """Press Tab until this or something inside it has the focus."""
    for _ in range(MOST_TABS):
        if what.evaluate("(one) => one.contains(document.activeElement)"):
            return
        press(person, "Tab")
    at = person.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"the Tab key does not lead to {what}; now at {at}")


def press(person: Person, key: str) -> None:
    """Press a key."""
    person.page.keyboard.press(key)


def test_focus_is_kept_while_playing(person: NewPerson) -> None:
    """After confirming or cancelling a choice, and after uncovering a shared device."""
    ann = person("Ann", "de", DESKTOP)
    ann.open_new_table("qwixx", "me", "greedy")
    assert await_turn(ann, "qwixx")
    cancel = ann.button("page.play.cancel")
    qwixx_numbers(ann).first.focus()
    press(ann, "Enter")
    tab_to(ann, cancel)
    press(ann, "Enter")
    expect(cancel).to_be_hidden()
    assert ann.has_focus()
    for _ in range(4):
        # Where passing is a misthrow, a second Enter confirms it.
        is_misthrow = costs_points(ann)
        button = ann.button_matching("board.qwixx.pass").element_handle()
        button.focus()
        press(ann, "Enter")
        if is_misthrow:
            expect(ann.button("page.play.confirm")).to_be_focused()
            press(ann, "Enter")
        button.wait_for_element_state("hidden")
        expect(ann.button("page.play.confirm")).to_be_hidden()
        assert await_turn(ann, "qwixx")
        assert ann.has_focus()
    ann.open(f"/table/{ann.create_table('enough', 'me', '+Ben', '+Cem')['table']['id']}")
    expect(ann.button_matching("page.play.pass_go")).to_be_focused()
    press(ann, "Enter")
    expect(ann.button("board.enough.pick.any")).to_be_focused()
    press(ann, "Enter")
    expect(ann.region("board.enough.own")).to_be_focused()


def test_hints_use_an_existing_status_element(person: NewPerson) -> None:
    """Screen readers ignore a status inserted with its text. Cancelling half a choice keeps the focus."""
    ann = person("Ann", "fr", DESKTOP)
    ann.open("/learn/enough")
    expect(ann.region("board.enough.own").get_by_role("status")).to_be_empty()
    ann.open_new_table("enough", "me", "+Ben", "+Cem")
    for _ in range(2 * 3):  # All three fill their hands.
        assert await_turn(ann, "enough")
        ann.tap(ann.button_matching("board.enough.deck"))
        confirm(ann)
    assert await_turn(ann, "enough")
    hint, cancel = ann.choice.get_by_role("status"), ann.button("page.play.cancel")
    expect(hint).to_be_empty()
    ann.button_matching("board.enough.your_card").first.focus()
    press(ann, "Enter")
    expect(hint).to_have_text(ann.say("board.enough.hint.source"))
    tab_to(ann, cancel)
    press(ann, "Enter")
    expect(hint).to_be_empty()
    assert ann.has_focus()


def test_dialog_traps_and_returns_focus(person: NewPerson) -> None:
    """The table's menu keeps the focus, closes with Escape, and returns the focus to its button."""
    ann = person("Ann", "it", DESKTOP)
    ann.open_new_table("mark", "me")
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


def test_lobby_moves_focus_to_the_replacement(person: NewPerson) -> None:
    """When a pressed button disappears, its replacement gets the focus; after a refusal it stays put."""
    ann = person("Ann", "en", DESKTOP, allow_errors=True)
    ann.open_new_table("mark", "me", "open", "open", "open")
    seats = ann.page.get_by_role("main").get_by_role("listitem")
    dialog = ann.page.get_by_role("dialog")

    press_enter_on(ann, in_seat(ann, 1, "home.lobby.put_bot"))
    press_enter_on(ann, dialog.get_by_role("button").last)
    expect(seats.nth(1).get_by_role("button")).to_have_count(1)  # The button that frees the seat.
    expect(seats.nth(1).get_by_role("button")).to_be_focused()
    expect(seats.nth(1).get_by_role("button")).to_be_enabled()
    press(ann, "Enter")
    move = in_seat(ann, 1, "home.lobby.move")
    expect(move).to_be_focused()
    expect(move).to_be_enabled()
    press(ann, "Enter")
    expect(seats.nth(1)).to_contain_text(ann.say("home.lobby.you"))
    expect(in_seat(ann, 2, "home.lobby.move")).to_be_focused()

    add_player = in_seat(ann, 2, "home.lobby.put_local"), in_seat(ann, 3, "home.lobby.put_local")
    for opener in add_player:  # The second is refused because the name is taken.
        press_enter_on(ann, opener)
        dialog.get_by_role("textbox").fill("Ben")
        press(ann, "Enter")
        expect(dialog).to_be_hidden()
        expect(seats.nth(2).get_by_role("button").or_(ann.page.get_by_role("alert")).last).to_be_visible()
    expect(ann.page.get_by_role("alert")).to_be_visible()
    expect(add_player[1]).to_be_focused()

    press_enter_on(ann, ann.button("home.invite.new"))
    expect(ann.page.get_by_label(ann.say("home.invite.link"), exact=True)).to_be_focused()
    press_enter_on(ann, ann.button("home.lobby.start_without"))
    expect(ann.region("board.mark.colours")).to_be_visible()
    assert ann.has_focus()


def test_proof_and_settings_move_focus_to_the_replacement(person: NewPerson) -> None:
    """The element that replaces a pressed button gets the focus, or the one beside it."""
    ann = person("Ann", "en", DESKTOP)
    ann.register()
    ann.open(f"/table/{ann.create_table('mark', 'greedy')['table']['id']}")
    press_enter_on(ann, ann.button("learn.proof.check"))
    proof = ann.region("learn.proof.title")
    expect(proof.get_by_role("listitem").first).to_be_visible()
    expect(proof.locator(":focus")).to_have_count(1)
    ann.open("/settings")
    press_enter_on(ann, ann.button("home.settings.carry_make"))
    expect(ann.page.get_by_label(ann.say("home.settings.carry"), exact=True)).to_be_focused()
    press_enter_on(ann, ann.button("home.settings.sign_out_here"))
    press_enter_on(ann, ann.page.get_by_role("dialog").get_by_role("button").nth(1))
    expect(ann.button("home.settings.sign_out_here")).to_be_hidden()
    expect(ann.region("home.settings.you").locator(":focus")).to_have_count(1)


def in_seat(person: Person, at: int, key: str) -> Locator:
    """A button of a seat in the lobby."""
    seat = person.page.get_by_role("main").get_by_role("listitem").nth(at)
    return seat.get_by_role("button", name=person.say(key), exact=True)


def press_enter_on(person: Person, what: Locator) -> None:
    """Activate an element by keyboard, once it is enabled."""
    expect(what).to_be_enabled()
    what.focus()
    press(person, "Enter")


def test_blurred_field_is_not_focused_again(person: NewPerson) -> None:
    """A later change elsewhere on the screen must not bring the on-screen keyboard back."""
    ann = person("Ann", "en", PHONE)
    ann.open("/settings")
    expect(ann.page.get_by_role("main")).to_be_visible()
    # Outside the screen component, which may be redrawn when data arrives.
    ann.page.evaluate("() => document.querySelector('.here').prepend(document.createElement('input'))")
    name = ann.page.locator(".here > input")
    ann.tap(name)
    expect(name).to_be_focused()
    name.blur()
    ann.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    ann.page.evaluate("() => document.querySelector('.here').append(document.createElement('span'))")
    expect(name).not_to_be_focused()
    assert ann.page.evaluate("() => document.activeElement === document.body")


@pytest.mark.parametrize("path", ["/", "/settings"])
def test_radio_buttons_stand_behind_their_labels(person: NewPerson, path: str) -> None:
    """The whole label can be tapped, and shows the focus of the keyboard; arrows choose another one."""
    ann = person("Ann", "en", DESKTOP)
    ann.open(path)
    radios = ann.page.get_by_role("radio")
    expect(radios.first).to_be_visible()
    apart = radios.evaluate_all(
        """(all) => all.map((one) => {
            const [own, whole] = [one.getBoundingClientRect(), one.closest("label").getBoundingClientRect()];
            return Math.max(whole.width - own.width, whole.height - own.height);
        })"""
    )
    assert len(apart) >= 4
    assert max(apart) <= 4, "the width of two borders"
    chosen = ann.page.locator("input[type=radio]:checked").first.element_handle()
    chosen.focus()
    ann.page.keyboard.press("ArrowRight")
    focused = ann.page.locator("label:has(:focus)")
    expect(focused.get_by_role("radio")).to_be_checked()
    expect(focused).to_have_css("outline-style", "solid")
