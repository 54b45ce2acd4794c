"""Q1: six dice, and a sheet of four rows with locks and four misthrow boxes."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from closecall.core.errors import BadNotation, BadOptions
from closecall.games import qwixx
from closecall.games.qwixx.picture import format_sheet, parse_sheet
from closecall.games.qwixx.state import EMPTY_SHEET
from rules.qwixx.table import (
    A,
    deciding,
    fate_refusal,
    menu,
    new_table,
    played,
    roll,
    rolled,
    sheet,
    table,
    told,
    waits_for_chance,
)


class Given:
    """A source of chance whose numbers are given."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = iter(numbers)
        self.limits: list[int] = []

    def below(self, n: int, /) -> int:
        self.limits.append(n)
        return next(self.numbers)


def test_an_empty_sheet() -> None:
    """Q1: red and yellow rise from 2 to 12, green and blue fall from 12 to 2; each ends in a lock."""
    empty = (
        "R  2  3  4  5  6  7  8  9 10 11 12  L |  0\n"
        "Y  2  3  4  5  6  7  8  9 10 11 12  L |  0\n"
        "G 12 11 10  9  8  7  6  5  4  3  2  L |  0\n"
        "B 12 11 10  9  8  7  6  5  4  3  2  L |  0\n"
        "misthrows . . . . | 0"
    )
    assert format_sheet(EMPTY_SHEET) == empty
    assert parse_sheet(empty) == EMPTY_SHEET


def test_the_view_prints_the_rows_as_the_sheet_does() -> None:
    """Q1: a client needs no rules to draw the sheet: the view has every row with its numbers in order."""
    rows = new_table(2).seen_by(A).view.sheets[0].rows
    assert [(row.colour.value, row.numbers[0], row.numbers[-1]) for row in rows] == [
        ("R", 2, 12),
        ("Y", 2, 12),
        ("G", 12, 2),
        ("B", 12, 2),
    ]
    assert all(len(row.numbers) == 11 for row in rows)


def test_six_dice_are_rolled() -> None:
    """Q1: two white dice and one of each colour, all with six sides."""
    source = Given([0, 1, 2, 3, 4, 5])
    assert qwixx.draw(new_table(1).state, source) == roll("w1 w2 r3 y4 g5 b6")
    assert source.limits == [6] * 6


def test_every_roll_of_six_dice_is_equally_likely() -> None:
    """Q1: 6⁶ rolls of six dice."""
    outcomes = dict(qwixx.odds(new_table(1).state))
    assert len(outcomes) == 6**6
    assert set(outcomes.values()) == {Fraction(1, 6**6)}
    assert roll("w6 w6 r6 y6 g6 b6") in outcomes


@pytest.mark.parametrize(
    "dice", ["w0 w1 r1 y1 g1 b1", "w1 w7 r1 y1 g1 b1", "w1 w1 r7 y1 g1 b1", "w1 w1 r1 y1 g1 b0"]
)
def test_a_die_shows_one_to_six(dice: str) -> None:
    """Q1: dice have six sides."""
    assert told(fate_refusal(new_table(2), roll(dice))) == ("bad_dice", "Every die shows 1 to 6.")


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_one_to_five_players(seats: int) -> None:
    """Q1: two to five players, and one alone."""
    assert new_table(seats).state.sheets == (EMPTY_SHEET,) * seats


@pytest.mark.parametrize("seats", [0, 6])
def test_no_other_number_of_players(seats: int) -> None:
    """Q1: nobody, or a sixth player, cannot play."""
    with pytest.raises(BadOptions) as refused:
        new_table(seats)
    assert told(refused.value) == ("wrong_seats", f"Qwixx needs 1 to 5 players, not {seats}.")


def test_alone_you_are_always_active() -> None:
    """Q1: alone there is no lot, and every turn is yours, with both actions."""
    match = new_table(1)
    for _ in range(2):
        assert waits_for_chance(match)
        assert match.state.active == A
        match = rolled(match, "w1 w2 r1 y1 g1 b1")
        assert deciding(match) == "A"
        match = played(match, "A pass")
        assert (deciding(match), match.state.action) == ("A", 2)
        match = played(match, "A pass")
    assert match.state.sheets[0].misthrows == 2


@pytest.mark.parametrize(
    ("text", "written"),
    [("r7", "r7"), ("R 7", "r7"), (" b12 ", "b12"), ("G2", "g2"), ("pass", "pass"), ("-", "pass")],
)
def test_notation(text: str, written: str) -> None:
    """Q1: a cross is written as its row and its number."""
    assert qwixx.format_move(qwixx.parse_move(text)) == written


@pytest.mark.parametrize("text", ["", "r", "7", "r1", "r13", "r07", "w7", "rr7", "r7 y7", "pas"])
def test_what_is_no_move(text: str) -> None:
    """Q1: there are four rows of the numbers 2 to 12, and nothing else to cross."""
    with pytest.raises(BadNotation) as refused:
        qwixx.parse_move(text)
    assert told(refused.value) == (
        "qwixx_notation",
        f"“{text}” is not a move. Write a row and a number, such as r7 for the red 7, or pass.",
    )


def test_the_whole_table_as_text() -> None:
    """Q1: the table shows the dice and every sheet."""
    match = table(sheet("R  -  -  -  x  -  x  8  9 10 11 12  L", misthrows=2), sheet())
    assert qwixx.picture(match.state).splitlines()[:2] == ["A rolls next", "A: -7"]
    match = rolled(match, "w4 w1 r3 y2 g5 b6")
    assert qwixx.picture(match.state) == (
        "A is active, action 1, roll W4 W1 R3 Y2 G5 B6\n"
        "A: -7\n"
        "R  -  -  -  x  -  x  8  9 10 11 12  L |  3\n"
        "Y  2  3  4  5  6  7  8  9 10 11 12  L |  0\n"
        "G 12 11 10  9  8  7  6  5  4  3  2  L |  0\n"
        "B 12 11 10  9  8  7  6  5  4  3  2  L |  0\n"
        "misthrows x x . . | -10\n"
        "B: 0\n"
        "R  2  3  4  5  6  7  8  9 10 11 12  L |  0\n"
        "Y  2  3  4  5  6  7  8  9 10 11 12  L |  0\n"
        "G 12 11 10  9  8  7  6  5  4  3  2  L |  0\n"
        "B 12 11 10  9  8  7  6  5  4  3  2  L |  0\n"
        "misthrows . . . . | 0"
    )
    assert menu(match, A) == "y5 g5 b5 pass"
