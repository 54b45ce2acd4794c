"""Close Enough: the end of a round is a scene, and nothing tells the verdict before the cards are turned."""

import re
from itertools import pairwise

from playwright.sync_api import Locator, expect

from page.browser import PHONE, Device
from page.conftest import NewPerson
from page.gameplay import await_turn, confirm
from page.person import Person

HAND_MS = 1500
MOST_HANDS = 5
FLYING = """(one) => one.getAnimations({ subtree: true })
    .filter(({ effect }) => effect.target.dataset.place).length"""
OUTCOMES = ("won", "beaten", "unseen")


def exact_kit(stars: int) -> dict[str, object]:
    """Every lot is exactly on target: whoever calls wins, and everybody who stayed in has to show."""
    return {
        "name": "exact",
        "cards": [10] * 30,
        "targets": [{"number": 30, "stars": stars}] * 12,
        "tokens": [{"one": "subtract", "other": "double"}],
    }


def summary(person: Person) -> Locator:
    """The summary of a round."""
    return person.page.get_by_role("region", name=person.pattern("board.enough.end.title"))


def heading(person: Person) -> Locator:
    """What it says about the round."""
    return summary(person).get_by_role("heading")


def row(person: Person, name: str) -> Locator:
    """A player in the summary."""
    return summary(person).get_by_role("listitem").filter(has_text=f"{name}. ")


def outcome(person: Person) -> re.Pattern[str]:
    """How a round can end."""
    patterns = (person.pattern(f"board.enough.end.{key}").pattern for key in OUTCOMES)
    return re.compile("|".join(patterns))


def told(person: Person) -> Locator:
    """The verdict as it is announced."""
    return person.page.get_by_role("log").get_by_text(outcome(person))


def hands_shown(person: Person) -> int:
    """How many other players' hands are face up."""
    others = summary(person).get_by_role("listitem").filter(has_not_text=f"{person.name}. ")
    return others.filter(has_text=person.say("board.enough.end.shows", cards="")).count()


def end_round_while_the_clock_stands(ann: Person, **options: object) -> None:
    """Ann begins and calls as soon as she can, and the round ends while the clock of her page stands still.

    Nobody can call before her, and in the first round nobody has tokens to decide about.
    """
    ann.page.clock.install()
    ann.open_new_table("enough", "me", "greedy", "greedy", options={"scorekeeper": 0, **options})
    for _ in range(2):
        assert await_turn(ann, "enough")
        ann.tap(ann.button_matching("board.enough.deck"))
        confirm(ann)
    assert await_turn(ann, "enough")
    ann.page.clock.pause_at(ann.page.evaluate("Date.now()") + 1000)
    ann.tap(ann.button_matching("board.enough.do.call"))
    confirm(ann)
    expect(summary(ann)).to_be_visible()


def moving_person(person: NewPerson, language: str = "en", device: Device = PHONE) -> Person:
    """Ann, who likes animations."""
    return person("Ann", language, device, reduced_motion="no-preference")


def test_hands_turn_one_by_one_before_the_verdict(person: NewPerson) -> None:
    """Ann sees her own cards all the time; stars, verdict and announcement come last."""
    ann = moving_person(person)
    end_round_while_the_clock_stands(ann)
    turning = ann.say("board.enough.end.turning")
    expect(heading(ann)).to_have_text(turning)
    assert hands_shown(ann) == 0
    hands = [0]
    for _ in range(MOST_HANDS):
        if heading(ann).inner_text() != turning:
            break
        expect(told(ann)).to_have_count(0)
        expect(row(ann, "Ann")).to_contain_text(re.compile(r"(In the hand:|Shows) \d+, \d+\."))
        for one in summary(ann).get_by_role("listitem").all():
            expect(one).not_to_contain_text(re.compile("[+−±][0-9]"))
        ann.page.clock.run_for(HAND_MS)
        hands.append(hands_shown(ann))
    expect(heading(ann)).to_have_text(outcome(ann))
    expect(told(ann)).to_have_count(1)
    assert all(after - before in (0, 1) for before, after in pairwise(hands)), hands
    expect(summary(ann).get_by_role("listitem").first).to_contain_text(re.compile("[+−±][0-9]"))


def test_tap_ends_the_scene(person: NewPerson) -> None:
    """Nobody has to wait for it."""
    ann = moving_person(person, "de")
    end_round_while_the_clock_stands(ann)
    expect(heading(ann)).to_have_text(ann.say("board.enough.end.turning"))
    ann.tap(heading(ann))
    expect(heading(ann)).to_have_text(outcome(ann))
    expect(told(ann)).to_have_count(1)


def test_no_scene_without_animations(person: NewPerson) -> None:
    """All cards are turned at once, and the verdict is there."""
    ann = person("Ann", "fr")
    end_round_while_the_clock_stands(ann)
    expect(heading(ann)).to_have_text(outcome(ann))
    expect(told(ann)).to_have_count(1)


def test_result_waits_for_the_last_scene(person: NewPerson) -> None:
    """A call brings seven stars and the exact bonus and ends the game: the result comes after the cards."""
    ann = moving_person(person, "it")
    end_round_while_the_clock_stands(ann, kit=exact_kit(stars=7))
    expect(heading(ann)).to_have_text(ann.say("board.enough.end.turning"))
    expect(ann.result).to_be_hidden()
    for _ in range(MOST_HANDS):
        ann.page.clock.run_for(HAND_MS)
    expect(ann.result).to_be_visible()
    expect(heading(ann)).to_have_text(outcome(ann))


def test_next_round_waits_below_the_summary(person: NewPerson) -> None:
    """It begins at once, because nobody has a hand to hide; but its cards do not fly over the summary."""
    ann = moving_person(person)
    end_round_while_the_clock_stands(ann, kit=exact_kit(stars=1))
    table = ann.page.get_by_role("main")
    assert table.evaluate(FLYING) == 0
    expect(ann.page.get_by_text(ann.say("board.enough.round", round=2), exact=True)).to_have_count(0)
    ann.tap(heading(ann))
    expect(ann.page.get_by_text(ann.say("board.enough.round", round=2), exact=True)).to_have_count(1)
    assert table.evaluate(FLYING) == 0
    ann.tap(ann.button("page.play.go_on"))
    expect(ann.button("board.enough.pick.any")).to_be_visible()


def test_everything_fits_on_a_phone(person: NewPerson) -> None:
    """Three players, in the language with the longest texts: nothing of the summary scrolls off."""
    for language in ("de", "it"):
        ann = moving_person(person, language)
        end_round_while_the_clock_stands(ann)
        ann.tap(heading(ann))
        expect(heading(ann)).to_have_text(outcome(ann))
        cut, bottom = summary(ann).evaluate(
            "(one) => [one.scrollHeight - one.clientHeight, one.getBoundingClientRect().bottom]"
        )
        assert cut <= 1
        assert bottom <= PHONE.height


def test_own_cards_stay_visible_afterwards(person: NewPerson) -> None:
    """What Ann keeps hidden from others she can still look at."""
    ann = person("Ann", "en")
    end_round_while_the_clock_stands(ann)
    own = re.compile(r"(In the hand:|Shows) \d+, \d+\.")
    expect(row(ann, "Ann")).to_contain_text(own)
    ann.tap(ann.button("page.play.go_on"))
    ann.tap(ann.button("board.enough.pick.any"))
    ann.tap(ann.button("board.enough.previous_round"))
    expect(row(ann, "Ann")).to_contain_text(own)
