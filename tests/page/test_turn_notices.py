"""Those who are elsewhere are told that it is their turn; keyboard shortcuts; vibration."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, Worker, expect

from page.browser import DESKTOP, PHONE, SMALL_PHONE, TIMEOUT_MS, full_chromium, launch_browser
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm, play, select
from page.person import Person, new_person
from server.server_process import RunningServer

# The headless shell has neither notifications nor badges nor motors: note what the page asks of them.
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


# Real notifications, which only a whole browser has. Playwright never hides a page, and nobody can tap a
# notification of a headless browser: these two are played.

HIDE = """{
  globalThis.isAway = false;
  Object.defineProperty(document, "visibilityState", { get: () => (isAway ? "hidden" : "visible") });
  const { showNotification } = ServiceWorkerRegistration.prototype;
  ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
    return showNotification.call(this, title, { ...options, requireInteraction: true });
  };
}"""
"""An init script that lets the page be hidden, and keeps Chromium from closing notifications by itself."""
SHOWN = """async () => {
  const all = await navigator.serviceWorker.getRegistrations();
  const shown = (await Promise.all(all.map((one) => one.getNotifications()))).flat();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""
CLICK = """async () => {
  const tapped = [];
  WindowClient.prototype.focus = async function () { tapped.push(["focus", this.url]); };
  clients.openWindow = async (url) => void tapped.push(["open", url]);
  const [notification] = await registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  let work;
  event.waitUntil = (one) => (work = one);
  dispatchEvent(event);
  await work;
  return tapped;
}"""
"""Run in the service worker: a tap on the notification, and what the worker does with windows."""


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that shows notifications."""
    program = full_chromium()
    if program is None:
        pytest.skip("the headless shell cannot show notifications; install chromium to test them")
    with launch_browser(playwright, program=program) as browser:
        yield browser


def allow_notices(person: Person) -> None:
    """Allow notifications in the browser and turn them on in the settings."""
    person.page.add_init_script(HIDE)
    person.context.grant_permissions(["notifications"], origin=person.url)
    person.open("/settings")
    switch = person.page.get_by_role("switch", name=person.say("home.settings.notices"))
    person.tap(switch)
    expect(switch).to_be_checked()


def shown_notices(person: Person, count: int) -> list[dict[str, Any]]:
    """The notifications that the browser shows, as soon as there are this many."""
    until = time.monotonic() + TIMEOUT_MS / 1000
    while True:
        found: list[dict[str, Any]] = person.page.evaluate(SHOWN)
        if len(found) == count:
            return found
        assert time.monotonic() < until, found
        person.page.wait_for_timeout(20)


def await_real_turn(person: Person) -> str:
    """Be away when a game begins, and be notified; the address of the table."""
    made = person.open_new_table("qwixx", "me", "open")
    expect(person.text("home.lobby.title", game=person.say("game.qwixx"))).to_be_visible()
    look_away(person, True)
    table = made["table"]["id"]
    person.post(f"/tables/{table}/start")
    address = f"{person.url}/table/{table}"
    title, body = person.say("home.games.my_turn"), person.say("game.qwixx")
    assert shown_notices(person, 1) == [{"title": title, "body": body, "tag": table, "data": address}]
    return address


def worker_of(person: Person) -> Worker:
    """The service worker of the page."""
    [worker] = person.context.service_workers
    return worker


def test_a_real_notification(whole_browser: Browser, server: RunningServer) -> None:
    """It has the table's name and is closed when its reader comes back."""
    with new_person(whole_browser, server.url, "Ann", "fr", DESKTOP) as ann:
        allow_notices(ann)
        await_real_turn(ann)
        look_away(ann, False)
        assert shown_notices(ann, 0) == []


def test_a_real_notification_of_a_turn_that_is_over(whole_browser: Browser, server: RunningServer) -> None:
    """Ann chooses in another tab: the notification is closed, although the first one is still hidden."""
    with (
        new_person(whole_browser, server.url, "Ann", "en", DESKTOP) as ann,
        new_person(whole_browser, server.url, "Ben", "en", SMALL_PHONE) as ben,
    ):
        allow_notices(ann)
        made = ann.open_new_table("qwixx", "me", "open")
        expect(ann.text("home.lobby.title", game=ann.say("game.qwixx"))).to_be_visible()
        look_away(ann, True)
        ben.register()
        ben.open(f"/join#{made['invite']}")
        ben.tap(ben.button("home.join.sit"))
        assert shown_notices(ann, 1)[0]["tag"] == made["table"]["id"]
        play(ann.other_tab(f"/table/{made['table']['id']}"), "qwixx", 1)
        assert shown_notices(ann, 0) == []


def test_a_tap_on_a_notification(whole_browser: Browser, server: RunningServer) -> None:
    """It is closed, and of several windows that of the table comes to the front."""
    with new_person(whole_browser, server.url, "Ann", "en", DESKTOP) as ann:
        allow_notices(ann)
        ann.other_tab("/rules/mark")
        address = await_real_turn(ann)
        assert worker_of(ann).evaluate(CLICK) == [["focus", address]]
        assert shown_notices(ann, 0) == []


def test_a_tap_on_a_notification_of_a_closed_window(whole_browser: Browser, server: RunningServer) -> None:
    """Another window opens at the table."""
    with new_person(whole_browser, server.url, "Ann", "en", DESKTOP) as ann:
        allow_notices(ann)
        address = await_real_turn(ann)
        worker = worker_of(ann)
        ann.page.close()
        assert worker.evaluate(CLICK) == [["open", address]]


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
