"""The page of fame of the household (E17), above the hall of fame of the server."""

import re

from playwright.sync_api import Locator, expect

from page.browser import SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import play_to_end
from page.person import Person
from page.screens import axe_violations, contrast_violations, layout_shifts, overflow, small_targets
from page.test_layout import COMFORTABLE_PX, delay


def household(person: Person) -> Locator:
    """The household's part of the screen."""
    return person.region("home.fame.household")


def member(person: Person, name: str) -> Locator:
    """What stands on the page about a name."""
    heading = person.page.get_by_role("heading", level=3, name=name)
    return household(person).get_by_role("listitem").filter(has=heading)


def test_names_at_a_shared_device(person: NewPerson) -> None:
    """Two people finish a game on one device; the result leads to the page on which both are from then on."""
    ann = person("Ann", "it", SMALL_PHONE)
    ann.open_new_table("mark", "me", "+Zoë")
    lines = play_to_end(ann, "mark")
    won = {line.split("★")[0] for line in lines if "★" in line}
    assert won
    assert won <= {"Ann", "Zoë"}
    ann.tap(ann.link("page.play.fame"))
    for name in ("Ann", "Zoë"):
        victories = int(name in won)
        games = ann.say("home.fame.in_games", n=1)
        expect(member(ann, name)).to_contain_text(ann.say("game.mark"))
        expect(member(ann, name)).to_contain_text(ann.say("home.fame.won", n=victories, games=games))
        expect(member(ann, name).get_by_text(ann.say("home.fame.champion"))).to_have_count(victories)
        trophies = member(ann, name).get_by_role("list", name=ann.say("home.fame.trophies"))
        expect(trophies).to_have_count(victories)
        if victories:
            today = ann.page.evaluate("new Intl.DateTimeFormat('it', {dateStyle: 'medium'}).format()")
            expect(trophies).to_have_text(today)
    expect(ann.region("home.fame.public")).not_to_contain_text("Zoë")
    assert overflow(ann) + axe_violations(ann) + contrast_violations(ann) == []
    assert small_targets(ann, COMFORTABLE_PX) == []


def test_an_empty_page_says_how_to_fill_it(person: NewPerson) -> None:
    """It names the way to play together, and leads there."""
    ann = person("Ann", "de", SMALL_PHONE)
    ann.register()
    ann.open("/fame")
    expect(household(ann)).to_contain_text(ann.say("home.pass_and_play"))
    ann.tap(household(ann).get_by_role("link"))
    expect(ann.start_button("mark", "home.pass_and_play")).to_be_visible()


def test_strangers_see_the_public_part_only(person: NewPerson) -> None:
    """Without a name there is no household."""
    ann = person("Ann", "en")
    ann.open("/fame")
    expect(ann.region("home.fame.public")).to_be_visible()
    expect(household(ann)).to_have_count(0)


def test_nothing_jumps_while_the_page_loads(person: NewPerson) -> None:
    """What is above comes first, even if its answer is the slowest."""
    ann = person("Ann", "en")
    ann.register()
    ann.page.route("**/api/me/fame", delay)
    ann.open("/fame")
    expect(household(ann)).to_be_visible()
    expect(ann.region("home.fame.public")).to_be_visible()
    assert layout_shifts(ann) == []


def test_the_household_is_asked_again(person: NewPerson) -> None:
    """If its page cannot be loaded, the public part is shown anyway, and one tap tries again."""
    ann = person("Ann", "fr", allow_errors=True)
    ann.register()
    ann.page.route("**/api/me/fame", lambda route: route.abort())
    ann.open("/fame")
    expect(household(ann).get_by_role("alert")).to_be_visible()
    expect(ann.region("home.fame.public")).to_be_visible()
    ann.page.unroute("**/api/me/fame")
    ann.tap(household(ann).get_by_role("button"))
    expect(household(ann)).to_contain_text(ann.say("home.pass_and_play"))


def test_a_scoreboard_by_name(person: NewPerson) -> None:
    """After two games on one device, everybody's games, victories, best and average stand side by side."""
    ann = person("Ann", "de", SMALL_PHONE)
    ann.register()
    for _ in range(2):
        table_id = ann.create_table("mark", "me", "+Zoë")["table"]["id"]
        ann.open(f"/table/{table_id}")
        play_to_end(ann, "mark")
    page = {member["name"]: member["fame"][0] for member in ann.get("/me/fame")["members"]}
    assert {name: fame["games"] for name, fame in page.items()} == {"Ann": 2, "Zoë": 2}
    ann.open("/fame")
    board = household(ann).get_by_role("region", name=ann.say("game.mark"), exact=True)
    for name, fame in page.items():
        line = board.get_by_role("row").filter(has=ann.page.get_by_role("rowheader", name=name))
        average = f"{fame['average']:g}".replace(".", ",")
        told = [str(fame["victories"]), "2", str(fame["best"]), average]
        expect(line.get_by_role("cell")).to_have_text(told)
    assert overflow(ann) + axe_violations(ann) + contrast_violations(ann) == []


def test_lists_by_company(person: NewPerson) -> None:
    """A victory over a bot is in the list of its level, and in no other."""
    ann = person("Ann", "en")
    ann.register()
    told = {
        "game": "mark",
        "people": [],
        "shared": [],
        "bots": [
            {"level": "expert", "people": [famous("Ann", 0, mine=True)]},
            {"level": "easy", "people": [famous("Ann", 2, mine=True), famous("Ben", 1)]},
        ],
    }
    ann.page.route("**/api/fame/mark", lambda route: route.fulfill(json=told))
    ann.open("/fame")
    easy = ann.say("home.fame.bots", level=ann.say("home.bot.easy"))
    lists = ann.region("home.fame.public").get_by_role("region")
    expect(lists).to_have_count(1)
    expect(lists.get_by_role("heading", name=easy)).to_be_visible()
    names = lists.get_by_role("rowheader")
    expect(names).to_have_text([re.compile("^Ann"), re.compile("^Ben")])
    expect(ann.text("home.fame.none")).to_have_count(0)


def famous(name: str, victories: int, *, mine: bool = False) -> dict[str, object]:
    """An entry in a list of the hall of fame."""
    return {"name": name, "is_bot": False, "victories": victories, "games": 3, "best": 70, "mine": mine}
