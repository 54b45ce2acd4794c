"""Blocked storage, unknown addresses and tables, failed requests, abandoned games."""

from playwright.sync_api import expect

from page.conftest import NewPerson
from page.gameplay import await_turn
from page.person import Person

BLOCK_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError"); } });
"""


def test_blocked_storage(person: NewPerson) -> None:
    """A game can be played in a browser that blocks local and session storage."""
    ann = person("Ann", "de")
    ann.page.add_init_script(BLOCK_STORAGE)
    ann.start_game("qwixx", "home.play_bots")
    assert await_turn(ann, "qwixx")


def test_unknown_address(person: NewPerson) -> None:
    """A message and a link to the home page."""
    ann = person("Ann", "fr", allow_errors=True)  # The browser reports the 404.
    for path in ("/nowhere", "/table/a/b"):
        ann.open(path)
        expect(ann.page.get_by_role("heading", name=ann.say("page.missing"))).to_be_visible()
        expect(ann.page.get_by_role("main").get_by_role("link", name=ann.say("page.home"))).to_be_visible()


def test_failed_request_is_repeated_when_online(person: NewPerson) -> None:
    """Without a tap on the button to try again."""
    ann = person("Ann", "en", allow_errors=True)
    ann.open("/fame")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.context.set_offline(True)
    ann.page.get_by_role("tab", name=ann.say("game.qwixx")).click()
    expect(ann.button("home.try_again")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.button("home.try_again")).to_be_hidden()


def open_without_identity(person: Person, path: str) -> None:
    """Open a screen while the request for one's identity fails with 503."""
    person.page.route("**/api/me", lambda route: route.fulfill(status=503))
    with person.page.expect_response("**/api/me"):
        person.open(path)
    person.page.unroute("**/api/me")


def test_failed_identity_request_does_not_sign_out(person: NewPerson) -> None:
    """No screen stays blank, remembered tables stay listed, and Ann can play on without a reload."""
    ann = person("Ann", "de", allow_errors=True)
    ann.open_new_table("mark", "me")
    assert await_turn(ann, "mark")
    open_without_identity(ann, "/settings")
    ann.tap(ann.button("home.try_again"))
    expect(ann.button("home.settings.sign_out_here")).to_be_visible()
    open_without_identity(ann, "/games")
    ann.tap(ann.button("home.try_again"))
    expect(ann.page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
    go_on = ann.page.get_by_role("heading", name=ann.say("home.go_on"), exact=True)
    ann.open("/")
    expect(go_on).to_be_visible()
    open_without_identity(ann, "/")
    expect(go_on).to_be_visible()
    ann.tap(ann.start_button("qwixx", "home.play_bots"))
    assert await_turn(ann, "qwixx")
    expect(ann.seat("Ann")).to_be_visible()


def test_abandoned_game(person: NewPerson) -> None:
    """The page says so at once and after a reload, links to the replay, and asks for no choice."""
    ann = person("Ann", "en")
    made = ann.open_new_table("enough", "me", "+Ben", "+Cem")
    assert await_turn(ann, "enough")
    ann.post(f"/tables/{made['table']['id']}/close")
    for _ in range(2):
        expect(ann.result).to_contain_text(ann.say("page.play.given_up"))
        expect(ann.link("page.play.replay")).to_be_visible()
        expect(ann.choice.or_(ann.button_matching("page.play.pass_go"))).to_be_hidden()
        expect(ann.button_matching("board.enough.deck")).to_be_hidden()
        ann.page.reload()


def test_unknown_table(person: NewPerson) -> None:
    """A message and a link to the home page, instead of an endless spinner."""
    ann = person("Ann", "fr", allow_errors=True)
    ann.register()
    ann.open("/table/0000000000000000")
    expect(ann.page.get_by_role("alert")).to_have_text(ann.say("error.no_table"))
    ann.tap(ann.page.get_by_role("main").get_by_role("link", name=ann.say("page.home")))
    expect(ann.page).to_have_url(f"{ann.url}/")
