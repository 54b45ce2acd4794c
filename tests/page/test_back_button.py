"""The browser's back button: it closes a dialog first, and leaves no trace of it in the history."""

import re

from playwright.sync_api import Locator, expect

from page.conftest import NewPerson
from page.person import Person


def menu(person: Person) -> Locator:
    """The open menu of the table."""
    return person.page.get_by_role("dialog", name=person.say("page.play.menu"))


def open_menu(person: Person) -> None:
    """Open the menu of the table."""
    person.tap(person.button("page.play.menu"))
    expect(menu(person)).to_be_visible()


def at_table(person: Person) -> None:
    """Come from the home page to a table."""
    person.open("/")
    person.open_new_table("mark", "me", "greedy")
    expect(person.button("page.play.menu")).to_be_visible()


def test_back_closes_a_dialog_first(person: NewPerson) -> None:
    """Then the table is still there, and works; the next time it leaves the table."""
    ann = person("Ann", "en")
    at_table(ann)
    open_menu(ann)
    ann.page.go_back()
    expect(menu(ann)).to_be_hidden()
    expect(ann.page).to_have_url(re.compile(r"/table/\w+$"))
    open_menu(ann)  # As often as one likes.
    ann.page.go_back()
    expect(menu(ann)).to_be_hidden()
    ann.page.go_back()
    expect(ann.page).to_have_url(re.compile(r"[^/]/$"))


def test_a_dialog_closed_otherwise_leaves_no_entry(person: NewPerson) -> None:
    """Closing it by its button, or opening another dialog from it, needs no second step back."""
    ann = person("Ann", "en")
    at_table(ann)
    before = ann.page.evaluate("history.length")
    open_menu(ann)
    ann.tap(ann.button("page.close"))
    expect(menu(ann)).to_be_hidden()
    open_menu(ann)
    ann.tap(ann.button("page.play.leave"))
    question = ann.page.get_by_role("dialog", name=ann.say("page.play.leave"))
    expect(question).to_be_visible()
    ann.page.go_back()
    expect(question).to_be_hidden()
    expect(menu(ann)).to_be_hidden()
    assert ann.page.evaluate("history.length") <= before + 1
    ann.page.go_back()
    expect(ann.page).to_have_url(re.compile(r"[^/]/$"))


def test_escape_closes_a_dialog_at_once(person: NewPerson) -> None:
    """Not in a later task, which would close a dialog that has been opened again meanwhile."""
    ann = person("Ann", "en")
    at_table(ann)
    ann.page.evaluate(
        """() => {
          globalThis.closedLate = 0;
          document.addEventListener("close", () => globalThis.closedLate++, true);
        }"""
    )
    for _ in range(2):
        open_menu(ann)
        ann.page.keyboard.press("Escape")
        expect(menu(ann)).to_be_hidden()
    open_menu(ann)
    assert ann.page.evaluate("closedLate") == 0


def test_a_dialog_opened_while_another_is_being_closed(person: NewPerson) -> None:
    """Going back closes the new one, and stays at the table."""
    ann = person("Ann", "en")
    at_table(ann)
    open_menu(ann)
    ann.page.evaluate(
        """() => {
          const back = history.back.bind(history);
          history.back = () => {
            back();
            const opener = document.querySelector("[aria-haspopup=dialog]") ?? document.activeElement;
            opener.click();
          };
        }"""
    )
    ann.page.keyboard.press("Escape")
    expect(menu(ann)).to_be_visible()
    ann.page.wait_for_function("history.state?.isCovered === true")
    ann.page.go_back()
    expect(menu(ann)).to_be_hidden()
    expect(ann.page).to_have_url(re.compile(r"/table/\w+$"))


def test_a_dialog_opened_and_closed_while_another_is_being_closed(person: NewPerson) -> None:
    """However slow the browser is: it goes back once, and stays at the table."""
    ann = person("Ann", "en")
    at_table(ann)
    open_menu(ann)
    ann.page.evaluate(
        """() => {
          globalThis.backs = [];
          history.back = () => backs.push(History.prototype.back.bind(history));
        }"""
    )
    for _ in range(2):
        ann.page.keyboard.press("Escape")
        expect(menu(ann)).to_be_hidden()
        ann.page.wait_for_function("backs.length > 0")
        open_menu(ann)
    ann.page.keyboard.press("Escape")
    expect(menu(ann)).to_be_hidden()
    ann.page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")  # For a later task.
    assert ann.page.evaluate("backs.length") == 1
    ann.page.evaluate("backs[0]()")
    ann.page.wait_for_function("history.state?.isCovered !== true")
    expect(ann.page).to_have_url(re.compile(r"/table/\w+$"))


def test_a_link_in_a_dialog(person: NewPerson) -> None:
    """It leads on; going back leads to the table at once."""
    ann = person("Ann", "en")
    at_table(ann)
    open_menu(ann)
    ann.tap(menu(ann).get_by_role("link", name=ann.say("page.settings")))
    expect(ann.page).to_have_url(re.compile(r"/settings$"))
    ann.page.go_back()
    expect(ann.page).to_have_url(re.compile(r"/table/\w+$"))
    expect(menu(ann)).to_be_hidden()
    open_menu(ann)


def test_no_phrases_without_listeners(person: NewPerson) -> None:
    """Alone with bots, there is nobody to talk to."""
    ann = person("Ann", "en")
    at_table(ann)
    open_menu(ann)
    expect(ann.text("page.play.say")).to_be_hidden()
