"""What people say when they sit down: their ages, which only they see, and who keeps the score."""

import re

from playwright.sync_api import Locator, WebSocket, expect

from page.browser import SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import CONTROLS
from page.person import Person
from page.screens import axe_violations, contrast_violations, overflow, small_targets

AGE = 97
"""A number that occurs nowhere else on these pages."""


def age_field(person: Person) -> Locator:
    """The field for an age in a dialog."""
    return person.page.get_by_role("dialog").get_by_label(person.say("home.lobby.age_years"), exact=True)


def flaws(person: Person) -> list[str]:
    """What is wrong with the screen as it is."""
    return overflow(person) + small_targets(person, 24) + axe_violations(person) + contrast_violations(person)


def record_frames(person: Person) -> list[str]:
    """All text that the person's tables receive from now on."""
    frames: list[str] = []

    def on_socket(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    person.page.on("websocket", on_socket)
    return frames


def test_second_youngest_starts(person: NewPerson) -> None:
    """A friend who joins by link enters an age, which nobody else gets to see, and starts because of it."""
    ann, ben = person("Ann", "en", SMALL_PHONE), person("Ben", "fr", SMALL_PHONE)
    frames = record_frames(ann)
    ann.start_game("mark", "home.with_friends")
    ann.tap(ann.page.get_by_role("switch", name=ann.say("option.mark.ages.title")))
    ann.tap(ann.page.get_by_role("button", name=ann.say("home.new.local"), exact=True))
    ann.page.get_by_label(ann.say("home.new.local_name", n=3)).fill("Cem")
    # Ann gives no age, and the friend enters their own.
    expect(ann.page.get_by_label(ann.say("home.new.age", name=ann.say("home.new.friend")))).to_be_hidden()
    ann.page.get_by_label(ann.say("home.new.age", name="Cem")).fill("nine")
    expect(ann.text("home.new.flaw.ages")).to_be_visible()
    ann.page.get_by_label(ann.say("home.new.age", name="Cem")).fill("9")
    assert flaws(ann) == []
    ann.tap(ann.button("home.new.invite"))
    link = ann.page.get_by_label(ann.say("home.invite.link"), exact=True).input_value()
    ben.open(link.removeprefix(ben.url))
    ben.page.get_by_label(ben.say("home.join.what_name")).fill("Ben")
    ben.tap(ben.button("home.join.sit"))
    expect(age_field(ben)).to_be_focused()
    assert flaws(ben) == []
    age_field(ben).fill(str(AGE))
    ben.tap(ben.page.get_by_role("dialog").get_by_role("button", name=ben.say("home.lobby.sit"), exact=True))
    # The game begins with the last seat; the second-youngest chooses the first colour.
    expect(CONTROLS["mark"].offered(ben)).to_be_visible()
    expect(ann.choice).to_contain_text(ann.say("page.play.waiting_one", name="Ben"))
    table = ann.page.url.rpartition("/")[2]
    seen = [*frames, ann.page.locator("body").inner_text(), str(ann.get(f"/tables/{table}"))]
    assert any(str(table) in text for text in frames)
    assert [text for text in seen if re.search(rf"\b{AGE}\b", text)] == []


def test_ages_in_the_lobby(person: NewPerson) -> None:
    """Everybody sees their own age alone and can change it; nobody has to give one."""
    ann, ben = person("Ann", "de", SMALL_PHONE), person("Ben", "it")
    made = ann.open_new_table("mark", "me", "open", "open", "open", options={"ages": [None] * 4})
    ann.tap(ann.button("home.lobby.age_missing"))
    age_field(ann).fill("alt")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("dialog")).to_contain_text(ann.say("home.new.flaw.ages"))
    age_field(ann).fill(str(AGE))
    ann.page.keyboard.press("Enter")
    expect(ann.button("home.lobby.age_given", age=AGE)).to_be_focused()
    # Somebody else on Ann's device.
    ann.tap(ann.button("home.lobby.put_local").first)
    ann.page.get_by_label(ann.say("home.fame.name"), exact=True).fill("Cem")
    age_field(ann).fill("8")
    assert flaws(ann) == []
    ann.tap(ann.button("home.new.add"))
    expect(ann.button_matching("home.lobby.age_given", age=8)).to_be_visible()
    # A guest is asked for it with the code, too, and leaves it out.
    ben.open("/")
    ben.page.get_by_label(ben.say("home.code")).fill(str(made["table"]["code"]))
    ben.tap(ben.button("home.join_button"))
    expect(age_field(ben)).to_be_visible()
    ben.page.keyboard.press("Enter")
    expect(ben.button("home.lobby.age_missing")).to_be_visible()
    expect(ben.page.get_by_text(str(AGE))).to_be_hidden()
    assert [seat["age"] for seat in ben.get(f"/tables/{made['table']['id']}")["seats"]] == [None] * 4
    # Who moves to another seat is not asked again.
    ann.tap(ann.button("home.lobby.move").first)
    expect(ann.page.get_by_role("listitem").last).to_contain_text("Ann")
    expect(ann.button("home.lobby.age_given", age=AGE)).to_be_visible()


def test_host_names_the_scorekeeper(person: NewPerson) -> None:
    """Everybody sees who it is, only the host can change it, and that seat starts the game."""
    ann, ben = person("Ann", "en", SMALL_PHONE), person("Ben", "it")
    made = ann.open_new_table("enough", "me", "+Cem", "open", start="host", options={"scorekeeper": 1})
    ben.register()
    ben.post("/join", invite=made["invite"])
    ben.post(f"/tables/{made['table']['id']}/sit")
    ben.open(f"/table/{made['table']['id']}")
    keeper = [
        one.get_by_role("listitem").filter(has_text=name)
        for one, name in ((ann.page, "Cem"), (ben.page, "Ben"))
    ]
    expect(keeper[0]).to_contain_text(ann.say("option.enough.scorekeeper.tag"))
    choice = ann.page.get_by_role("group", name=ann.say("option.enough.scorekeeper.title"), exact=True)
    expect(ben.page.get_by_role("radio")).to_have_count(0)
    assert flaws(ann) == []
    choice.get_by_role("radio", name="Ben", exact=True).check()
    expect(keeper[1]).to_contain_text(ben.say("option.enough.scorekeeper.tag"))
    expect(ben.text("option.enough.scorekeeper.summary", name="Ben")).to_be_visible()
    ann.tap(ann.button("home.lobby.start"))
    expect(CONTROLS["enough"].offered(ben)).to_be_visible()


def test_scorekeeper_in_the_form(person: NewPerson) -> None:
    """The host picks one of the seats, and the lot decides again if that seat is removed."""
    ann = person("Ann", "fr", SMALL_PHONE)
    ann.register()
    ann.open("/new/enough?with=local")
    choice = ann.page.get_by_role("group", name=ann.label("option.enough.scorekeeper.title"), exact=True)
    lot = choice.get_by_role("radio", name=ann.say("option.enough.scorekeeper.value.lot"), exact=True)
    expect(lot).to_be_checked()
    ann.page.get_by_label(ann.say("home.new.local_name", n=3)).fill("Cem")
    ann.tap(ann.page.get_by_role("button", name=ann.say("home.new.local"), exact=True))
    choice.get_by_role("radio", name="Cem", exact=True).check()
    ann.tap(ann.button("home.new.remove", name="Cem"))
    expect(lot).to_be_checked()
    ann.page.get_by_label(ann.say("home.new.local_name", n=3)).fill("Dan")
    choice.get_by_role("radio", name="Dan", exact=True).check()
    ann.tap(ann.button("home.new.play"))
    expect(ann.page).to_have_url(re.compile(r"/table/\w+$"))
    assert ann.get(f"/tables/{ann.page.url.rpartition('/')[2]}")["options"]["scorekeeper"] == 2


def test_one_more_game_is_preselected(person: NewPerson) -> None:
    """In the form of a new table, where it can be switched off; one tap on the home page is a single game."""
    ann = person("Ann", "it")
    options = []
    for switch in (None, True, False):
        if switch is None:
            ann.start_game("qwixx", "home.alone")
        else:
            ann.open("/new/qwixx")
            toggle = ann.page.get_by_role("switch", name=ann.say("option.qwixx.one_more.title"))
            expect(toggle).to_be_checked()
            toggle.set_checked(switch)
            ann.tap(ann.button("home.new.play"))
        expect(ann.page).to_have_url(re.compile(r"/table/\w+$"))
        options.append(ann.get(f"/tables/{ann.page.url.rpartition('/')[2]}")["options"])
    assert [one["one_more"] for one in options] == [False, True, False]
