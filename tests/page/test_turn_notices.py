"""Those who are elsewhere are told that it is their turn; keyboard shortcuts; vibration."""

from playwright.sync_api import expect

from page.browser import DESKTOP, PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, select
from page.person import Person

# Headless browsers have neither notifications nor badges nor motors: note what the page asks of them.
NOTE = """{
  globalThis.noted = [];
  const note = (what) => (...more) => void noted.push([what, ...more]);
  globalThis.isAway = false;
  Object.defineProperty(document, "visibilityState", { get: () => (isAway ? "hidden" : "visible") });
  globalThis.Notification = class {
    static permission = "default";
    static async requestPermission() {
      noted.push(["asked"]);
      return (Notification.permission = sessionStorage.refuses ? "denied" : "granted");
    }
  };
  if (localStorage.allowed) Notification.permission = "granted";
  const registration = {
    active: {},
    showNotification: async (title, { body }) => void noted.push(["shown", title, body]),
    getNotifications: async () => [{ close: () => noted.push(["closed"]) }],
  };
  navigator.serviceWorker.register = async () => registration;
  navigator.setAppBadge = async () => void noted.push(["badge"]);
  navigator.clearAppBadge = async () => undefined;
  navigator.vibrate = (pattern) => Boolean(noted.push(["vibrated", pattern.length]));
}"""


def noted(person: Person) -> list[list[object]]:
    """What the page has asked of the device since the last time."""
    found: list[list[object]] = person.page.evaluate("noted.splice(0)")
    return found


def wait_for(person: Person, what: str) -> list[object]:
    """Wait until the page asks this of the device, and forget it."""
    found: list[object] = person.page.evaluate(
        """async (what) => {
            for (;;) {
                const at = noted.findIndex(([one]) => one === what);
                if (at >= 0) return noted.splice(at, 1)[0];
                await new Promise((later) => setTimeout(later, 20));
            }
        }""",
        what,
    )
    return found


def look_away(person: Person, is_away: bool) -> None:
    """Switch to another tab, or come back."""
    person.page.evaluate(
        "(is) => { globalThis.isAway = is; document.dispatchEvent(new Event('visibilitychange')); }", is_away
    )


def test_notification_of_a_turn(person: NewPerson) -> None:
    """Asked for after a tap only; shown while the page is hidden, taken back when it is seen again."""
    ann = person("Ann", "en", DESKTOP)
    ann.page.add_init_script(NOTE)
    ann.open("/settings")
    switch = ann.page.get_by_role("switch", name=ann.say("home.settings.notices"))
    expect(switch).not_to_be_checked()
    assert noted(ann) == []
    ann.tap(switch)
    expect(switch).to_be_checked()
    assert noted(ann) == [["asked"]]
    ann.page.evaluate("localStorage.allowed = '1'")
    made = ann.open_new_table("qwixx", "me", "open")
    expect(ann.text("home.lobby.title", game=ann.say("game.qwixx"))).to_be_visible()
    look_away(ann, True)
    ann.post(f"/tables/{made['table']['id']}/start")
    mine = ann.say("home.games.my_turn")
    assert wait_for(ann, "shown") == ["shown", mine, ann.say("game.qwixx")]
    assert wait_for(ann, "badge")
    assert mine in ann.page.title()
    look_away(ann, False)
    assert wait_for(ann, "closed")


def test_refused_notifications(person: NewPerson) -> None:
    """The switch stays off, and the page says what to do."""
    ann = person("Ann", "fr", PHONE)
    ann.page.add_init_script(NOTE)
    ann.open("/settings")
    ann.page.evaluate("sessionStorage.refuses = '1'")
    switch = ann.page.get_by_role("switch", name=ann.say("home.settings.notices"))
    ann.tap(switch)
    expect(ann.text("home.settings.notices_refused")).to_be_visible()
    expect(switch).not_to_be_checked()


def test_vibration(person: NewPerson) -> None:
    """For a turn and for a confirmed choice; not when it is switched off."""
    ann = person("Ann", "en", PHONE, reduced_motion="no-preference")
    ann.page.add_init_script(NOTE)
    ann.start_game("mark", "home.alone")
    assert await_turn(ann, "mark")
    select(ann, "mark")
    noted(ann)
    confirm(ann)
    assert await_turn(ann, "mark")
    assert [wait_for(ann, "vibrated"), wait_for(ann, "vibrated")] == [["vibrated", 1], ["vibrated", 3]]
    address = ann.page.url.removeprefix(ann.url)
    ann.open("/settings")
    ann.tap(ann.page.get_by_role("switch", name=ann.say("home.settings.haptics")))
    ann.open(address)
    assert await_turn(ann, "mark")
    select(ann, "mark")
    confirm(ann)
    assert await_turn(ann, "mark")
    assert [one for one in noted(ann) if one[0] == "vibrated"] == []


def test_keyboard_shortcuts(person: NewPerson) -> None:
    """A question mark lists them, unless somebody types; so does the menu of a table."""
    ann = person("Ann", "de", DESKTOP)
    ann.open("/")
    keys = ann.page.get_by_role("dialog", name=ann.say("page.play.keys"), exact=True)
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.page.keyboard.press("?")
    expect(keys.get_by_role("region", name=ann.say("learn.keys.table"))).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    field = ann.page.get_by_role("textbox").first
    field.focus()
    ann.page.keyboard.press("?")
    expect(keys).to_be_hidden()
    ann.open_new_table("mark", "me")
    assert await_turn(ann, "mark")
    ann.tap(ann.button("page.play.menu"))
    ann.tap(ann.button("page.play.keys"))
    expect(keys).to_be_visible()
    expect(keys.get_by_text(ann.say("learn.keys.choose"), exact=True)).to_be_visible()
