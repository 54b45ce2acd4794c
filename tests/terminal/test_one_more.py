"""Qwixx: one more game if everyone wants it, the tally of up to five, and the points below the rows."""

import re
from typing import Any

import pytest

from closecall.core.match import Commit
from closecall.core.record import AnyMatch, Player
from closecall.core.rules import Decision, Over, Seat
from closecall.games import qwixx
from closecall.games.qwixx.moves import MORE, STOP
from closecall.games.qwixx.state import EMPTY_SHEET, Options, Result, Sheet, State
from closecall.messages import LANGUAGES, catalogue
from closecall.tui.screen import NARROWEST, Style, display_width
from closecall.tui.show import Display, show_of
from support.matches import match_at
from terminal.scripted_console import WIPED, ScriptedConsole, session_at

QUESTION = "One more game? more / stop [Enter = stop]: "


def asked(*scores: tuple[int, ...]) -> AnyMatch:
    """After games with these scores, everybody is asked for one more."""
    sheets = (Sheet(EMPTY_SHEET.rows, 4), *[EMPTY_SHEET] * (len(scores[0]) - 1))
    state = State(
        games=len(scores),
        one_more=True,
        results=tuple(Result("over.fourth_misthrow", each, Seat(0)) for each in scores),
        active=None,
        action=None,
        roll=None,
        has_crossed=False,
        sheets=sheets,
    )
    return match_at(qwixx, state, Options(one_more=True), len(scores[0]))


def answered(match: AnyMatch, *lines: str, seats: str = "Ann,Ben", **how: Any) -> tuple[str, AnyMatch]:
    """What is shown to people who type these lines, and the match afterwards."""
    console = ScriptedConsole(lines, plain=how.pop("plain", True))
    session = session_at(console, "qwixx", seats, match=match, **how)
    session.run()
    return console.text, session.match


def test_everyone_is_asked_by_name() -> None:
    """Without handing the device over; if all want it, the next game begins with the lot."""
    shown, match = answered(asked((-20, 0)), "more", "more")
    assert f"Ann: {QUESTION}more\nBen: {QUESTION}more\n" in shown
    assert WIPED not in shown
    assert "One more game: game 2 begins.\nThe lot falls on: " in shown
    assert match.state.games == 2
    assert isinstance(match.pending, Decision)


@pytest.mark.parametrize("answers", [("", "more"), ("more", ""), ("stop", "more"), ("", "")])
def test_one_who_stops_is_enough(answers: tuple[str, str]) -> None:
    """Enter means stop; then the match is over."""
    shown, match = answered(asked((-20, 0)), *answers)
    assert "The fourth misthrow is marked: Ann.\n" in shown
    assert "No more games: the results are final.\n" in shown
    assert isinstance(match.pending, Over)


def test_alone_with_bots() -> None:
    """One person is not addressed by name, and sees the result above the question."""
    shown, match = answered(asked((-20, 0, 3)), "more", seats="Ann,random,random")
    assert f"\nSum: Ann −20, Random 1 0 and Random 2 3.\n{QUESTION}more\n" in shown
    assert Commit(Seat(0), MORE) in match.log


@pytest.mark.parametrize(
    ("language", "more", "stop"),
    [
        ("en", ["more", "M"], ["stop", "s"]),
        ("de", ["weiter", "w", "more"], ["genug", "g", "stop"]),
        ("fr", ["encore", "e", "more"], ["stop", "s"]),
        ("it", ["ancora", "a", "more"], ["basta", "b", "stop"]),
    ],
)
def test_ways_to_answer(language: str, more: list[str], stop: list[str]) -> None:
    """A word or its beginning, in English or in the own language."""
    for texts, move in ((more, MORE), (stop, STOP)):
        for text in texts:
            _, match = answered(asked((-20, 0)), text, language=language)
            assert match.sealed == {Seat(0): move}, text


def test_mistakes_are_answered() -> None:
    """A cross, a pass and no move at all; then the question is asked again."""
    shown, _ = answered(asked((-20, 0)), "r7", "pass", "what", "?", "moves")
    assert shown.count("The game is over: say more for one more game, or stop.") == 2
    assert "“what” is not a move." in shown
    assert shown.count(f"Ann: {QUESTION}") == 6


# The tally


def tally(match: AnyMatch, *names: str, width: int = 80, language: str = "en") -> list[str]:
    """What lies on the table between two games."""
    style = Style(is_plain=False, has_colour=False, width=width)
    display = Display(catalogue(language), tuple(map(Player, names)), style)
    return show_of("qwixx").situation(display, match.seen_by(None).view)


def test_the_tally_has_the_five_columns_of_the_sheet() -> None:
    """As many games as there are, empty columns for the others, and the sums."""
    assert tally(asked((70, -20), (8, 101)), "Ann", "Ben") == [
        "         1    2    3    4    5     sum",
        "A Ann   70    8                     78",
        "B Ben  −20  101                     81",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tally_fits_a_narrow_screen(language: str) -> None:
    """Long names are shortened."""
    names = ("Maximiliane-Josefine", "李小龍")
    for width in (NARROWEST, 80):
        lines = tally(asked((70, -20), (8, 101)), *names, width=width, language=language)
        assert {display_width(line) for line in lines[1:]} == {display_width(lines[0])}
        assert display_width(lines[0]) <= width


def test_the_tally_is_shown_again_at_the_end() -> None:
    """After more than one game, as sentences in plain text."""
    shown, _ = answered(asked((70, -20), (8, 101)), "stop", "stop", plain=False)
    assert shown.count("A Ann   70    8                     78\n") == 2
    shown, _ = answered(asked((70, -20), (8, 101)), "stop", "stop")
    assert (
        shown.count("Game 1: Ann 70 and Ben −20.\nGame 2: Ann 8 and Ben 101.\nSum: Ann 78 and Ben 81.\n") == 2
    )


# The points below the rows

LEGEND = [
    "x  1  2  3  4  5  6  7  8  9 10 11 12",
    "=  1  3  6 10 15 21 28 36 45 55 66 78",
]


def test_the_points_are_printed_below_the_rows() -> None:
    """Q10: in line with the eleven numbers and the lock."""
    shown, _ = answered(asked((-20,)), "sheet", seats="Ann", plain=False)
    lines = shown.splitlines()
    at = lines.index(LEGEND[0])
    assert lines[at + 1] == LEGEND[1]
    assert lines[at - 1] == "B 12 11 10  9  8  7  6  5  4  3  2  L"
    assert len({len(line) for line in lines[at - 4 : at + 2]}) == 1


def test_the_points_are_said_in_plain_text() -> None:
    """With each sheet that is asked for."""
    shown, _ = answered(asked((-20, 0)), "sheet b")
    points = "1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78"
    assert f"Points for 1 to 12 crosses in a row: {points}." in " ".join(shown.split())


@pytest.mark.parametrize(("seats", "height", "sheets"), [(2, 24, 2), (4, 24, 4), (5, 24, 1), (4, 23, 1)])
def test_the_table_fits_the_screen(seats: int, height: int, sheets: int) -> None:
    """All sheets where there is room, otherwise the own one; the points are always below the own one."""
    match = match_at(qwixx, qwixx.setup(seats, Options()), Options(), seats)
    for width, shown in ((80, sheets), (NARROWEST, 1)):
        style = Style(is_plain=False, has_colour=False, width=width, height=height)
        display = Display(catalogue("en"), tuple(Player(name) for name in "ABCDE"[:seats]), style)
        lines = show_of("qwixx").table(display, match.seen_by(Seat(1)).view)
        text = "\n".join(lines)
        assert len(re.findall("misthrows", text)) == shown
        assert text.count(LEGEND[1]) == 1
        assert lines.index(next(line for line in lines if line.startswith("x "))) == 5
        assert len(lines) + 10 <= height or shown == 1
        assert max(map(display_width, lines)) <= width
