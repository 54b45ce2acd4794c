"""Players who lose the connection, bots that take over for them, and closing a game by agreement."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from closecall.messages import LANGUAGES
from page.browser import DESKTOP, PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, pass_turn
from page.person import Person
from server.server_process import RunningServer, running_server

AN_HOUR_S = 3600


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningServer]:
    """A server with a grace period in seconds: an hour, unless a test asks for another."""
    grace_s = getattr(request, "param", AN_HOUR_S)
    with running_server(tmp_path_factory.mktemp("grace"), None, f"--grace-s={grace_s}") as running:
        yield running


def game_of_two(ann: Person, ben: Person) -> str:
    """Both at their devices, with a choice to make; the path of the table."""
    made = ann.open_new_table("qwixx", "me", "open")
    path = f"/table/{made['table']['id']}"
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    ben.open(path)
    assert await_turn(ann, "qwixx")
    assert await_turn(ben, "qwixx")
    return path


def choose_to_pass(person: Person) -> None:
    """Seal a choice."""
    pass_turn(person)


@pytest.mark.parametrize("language", LANGUAGES)
def test_countdown(person: NewPerson, language: str) -> None:
    """Ann sees when a bot may play for Ben; the button works then, and not before. Ben comes back."""
    ann, ben = person("Ann", language, allow_errors=True), person("Ben", "en")  # The refusal is an error.
    path = game_of_two(ann, ben)
    choose_to_pass(ann)
    button = ann.choice.get_by_role("button", name=ann.label("page.play.stand_in", name="Ben"))
    expect(button).to_be_hidden()
    ben.open("/")
    timer = ann.choice.get_by_role("timer")
    expect(timer).to_have_text(ann.pattern("page.play.offline_wait", name="Ben"))
    expect(button).to_be_disabled()
    news = ann.page.get_by_role("log")
    expect(news).to_contain_text(ann.say("page.play.offline", name="Ben"))
    assert news.inner_text().count(ann.say("page.play.offline", name="Ben").rstrip(".")) == 1
    # An hour later by Ann's clock, but not by the server's.
    ann.page.clock.set_fixed_time(ann.page.evaluate("Date.now()") + 2 * AN_HOUR_S * 1000)
    expect(timer).to_have_text(ann.say("page.play.offline", name="Ben"))
    expect(button).to_be_enabled()
    ann.tap(button)
    refusal = ann.choice.get_by_role("alert")
    expect(refusal).to_have_text(ann.pattern("error.table_just_left"))
    ben.open(path)
    expect(button).to_be_hidden()
    expect(ann.seat("Ben")).not_to_contain_text(ann.say("page.play.gone"))


@pytest.mark.parametrize("server", [1], indirect=True)
def test_bot_takes_over_after_the_countdown(person: NewPerson) -> None:
    """From the bar and, at another table, from the menu; until Ben is back."""
    ann, ben = person("Ann", "en", DESKTOP), person("Ben", "de", PHONE)
    path = game_of_two(ann, ben)
    choose_to_pass(ann)
    ben.open("/")
    button = ann.button("page.play.stand_in", name="Ben")
    expect(button).to_be_enabled()
    button.focus()
    ann.page.keyboard.press("Enter")
    expect(ann.seat("Ben")).to_contain_text(ann.say("page.play.bot_plays"))
    expect(button).to_be_hidden()
    assert await_turn(ann, "qwixx")
    assert ann.has_focus()
    ben.open(path)
    expect(ann.seat("Ben")).not_to_contain_text(ann.say("page.play.bot_plays"))
    ben.open("/")
    ann.tap(ann.button("page.play.menu"))
    expect(button).to_be_enabled()
    ann.tap(button)
    expect(ann.seat("Ben")).to_contain_text(ann.say("page.play.bot_plays"))
    expect(ann.page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_closing_by_agreement(person: NewPerson, language: str) -> None:
    """Ann asks, thinks better of it and asks again; the game closes when Ben agrees."""
    ann, ben = person("Ann", "en", DESKTOP), person("Ben", language)
    game_of_two(ann, ben)
    choose_to_pass(ben)
    expect(ann.seat("Ben")).not_to_contain_text(ann.say("page.play.seat_waits"))
    for is_serious in (False, True):
        ann.tap(ann.button("page.play.menu"))
        ann.tap(ann.button("page.play.close"))
        expect(ann.text("page.play.close_means")).to_be_visible()
        ann.tap(ann.page.get_by_role("dialog").get_by_role("button", name=ann.label("page.play.close")))
        for each in (ann, ben):
            notice = each.region("page.play.close")
            expect(notice).to_contain_text(each.say("page.play.close_one", names="Ann"))
            expect(notice).to_contain_text(each.say("page.play.close_count", n=1, all=2))
        expect(ben.page.get_by_role("log")).to_contain_text(ben.say("page.play.close_one", names="Ann"))
        if not is_serious:
            ann.page.keyboard.press("Tab")  # Now the browser knows that Ann uses the keyboard.
            ann.button("page.play.keep_playing").focus()
            ann.page.keyboard.press("Enter")
            expect(ben.region("page.play.close")).to_be_hidden()
            expect(ann.region("page.play.close")).to_be_hidden()
            assert ann.has_focus()
    ben.tap(ben.button("page.play.close_agree"))
    for each in (ann, ben):
        expect(each.result).to_contain_text(each.say("page.play.given_up"))


def test_alone_with_bots(person: NewPerson) -> None:
    """A person who plays against bots closes the game without asking anybody."""
    ann = person("Ann", "en")
    ann.open_new_table("qwixx", "me", "greedy")
    assert await_turn(ann, "qwixx")
    choose_to_pass(ann)
    assert await_turn(ann, "qwixx")
    ann.tap(ann.button("page.play.menu"))
    ann.tap(ann.button("page.play.close"))
    ann.tap(ann.page.get_by_role("dialog").get_by_role("button", name=ann.label("page.play.close")))
    expect(ann.result).to_contain_text(ann.say("page.play.given_up"))
