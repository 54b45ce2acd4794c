"""Fair dice on the page: words come after the commitment, and a broken promise is reported."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, WebSocketRoute, expect

from page.browser import DESKTOP, PHONE, SMALL_PHONE
from page.conftest import NewPerson
from page.gameplay import await_turn, play_to_end
from page.person import Person
from page.screens import axe_violations, contrast_violations, overflow

WORDS = re.compile(r"^[a-z]{5}( [a-z]{5}){3}$")
OTHER = "0" * 64


def warning(person: Person) -> Locator:
    """The warnings about a broken promise."""
    return person.page.get_by_role("alert").filter(has_text=person.say("page.fair.title"))


def table_id(person: Person) -> str:
    """The table on the screen."""
    person.page.wait_for_url(re.compile("/table/"))
    return person.page.url.rpartition("/")[2]


def remembered(person: Person) -> list[Any]:
    """What the device remembers of its tables: id, commitment, words."""
    text = person.page.evaluate("localStorage.getItem('closecall.promises')")
    return list(json.loads(text))


def remember(person: Person, promises: list[Any]) -> None:
    """Let the device remember something else."""
    person.page.evaluate("text => localStorage.setItem('closecall.promises', text)", json.dumps(promises))


def test_one_tap_starts_a_game_with_random_words(person: NewPerson) -> None:
    """The table is created without words; they follow the commitment, and are others at every table."""
    ann = person("Ann", "en", PHONE)
    bodies: list[tuple[str, Any]] = []
    ann.page.on(
        "request",
        lambda request: (
            bodies.append((request.url.rpartition("/")[2], request.post_data_json))
            if request.method == "POST"
            else None
        ),
    )
    words = []
    for _ in range(2):
        bodies.clear()
        ann.start_game("qwixx", "home.play_bots")
        assert await_turn(ann, "qwixx")
        table = ann.get(f"/tables/{table_id(ann)}")
        made, ready = bodies[-2:]
        assert (made[0], "words" in made[1]) == ("tables", False)
        assert ready == ("ready", {"words": table["words"][0], "commitment": table["commitment"]})
        assert remembered(ann)[-1] == [table["id"], table["commitment"], [[table["words"][0]]]]
        words.append(table["words"][0])
    assert all(WORDS.match(each) for each in words)
    assert words[0] != words[1]
    assert warning(ann).count() == 0


def test_own_words_in_the_form(person: NewPerson) -> None:
    """The form shows random words, which can be replaced before the table is made."""
    ann = person("Ann", "de", DESKTOP)
    ann.open("/new/qwixx")
    ann.page.get_by_text(ann.say("home.new.more")).click()
    field = ann.page.get_by_label(ann.say("home.new.words"))
    expect(field).to_have_value(WORDS)
    field.fill("  sieben  graue Gänse ")
    ann.tap(ann.button("home.new.play"))
    assert ann.get(f"/tables/{table_id(ann)}")["words"][0] == "sieben graue Gänse"


def test_words_in_the_lobby(person: NewPerson) -> None:
    """Everybody who sits down has random words, sees them, and can replace them until the game begins."""
    ann, ben = person("Ann", "en", PHONE), person("Ben", "en", SMALL_PHONE)
    ann.start_game("qwixx", "home.with_friends")
    ann.tap(ann.button("home.new.invite"))
    table = ann.get(f"/tables/{table_id(ann)}")
    ann.tap(ann.page.locator("summary").filter(has_text=ann.say("home.lobby.fair")))
    expect(ann.page.get_by_text(table["commitment"])).to_be_visible()
    field = ann.page.get_by_label(ann.say("home.new.words"))
    expect(field).to_have_value(WORDS)
    field.fill("seven grey geese")
    ann.tap(ann.button("home.save"))
    expect(ann.text("home.lobby.words_kept")).to_be_visible()
    assert remembered(ann)[-1][2] == [["seven grey geese"]]
    ben.register()
    ben.post("/join", code=table["code"])
    ben.open(f"/table/{table['id']}")
    ben.tap(ben.button("home.lobby.sit"))
    assert await_turn(ben, "qwixx")
    words = ben.get(f"/tables/{table['id']}")["words"]
    assert (words[0], bool(WORDS.match(words[1]))) == ("seven grey geese", True)
    expect(ann.choice).to_be_visible()
    assert (warning(ann).count(), warning(ben).count()) == (0, 0)


def test_a_lost_request_for_the_start(person: NewPerson) -> None:
    """The lobby offers it again; then the same words are sent, so nothing is gained by losing them."""
    ann = person("Ann", "en", PHONE, allow_errors=True)
    sent: list[Any] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.post_data_json)
        if len(sent) == 1:
            route.abort()
        else:
            route.continue_()

    ann.page.route(re.compile("/ready$"), lose_the_first)
    ann.start_game("mark", "home.alone")
    ann.tap(ann.button("home.lobby.i_am_ready"))
    assert await_turn(ann, "mark")
    assert sent[0] == sent[1]
    assert ann.get(f"/tables/{table_id(ann)}")["words"] == [sent[0]["words"]]
    assert warning(ann).count() == 0


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_another_commitment_than_the_one_seen_first(person: NewPerson, language: str) -> None:
    """The table screen says so, with both commitments and the command that checks it."""
    ann = person("Ann", language, SMALL_PHONE)
    ann.start_game("mark", "home.alone")
    assert await_turn(ann, "mark")
    table, promises = ann.get(f"/tables/{table_id(ann)}"), remembered(ann)
    remember(ann, [*promises[:-1], [table["id"], OTHER, promises[-1][2]]])
    ann.page.reload()
    expect(warning(ann)).to_contain_text(ann.say("page.fair.changed"))
    assert overflow(ann) + axe_violations(ann) + contrast_violations(ann) == []
    expect(warning(ann)).to_contain_text(OTHER)
    expect(warning(ann)).to_contain_text(table["commitment"])
    expect(warning(ann)).to_contain_text(f"closecall verify FILE --commitment {OTHER}")
    expect(warning(ann)).not_to_contain_text(ann.say("page.fair.words"))


def test_the_warning_stays_until_the_proof(person: NewPerson) -> None:
    """It is there with the result, and in the proof, which fails."""
    ann = person("Ann", "en", PHONE)
    ann.start_game("mark", "home.alone")
    assert await_turn(ann, "mark")
    promises = remembered(ann)
    remember(ann, [*promises[:-1], [table_id(ann), OTHER, promises[-1][2]]])
    ann.page.reload()
    play_to_end(ann, "mark")
    expect(warning(ann)).to_have_count(1)
    ann.tap(ann.button("learn.proof.check"))
    expect(warning(ann)).to_have_count(2)
    expect(ann.text("learn.proof.unfair")).to_be_visible()


def test_a_server_that_changes_its_answers(person: NewPerson) -> None:
    """A commitment that is changed on the way is reported, though this device changed nothing."""
    ann = person("Ann", "fr", PHONE)
    ann.start_game("mark", "home.alone")
    assert await_turn(ann, "mark")
    promised = ann.get(f"/tables/{table_id(ann)}")["commitment"]

    def forged(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(str(text).replace(promised, OTHER)))

    ann.page.route_web_socket(re.compile("/socket$"), forged)
    ann.page.reload()
    expect(warning(ann)).to_contain_text(f"--commitment {promised}")
    expect(warning(ann)).to_contain_text(OTHER)


@pytest.mark.parametrize("screen", ["table", "replay"])
def test_words_that_are_missing_from_the_proof(person: NewPerson, screen: str) -> None:
    """A proof in which everything else is right is not accepted."""
    ann = person("Ann", "en", PHONE)
    ann.start_game("mark", "home.alone")
    play_to_end(ann, "mark")
    if screen == "replay":
        ann.open(f"/replay/{table_id(ann)}")
    checked = ann.page.get_by_role("listitem").filter(has_text=ann.say("learn.proof.own_words"))
    ann.tap(ann.button("learn.proof.check"))
    expect(checked).to_contain_text(ann.say("learn.proof.yes"))
    expect(ann.text("learn.proof.limits")).to_be_visible()
    expect(ann.text("learn.proof.unfair")).to_have_count(0)
    assert warning(ann).count() == 0
    promises = remembered(ann)
    remember(ann, [*promises[:-1], [*promises[-1][:2], [["lusab babad"]]]])
    ann.page.reload()
    ann.tap(ann.button("learn.proof.check"))
    expect(checked).to_contain_text(ann.say("learn.proof.no"))
    expect(ann.text("learn.proof.unfair")).to_be_visible()
    expect(warning(ann).last).to_contain_text(ann.say("page.fair.words"))
    expect(ann.page.get_by_text("✗", exact=True)).to_have_count(1)


def test_a_proof_with_other_words(person: NewPerson) -> None:
    """Words that the server exchanges in the proof and the record are missed there."""
    ann = person("Ann", "en", PHONE)
    ann.start_game("mark", "home.alone")
    play_to_end(ann, "mark")
    [words] = ann.get(f"/tables/{table_id(ann)}")["words"]

    def with_other_words(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(words, "chosen by somebody"))

    ann.page.route(re.compile("/(proof|record)$"), with_other_words)
    ann.tap(ann.button("learn.proof.check"))
    expect(warning(ann)).to_contain_text(ann.say("page.fair.words"))
    expect(ann.text("learn.proof.unfair")).to_be_visible()


def test_words_that_are_missing_during_the_game(person: NewPerson) -> None:
    """The table screen reports it as soon as the game has begun."""
    ann = person("Ann", "it", PHONE)
    ann.start_game("mark", "home.alone")
    assert await_turn(ann, "mark")
    promises = remembered(ann)
    remember(ann, [*promises[:-1], [*promises[-1][:2], [["lusab babad"]]]])
    ann.page.reload()
    expect(warning(ann)).to_contain_text(ann.label("page.fair.words"))
    expect(warning(ann)).not_to_contain_text(ann.label("page.fair.changed"))


def test_a_rematch_has_new_words(person: NewPerson) -> None:
    """One tap is still enough: the words go to the new table with its own commitment."""
    ann = person("Ann", "en", PHONE)
    ann.start_game("mark", "home.alone")
    first = ann.get(f"/tables/{table_id(ann)}")
    play_to_end(ann, "mark")
    ann.tap(ann.button("page.play.rematch"))
    ann.page.wait_for_url(lambda url: not url.endswith(first["id"]))
    assert await_turn(ann, "mark")
    second = ann.get(f"/tables/{table_id(ann)}")
    assert second["commitment"] != first["commitment"]
    assert WORDS.match(second["words"][0])
    assert second["words"] != first["words"]
    assert remembered(ann)[-1][:2] == [second["id"], second["commitment"]]


def test_one_tap_starts_a_game_of_bots(person: NewPerson) -> None:
    """Nobody there could be ready, so the page starts it; spectators have no words."""
    ann = person("Ann", "en", DESKTOP)
    ann.open("/new/mark")
    ann.tap(ann.button("home.new.remove", name=ann.label("home.new.me")))
    ann.page.get_by_text(ann.say("home.new.more")).click()
    expect(ann.page.get_by_label(ann.say("home.new.words"))).to_have_count(0)
    ann.tap(ann.button("home.new.watch"))
    expect(ann.result).to_be_visible()
    assert ann.get(f"/tables/{table_id(ann)}")["words"] == [""]
