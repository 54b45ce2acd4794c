"""The players at a table: one row with faces, scores and whose turn it is, and what characters say."""

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from closecall.bots.cast import CAST
from page.browser import DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson
from page.gameplay import await_turn, pass_turn, play
from page.person import Person
from page.screens import axe_violations, contrast_violations, overflow

ENDS = ("won", "lost")
BOTS = ("easy", "medium", "hard", "greedy")
RECORD_LINES = """{
    window.heard = [];
    new MutationObserver(() => {
        for (const line of document.querySelectorAll("main p")) window.heard.push(line.textContent.trim());
    }).observe(document, { subtree: true, childList: true });
}"""
"""An init script that records every paragraph that was ever shown: what characters say soon disappears."""


def chips(person: Person) -> Locator:
    """All players."""
    players = person.page.get_by_role("list", name=person.say("page.play.players"), exact=True)
    return players.get_by_role("listitem")


def scores_in_chips(person: Person) -> list[int]:
    """The numbers in the players' chips."""
    texts = [" ".join(text.split()) for text in chips(person).locator(".score").all_inner_texts()]
    return [int(text.replace("−", "-").rstrip(" ★")) for text in texts]


@pytest.mark.parametrize("device", [PHONE, SMALL_PHONE, DESKTOP], ids=lambda device: device.name)
@pytest.mark.parametrize(("game", "language"), [("mark", "it"), ("qwixx", "de"), ("enough", "fr")])
def test_five_players_in_one_row(person: NewPerson, game: str, language: str, device: Device) -> None:
    """Side by side, inside the screen, and beside the buttons; one's own turn is told in words."""
    ann = person("Ann", language, device)
    ann.open_new_table(game, "me", *BOTS)
    assert await_turn(ann, game)
    expect(chips(ann)).to_have_count(5)
    boxes = [box for chip in chips(ann).all() if (box := chip.bounding_box())]
    menu = ann.button("page.play.menu").bounding_box()
    assert menu is not None
    assert len({round(box["y"]) for box in boxes}) == 1, boxes
    for left, right in zip(boxes, [*boxes[1:], menu], strict=True):
        assert left["x"] + left["width"] <= right["x"] + 0.5, boxes
    assert scores_in_chips(ann) == [0] * 5 or game != "enough"
    own = ann.seat("Ann")
    expect(own).to_contain_text(ann.say("page.play.you_and", name="Ann"))
    turn = own.get_by_text(ann.say("page.play.your_turn")).first
    expect(turn).to_be_visible()
    if device is not SMALL_PHONE:
        assert turn.evaluate("element => element.scrollWidth <= element.clientWidth"), "the words are cut off"
    expect(own).not_to_contain_text(ann.say("page.play.seat_waits"))
    assert overflow(ann) + axe_violations(ann) + contrast_violations(ann) == []


def test_scores_follow_the_game(person: NewPerson) -> None:
    """They change while the game is played and end as in the result; the device remembers who won."""
    ann = person("Ann", "en", PHONE)
    ann.page.add_init_script(RECORD_LINES)
    made = ann.open_new_table("mark", "me", "easy")
    before = []
    while await_turn(ann, "mark"):
        before.append(scores_in_chips(ann))
        play(ann, "mark", 1)
    assert before[0] == [0, 0]
    assert before[-1] != [0, 0]
    expect(ann.result).to_be_visible()
    ended = dict(zip(["Ann", "Pip"], scores_in_chips(ann), strict=True))
    lines = [re.search(r"(Ann|Pip)\D*(\d+)", line) for line in ann.scores()]
    assert {line[1]: int(line[2]) for line in lines if line} == ended
    assert last_words(ann) == [("pip", "lost" if ended["Ann"] > ended["Pip"] else "won")]
    kept = json.loads(ann.page.evaluate("localStorage.getItem('closecall.opponents')"))["mark"]["games"]
    assert [(game["table"], game["level"]) for game in kept] == [(made["table"]["id"], "easy")]
    assert kept[0]["won"] is (ended["Ann"] >= ended["Pip"])


@pytest.mark.parametrize(("language", "device"), [("en", PHONE), ("de", SMALL_PHONE), ("fr", DESKTOP)])
def test_characters_talk_unless_told_not_to(person: NewPerson, language: str, device: Device) -> None:
    """One of them greets; a setting silences them."""
    ann = person("Ann", language, device)
    ann.page.add_init_script(RECORD_LINES)
    greetings = [ann.say(f"cast.{one.slug}.greeting") for one in CAST if one.level in ("medium", "expert")]
    ann.open_new_table("mark", "me", "medium", "expert")
    ann.page.wait_for_function(
        "greetings => greetings.some((one) => window.heard.includes(one))", arg=greetings
    )
    ann.open("/settings")
    switch = ann.page.get_by_role("switch", name=ann.say("home.settings.chatty"))
    expect(switch).to_be_checked()
    ann.tap(switch)
    expect(switch).not_to_be_checked()
    ann.open(f"/table/{ann.create_table('mark', 'me', 'medium', 'expert')['table']['id']}")
    play(ann, "mark", 2)
    heard = ann.page.evaluate("window.heard")
    assert heard
    assert not set(heard) & set(greetings)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_winner_has_the_last_word(person: NewPerson, language: str) -> None:
    """Ann takes four misthrows, so Pip wins and says so, once; the announcer does not repeat it."""
    ann = person("Ann", language, PHONE)
    ann.page.add_init_script(RECORD_LINES)
    ann.open_new_table("qwixx", "me", "easy")
    while await_turn(ann, "qwixx"):
        pass_turn(ann)
    assert ann.scores()[0].startswith("Pip")
    assert last_words(ann) == [("pip", "won")]
    expect(ann.page.get_by_role("log")).not_to_contain_text(ann.say("cast.pip.won"))
    # Who comes back to a finished game hears nothing.
    ann.page.reload()
    expect(ann.result).to_be_visible()
    assert heard_words(ann) == []


def last_words(person: Person) -> list[tuple[str, str]]:
    """Which characters have spoken at the end of the game, and whether as winners."""
    said = [person.say(f"cast.{one.slug}.{how}") for one in CAST for how in ENDS]
    person.page.wait_for_function("said => said.some((one) => window.heard.includes(one))", arg=said)
    return heard_words(person)


def heard_words(person: Person) -> list[tuple[str, str]]:
    """The last words that were shown so far."""
    heard = set(person.page.evaluate("window.heard"))
    return [(one.slug, how) for one in CAST for how in ENDS if person.say(f"cast.{one.slug}.{how}") in heard]


def test_winners_are_offered_the_next_level(person: NewPerson) -> None:
    """Once: after an answer the suggestion does not come back."""
    ann = person("Ann", "en", PHONE)
    games = [{"table": str(n), "level": "easy", "won": n != 1} for n in range(3)]
    kept = json.dumps({"mark": {"games": games}, "qwixx": {"games": games}, "enough": {"games": games[:2]}})
    ann.page.add_init_script(f"localStorage['closecall.opponents'] ??= {json.dumps(kept)}")
    ann.open("/")
    suggestion = ann.say("home.next_level", level="Easy", next="Medium")

    def card(game: str) -> Locator:
        return ann.page.get_by_role("article", name=ann.say(f"game.{game}"), exact=True)

    def chosen(game: str, level: str) -> Locator:
        return card(game).get_by_role("radio", name=ann.say(f"home.bot.{level}"), exact=True)

    expect(card("mark")).to_contain_text(suggestion)
    expect(card("qwixx")).to_contain_text(suggestion)
    expect(card("enough")).not_to_contain_text(suggestion)
    assert axe_violations(ann) + contrast_violations(ann) == []
    ann.tap(
        card("mark").get_by_role("button", name=ann.say("home.next_level_yes", next="Medium"), exact=True)
    )
    expect(chosen("mark", "medium")).to_be_checked()
    expect(ann.start_button("mark", "home.play_bots")).to_be_focused()
    ann.tap(card("qwixx").get_by_role("button", name=ann.say("home.next_level_no"), exact=True))
    expect(chosen("qwixx", "easy")).to_be_checked()
    ann.page.reload()
    expect(chosen("mark", "medium")).to_be_checked()
    for game in ("mark", "qwixx"):
        expect(card(game)).not_to_contain_text(suggestion)
