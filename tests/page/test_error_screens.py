"""Browsers and addresses that are not as one would wish."""

from playwright.sync_api import expect

from page.conftest import NewPerson
from page.gameplay import await_turn
from page.person import Person

FORBID_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError"); } });
"""


def test_a_browser_that_keeps_nothing(person: NewPerson) -> None:
    """Whoever forbids a site to keep anything can play all the same."""
    ann = person("Ann", "de")
    ann.page.add_init_script(FORBID_STORAGE)
    ann.begins("qwixx", "home.play_bots")
    assert await_turn(ann, "qwixx")


def test_an_address_that_is_nowhere(person: NewPerson) -> None:
    """The page says so, and leads home."""
    ann = person("Ann", "fr", may_grumble=True)  # The browser reports the 404.
    for path in ("/nowhere", "/table/a/b"):
        ann.open(path)
        expect(ann.page.get_by_role("heading", name=ann.say("page.missing"))).to_be_visible()
        expect(ann.page.get_by_role("main").get_by_role("link", name=ann.say("page.home"))).to_be_visible()


def test_a_line_that_is_down(person: NewPerson) -> None:
    """Whoever is offline reads it at once, and again when they are back."""
    ann = person("Ann", "it", may_grumble=True)
    ann.sits_down("qwixx", "me")
    assert await_turn(ann, "qwixx")
    ann.context.set_offline(True)
    expect(ann.text("page.link.lost")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.text("page.link.back")).to_be_visible()


def test_what_could_not_be_loaded_comes_by_itself(person: NewPerson) -> None:
    """As soon as the line is back."""
    ann = person("Ann", "en", may_grumble=True)
    ann.open("/fame")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.context.set_offline(True)
    ann.page.get_by_role("tab", name=ann.say("game.qwixx")).click()
    expect(ann.button("home.try_again")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.button("home.try_again")).to_be_hidden()


def open_in_vain(person: Person, path: str) -> None:
    """Open a screen while the server has no time to tell who opens it."""
    person.page.route("**/api/me", lambda route: route.fulfill(status=503))
    with person.page.expect_response("**/api/me"):
        person.open(path)
    person.page.unroute("**/api/me")


def test_whoever_the_server_has_no_time_for_is_still_somebody(person: NewPerson) -> None:
    """Ann stays who she is: nothing is blank, what is remembered stays, and she plays without a reload."""
    ann = person("Ann", "de", may_grumble=True)
    ann.sits_down("mark", "me")
    assert await_turn(ann, "mark")
    open_in_vain(ann, "/settings")
    ann.tap(ann.button("home.try_again"))
    expect(ann.button("home.settings.sign_out_here")).to_be_visible()
    open_in_vain(ann, "/games")
    ann.tap(ann.button("home.try_again"))
    expect(ann.page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
    go_on = ann.page.get_by_role("heading", name=ann.say("home.go_on"), exact=True)
    ann.open("/")
    expect(go_on).to_be_visible()
    open_in_vain(ann, "/")
    expect(go_on).to_be_visible()
    ann.tap(ann.way("qwixx", "home.play_bots"))
    assert await_turn(ann, "qwixx")
    expect(ann.seat("Ann")).to_be_visible()


def test_a_game_that_was_given_up(person: NewPerson) -> None:
    """The page says so, at once and whenever it is opened, offers the replay, and asks for nothing."""
    ann = person("Ann", "en")
    made = ann.sits_down("enough", "me", "+Ben", "+Cem")
    assert await_turn(ann, "enough")
    ann.asks(f"/tables/{made['table']['id']}/close")
    for _ in range(2):
        expect(ann.result).to_contain_text(ann.say("page.play.given_up"))
        expect(ann.link("page.play.replay")).to_be_visible()
        expect(ann.choice.or_(ann.button_like("page.play.pass_go"))).to_be_hidden()
        expect(ann.button_like("board.enough.deck")).to_be_hidden()
        ann.page.reload()
