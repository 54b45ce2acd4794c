"""Several people at one device: nobody sees another's sealed choice or hand."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.games import rules_of
from terminal.scripted_console import WIPED, ScriptedConsole, played, session_at

A, B = Seat(0), Seat(1)


def at_decision(game: str, seats: int, moves: int, rng: Random) -> AnyMatch:
    """A match after some random moves, at a decision, its past forgotten."""
    rules = rules_of(game)
    match: AnyMatch = Match.start(rules, seats)
    left = moves
    while left > 0 or not isinstance(match.pending, Decision):
        if isinstance(match.pending, Chance):
            match = match.fate(rules.draw(match.state, RandomSource(rng)))
            continue
        assert isinstance(match.pending, Decision)
        for seat, menu in match.pending.menus.items():
            match = match.commit(seat, rng.choice(list(menu)), point=match.point)
        left -= 1
    return replace(match, log=(), point=0)


def both_can_choose(match: AnyMatch) -> bool:
    """Whether Ann and Ben decide at the same time, and neither is forced."""
    menus = match.pending.menus if isinstance(match.pending, Decision) else {}
    return set(menus) == {A, B} and all(len(menu) > 1 for menu in menus.values())


def two_persons(match: AnyMatch, lines: list[str], **how: bool) -> ScriptedConsole:
    """Ann and Ben, and bots at the other seats."""
    console = ScriptedConsole(lines, **how)
    others = ",random" * (match.seats - 2)
    session_at(console, match.rules.SLUG, f"Ann,Ben{others}", match=match).run()
    return console


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "drawn"])
@pytest.mark.parametrize("game", ["mark", "qwixx"])
def test_a_sealed_choice_is_not_seen(game: str, is_plain: bool) -> None:
    """Whatever Ann has sealed, Ben sees the same screen, and can ask for everything there is to ask for."""
    asked = ["", "?", "moves", "sheet", "sheet a", "sheet b", "undo", "save"]
    matches = (at_decision(game, 2, 2 + n % 9, Random(n)) for n in range(60))
    for match in islice(filter(both_can_choose, matches), 5):
        moves = [match.rules.format_move(move) for move in match.seen_by(A).menu or ()]
        shown = set()
        for move in moves:
            console = two_persons(match, [move, "", *asked], plain=is_plain)
            before, *after = console.text.split(WIPED)
            assert len(after) == 1, "the device changes hands once"
            assert f"{move}\n" in before
            shown.add(after[0])
        assert len(shown) == 1
        assert "Ben: press Enter" in shown.pop().splitlines()[1]


def test_the_screen_is_wiped_before_the_other_confirms() -> None:
    """Between the hand-over and Ben's Enter there is nothing but the request to take the device."""
    match = at_decision("mark", 2, 4, Random(1))
    move = match.rules.format_move(next(iter(match.seen_by(A).menu or ())))
    console = two_persons(match, [move, ""])
    assert console.text.split(WIPED)[1].splitlines() == [
        "The next choice is secret. Pass the device to Ben.",
        "Ben: press Enter when only you can see the screen. ",
    ]


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "drawn"])
def test_hands_and_targets_are_not_seen(is_plain: bool) -> None:
    """Everything that Ben is shown is the same, whatever hands and targets the others hold."""
    asked = ["", "?", "moves", "sheet", "sheet a", "sheet b", "sheet c", "undo", "save"]
    different = 0
    for n in range(30):
        rng = Random(n)
        match = at_decision("enough", 3, rng.randrange(14), rng)
        (seat, *others) = match.seen_by(None).waiting
        if others or seat != B or match.seen_by(None).view.phase == "Showing":
            continue
        redealt = match.rules.redeal(match.state, B, RandomSource(rng))
        other = replace(match, state=redealt, pending=match.rules.pending(redealt))
        different += redealt != match.state
        one, two = (two_persons(each, asked, plain=is_plain).text for each in (match, other))
        assert one == two
        assert one.startswith(WIPED), "Ben confirms before the first secret"
    assert different > 3


def test_every_turn_of_close_enough_is_handed_over() -> None:
    """Each person sees their own target only, after they have confirmed."""
    matches = (at_decision("enough", 3, 0, Random(n)) for n in range(60))
    match = next(match for match in matches if match.seen_by(None).waiting == (A,))
    ann, ben = (match.seen_by(seat).view.players[seat].target for seat in (A, B))
    assert ann != ben
    console = two_persons(match, ["", "deck", "", "", "", "deck", ""])
    _, for_ann, for_ben, *_ = console.text.split(WIPED)
    assert for_ann.startswith("The next choice is secret. Pass the device to Ann.")
    assert f"Your target: {ann.number} " in for_ann
    assert f"Your target: {ben.number} " in for_ben
    assert f"Your target: {ann.number} " not in for_ben


def test_the_own_draw_is_read_before_the_device_is_handed_over() -> None:
    """Ann draws, reads what she has drawn, and only then passes the device; Ben is not told the card."""
    matches = (at_decision("enough", 3, 0, Random(n)) for n in range(60))
    match = next(match for match in matches if match.seen_by(None).waiting == (A,))
    console = two_persons(match, ["", "deck", "", "", ""])
    _, for_ann, for_ben = console.text.split(WIPED)
    (line,) = [line for line in for_ann.splitlines() if line.startswith("Ann – draws ")]
    assert line.split()[3].isdigit()
    assert for_ann.endswith("Enter to hand over to Ben: \n")
    assert "Ann – draws from the deck\n" in for_ben


def test_only_enter_takes_the_device() -> None:
    """A mistyped word asks again and shows nothing; quit leaves."""
    match = at_decision("enough", 3, 0, Random(1))
    (seat, *_) = match.seen_by(None).waiting
    console = ScriptedConsole(["what?", "moves", "quit", "", "moves"])
    session_at(console, "enough", "Ann,Ben,Cem", match=match).run()
    name = ("Ann", "Ben", "Cem")[seat]
    assert console.text.count(f"{name}: press Enter when only you can see the screen.") == 3
    assert "target" not in console.text


def test_one_person_is_never_asked_to_pass_the_device() -> None:
    """Neither alone nor with bots."""
    for game, seats in (("mark", "you,random"), ("qwixx", "you"), ("enough", "you,random,random")):
        console, _ = played(game, seats, ["?", "moves"])
        assert WIPED not in console.text


def test_open_choices_need_no_secrecy() -> None:
    """Colours are chosen openly one after the other, so nothing is wiped."""
    console, session = played("mark", "Ann,Ben", ["yellow", "", "green", ""])
    assert WIPED not in console.text
    assert session.match.point == 4, "the lot, two colours, the first roll"


def test_the_holder_chooses_first() -> None:
    """The player with the device chooses first in the next round, so it changes hands once a round."""
    console, session = played("mark", "Ann,Ben", ["k", "", "b", "", *["moves"] * 5])
    assert session.holder is not None
    first = session.holder
    match = session.match
    moves = [match.rules.format_move(next(iter(match.seen_by(seat).menu or ()))) for seat in (A, B)]
    lines = [moves[first], "", "", moves[1 - first], ""]
    console, session = played("mark", "Ann,Ben", ["k", "", "b", "", *lines])
    assert session.match.point == 6
    assert console.text.count(WIPED) == 1
    assert session.holder == 1 - first
    name = ("Ann", "Ben")[1 - first]
    assert f"{name} – " in console.text.split(WIPED)[1], "and sees what both have entered"
