"""What Close Enough shows and tells at a terminal: targets, the First! token, the discard pile."""

import re
from dataclasses import replace

import pytest

from closecall.core.match import Commit
from closecall.core.rules import Seat
from closecall.games import enough
from closecall.games.enough import Options
from closecall.messages import LANGUAGES, catalogue
from support.long_menus import LISTED_WAYS, totalling_match
from terminal.scripted_console import ScriptedConsole, played, session_at
from terminal.tables import enough_table

A, B = Seat(0), Seat(1)


def typed(*lines: str, plain: bool = True, language: str = "en", **told: object) -> str:
    """What Ann sees who types these lines at the table of `enough_table`, in one line."""
    console = ScriptedConsole(lines, plain=plain)
    match = enough_table(**told)
    session_at(console, "enough", "Ann,random,random", match=match, language=language).run()
    return " ".join(console.text.split())


# E2: the targets


def test_a_round_begins_with_a_target_among_many() -> None:
    """The named scorekeeper starts without a lot, and Ann is the third to take one of 18 targets."""
    options = Options(scorekeeper=B)
    console, session = played("enough", "Ann,random,random", [], options=options)
    own = session.match.seen_by(A).view.players[A].target
    assert "The lot falls on" not in console.text
    assert "Round 1 begins; First!: Random 1.\n" in console.text
    assert f"Ann – takes one of 16 face-down targets: {own.number} ({own.stars}★)\n" in console.text


def test_without_a_scorekeeper_the_lot_decides() -> None:
    """The lot is told, then the round."""
    console, session = played("enough", "Ann,random,random", [])
    first = ("Ann", "Random 1", "Random 2")[session.match.state.first]
    lot, begins = (
        console.text.index(f"The lot falls on {first} to keep the score."),
        console.text.index(f"Round 1 begins; First!: {first}."),
    )
    assert lot < begins


def test_resting_targets_are_not_among_them() -> None:
    """In round 2 the three targets of round 1 stay out."""
    match = enough_table(turns=119, redeals=1)  # E18: one more turn without a call, and a new round begins.
    console, session = played("enough", "Ann,random,random", ["pile 4", ""], match=match)
    own = session.match.seen_by(A).view.players[A].target
    assert "Round 3 begins; First!: Ann.\n" in console.text
    assert f"Ann – takes one of 15 face-down targets: {own.number} " in console.text


# E5: First! goes to the caller


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (B, "Ann – “I’m calling it!” (takes First! and turns it to this side)"),
        (A, "Ann – “I’m calling it!” (turns First! to this side)"),
    ],
)
def test_the_caller_gets_first(first: Seat, told: str) -> None:
    """The news says so, and the table shows who holds it and which side is up."""
    lines = ["", "sheet", "call", "", "", "", "sheet"]
    console = ScriptedConsole(lines)
    session_at(console, "enough", "Ann,Ben,random", match=enough_table(first=first)).run()
    before, _, after = " ".join(console.text.split()).partition(told)
    assert re.findall(r"([AB]) \w+: [^.]*, First!\.", before) == ["AB"[first]] * 2
    assert "First! “I’m calling it!”" not in before
    assert re.findall(r"([ABC]) [\w ]+: [^.]*, First! “I’m calling it!”\.", after) == ["A"] * 2
    assert ", First!." not in after, "nobody else holds it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_is_drawn_in_every_language(language: str) -> None:
    """The table names the holder in words, not by a colour."""
    say = catalogue(language)
    shown = typed("sheet", plain=False, language=language, caller=B)
    assert " ".join(say("enough.first_turned").split()) in shown
    assert say("enough.first") in typed("sheet", plain=False, language=language)


# The discard pile and openly taken cards


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "drawn"])
def test_the_whole_discard_pile_can_be_seen(is_plain: bool) -> None:
    """The screen shows its top and how many lie below; `sheet` shows them all, and the help says so."""
    shown = typed("sheet", plain=is_plain, discard=(3, 8, 1))
    assert "Top of the discard pile: 1. 2 more cards below; “sheet” shows them." in shown
    assert "Discard pile from the top: 1 8 3." in shown
    assert "“sheet” shows the whole discard pile, too." in typed("?", plain=is_plain)


def test_a_pile_of_one_card_or_none() -> None:
    """Then the top is all there is to see."""
    assert "below" not in typed("sheet")
    empty = typed("sheet", discard=())
    assert "Top of the discard pile: –." in empty
    assert "Discard pile from the top" not in empty


@pytest.mark.parametrize("is_plain", [True, False], ids=["plain", "drawn"])
def test_openly_taken_cards_stay_visible(is_plain: bool) -> None:
    """Everyone saw Ben take the 20; his other card is unknown."""
    ann, ben, cem = enough_table().state.players
    shown = typed("sheet", plain=is_plain, players=(ann, replace(ben, known=(20,)), cem))
    assert ("hand 20 ?" if is_plain else "[12] 20 ?") in shown


# E8: totalling with many tokens


@pytest.mark.parametrize("language", LANGUAGES)
def test_many_ways_to_total(language: str) -> None:
    """The closest of the simple ways are offered; the others are typed."""
    match, say = totalling_match(), catalogue(language)
    console = ScriptedConsole(["moves", "total sd:d@1 si:i@20 sn:n+@up", "", "quit"], plain=True)
    session = session_at(console, "enough", "Ann,random,random", match=match, language=language)
    session.run()
    told = " ".join(console.text.split())
    assert " ".join(say("enough.more_totals", n=LISTED_WAYS - 6).split()) in told
    assert told.count(" ".join(say("enough.longer_totals").split())) == 2
    assert console.text.count(" [total") == LISTED_WAYS
    chosen = [entry.move for entry in session.match.log if isinstance(entry, Commit) and entry.seat == A]
    assert chosen == [enough.parse_move("total sn:n+@up sd:d@1 si:i@20")]
