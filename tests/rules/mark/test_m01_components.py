"""M1: the dice, the sheet, its boxes and lines, and the table of extreme numbers."""

from closecall.core.errors import BadOptions, IllegalOutcome
from closecall.core.match import Match
from closecall.games import mark
from closecall.games.mark.layout import BOXES, CIRCLES, COLOURS, LINES, Colour, circle_name, default_layout
from closecall.games.mark.state import Roll
from support.mark import EMPTY, dice, table
from support.matches import refusal

NO_DICE = [
    Roll((0, 1, 2, 3, 4)),
    Roll((1, 2, 3, 4, 7)),
    Roll((1, 2, 3, 4, -1)),
]
TOO_FEW_OR_MANY = [
    Roll((1, 2, 3, 4)),  # type: ignore[arg-type]  # a roll from a damaged record
    Roll((1, 2, 3, 4, 5, 6)),  # type: ignore[arg-type]  # likewise
]


def test_five_dice_in_five_colours() -> None:
    """M1: the dice are black, blue, green, yellow and red, and a roll lists them in this order."""
    assert [colour.name for colour in COLOURS] == ["BLACK", "BLUE", "GREEN", "YELLOW", "RED"]
    assert [colour.order for colour in COLOURS] == [0, 1, 2, 3, 4]
    assert dice("R5 Y4 G3 B2 K1") == Roll((1, 2, 3, 4, 5))


def test_a_die_shows_one_to_six() -> None:
    """M1: five ordinary dice; any other roll is refused."""
    match = table(EMPTY)
    for pips in range(1, 7):
        assert match.fate(Roll((pips, 1, 6, pips, 3))).state.roll == Roll((pips, 1, 6, pips, 3))
    for roll in NO_DICE:
        assert refusal(IllegalOutcome, match.fate, roll).code == "bad_dice"
    for roll in TOO_FEW_OR_MANY:
        assert refusal(IllegalOutcome, match.fate, roll).code == "no_outcome"


def test_a_sheet_has_25_circles_five_of_each_colour() -> None:
    """M1: five rows of five circles, a1 to e5."""
    assert [circle_name(circle) for circle in CIRCLES] == [
        column + row for row in "12345" for column in "abcde"
    ]
    letters = "".join(default_layout().rows)
    assert {colour: letters.count(colour.value) for colour in Colour} == dict.fromkeys(Colour, 5)


def test_a_box_between_each_two_orthogonal_neighbours() -> None:
    """M1: 40 boxes, 20 in the rows and 20 in the columns, and none between others."""
    neighbours = {
        (circle_name(one), circle_name(other))
        for one in CIRCLES
        for other in CIRCLES
        if one < other and abs(one // 5 - other // 5) + abs(one % 5 - other % 5) == 1
    }
    assert [(circle_name(one), circle_name(other)) for one, other in BOXES[:5]] == [
        ("a1", "b1"),
        ("b1", "c1"),
        ("c1", "d1"),
        ("d1", "e1"),
        ("a2", "b2"),
    ]
    assert len(BOXES) == 40
    assert {(circle_name(one), circle_name(other)) for one, other in BOXES} == neighbours


def test_ten_lines_of_four_boxes() -> None:
    """M1: a score field for each of the five rows and then the five columns."""
    assert len(LINES) == 10
    for row in range(5):
        ends = {end for box in LINES[row] for end in BOXES[box]}
        assert ends == {circle for circle in CIRCLES if circle // 5 == row}
    for column in range(5):
        ends = {end for box in LINES[5 + column] for end in BOXES[box]}
        assert ends == {circle for circle in CIRCLES if circle % 5 == column}
    assert sorted(box for line in LINES for box in line) == list(range(40))


def test_one_to_five_players() -> None:
    """M1: one sheet and one colour for each of one to five players, and no other number of them."""
    assert list(mark.SEATS) == [1, 2, 3, 4, 5]
    for seats in mark.SEATS:
        assert len(Match.start(mark, seats).state.sheets) == seats
    for seats in (-1, 0, 6, 100):
        error = refusal(BadOptions, Match.start, mark, seats)
        assert error.code == "wrong_seats"
        assert error.facts["seats"] == seats


def test_every_sheet_starts_empty() -> None:
    """M1: nothing is written before the first roll."""
    for seats in mark.SEATS:
        assert set(Match.start(mark, seats).state.sheets) == {(0,) * 25}
