"""A Qwixx table for the tests: dice are given, sheets are drawn as text, moves are written in notation."""

import re
from textwrap import dedent

import pytest

from closecall.core.errors import GameError, IllegalMove, IllegalOutcome
from closecall.core.match import Match
from closecall.core.rules import Chance, Decision, Over, Seat, all_seats, letter
from closecall.games import qwixx
from closecall.games.qwixx import Lot, Move, Options, Outcome, Result, Roll, State, View
from closecall.games.qwixx.picture import format_sheet, parse_sheet
from closecall.games.qwixx.state import COLOURS, Die, closed_rows

Table = Match[State, Move, Outcome, View, Options]

A, B, C, D, E = all_seats(5)

EMPTY_ROWS = {
    "R": "R  2  3  4  5  6  7  8  9 10 11 12  L",
    "Y": "Y  2  3  4  5  6  7  8  9 10 11 12  L",
    "G": "G 12 11 10  9  8  7  6  5  4  3  2  L",
    "B": "B 12 11 10  9  8  7  6  5  4  3  2  L",
}


def roll(text: str) -> Roll:
    """Dice as text: `w4 w1 r3 y2 g5 b6`; a die that is not named has left the game."""
    dice = re.findall(r"([wrygb])(\d+)", text)
    one, other = (int(pips) for name, pips in dice if name == "w")
    coloured: dict[str, Die] = {name: int(pips) for name, pips in dice}
    red, yellow, green, blue = (coloured.get(colour.value.lower()) for colour in COLOURS)
    return Roll((one, other), (red, yellow, green, blue))


def sheet(text: str = "", misthrows: int = 0) -> str:
    """A whole sheet from the rows that are drawn; the others are empty."""
    rows = EMPTY_ROWS | {line[0]: line for line in dedent(text).strip().splitlines()}
    boxes = " ".join("x" if n < misthrows else "." for n in range(4))
    return "\n".join([*rows.values(), f"misthrows {boxes}"])


def table(
    *sheets: str,
    active: Seat = A,
    games: int = 1,
    one_more: bool = False,
    results: tuple[Result, ...] = (),
) -> Table:
    """A match with these sheets on the table, just before the roll of the active seat."""
    state = State(
        games=games,
        one_more=one_more,
        results=results,
        active=active,
        action=None,
        roll=None,
        has_crossed=False,
        sheets=tuple(map(parse_sheet, sheets)),
    )
    match = Match(qwixx, len(sheets), Options(games, one_more), state, 0, {}, (), qwixx.pending(state))
    for seat, text in zip(all_seats(len(sheets)), sheets, strict=True):
        assert drawn(match, seat) == text, f"the sheet of {letter(seat)} cannot look like this"
    return match


def new_table(seats: int, games: int = 1, first: Seat = A) -> Table:
    """A match from its beginning; the lot has fallen on the first seat."""
    match: Table = Match.start(qwixx, seats, Options(games))
    return match if seats == 1 else match.fate(Lot(first))


def rolled(match: Table, dice: str) -> Table:
    """The table after a roll."""
    return match.fate(roll(dice))


def played(match: Table, moves: str) -> Table:
    """The table after choices, such as `A r5, B pass`."""
    for choice in moves.split(", "):
        name, move = choice.split(" ")
        match = match.commit(seat_of(name), qwixx.parse_move(move), point=match.point)
    return match


def turn(match: Table, dice: str, first: str, second: str | None = None) -> Table:
    """The table after a roll, action 1 and, unless the game ended with it, action 2."""
    match = played(rolled(match, dice), first)
    return match if second is None else played(match, second)


def seat_of(name: str) -> Seat:
    """The seat with this letter."""
    return Seat("ABCDE".index(name))


def deciding(match: Table) -> str:
    """The letters of the seats that decide now."""
    menus = match.pending.menus if isinstance(match.pending, Decision) else {}
    return "".join(map(letter, menus))


def menu(match: Table, seat: Seat) -> str:
    """The menu of a seat, as text."""
    moves = match.seen_by(seat).menu
    assert moves is not None
    return " ".join(map(qwixx.format_move, moves))


def drawn(match: Table, seat: Seat) -> str:
    """The sheet of a seat without its points."""
    sheets = match.state.sheets
    lines = format_sheet(sheets[seat], closed_rows(sheets)).splitlines()
    return "\n".join(line.partition(" |")[0] for line in lines)


def drawn_row(match: Table, seat: Seat, name: str) -> str:
    """One row of a seat's sheet."""
    return next(line for line in drawn(match, seat).splitlines() if line.startswith(name))


def misthrows(match: Table) -> tuple[int, ...]:
    """The misthrows of all seats."""
    return tuple(each.misthrows for each in match.state.sheets)


def refusal(match: Table, seat: Seat, move: str) -> IllegalMove:
    """The refusal of a move, after checking that it is on no menu and the match is as before."""
    parsed = qwixx.parse_move(move)
    assert parsed not in (match.seen_by(seat).menu or ())
    with pytest.raises(IllegalMove) as refused:
        match.commit(seat, parsed, point=match.point)
    return refused.value


def fate_refusal(match: Table, outcome: Outcome) -> IllegalOutcome:
    """The refusal of an outcome of chance."""
    with pytest.raises(IllegalOutcome) as refused:
        match.fate(outcome)
    return refused.value


def told(error: GameError) -> tuple[str, str]:
    """The code of a refusal and its English sentence."""
    return error.code, str(error)


def over(match: Table) -> Over:
    """How the match ended."""
    assert isinstance(match.pending, Over), match.pending
    return match.pending


def is_over(match: Table) -> bool:
    """Whether the match has ended."""
    return isinstance(match.pending, Over)


def waits_for_chance(match: Table) -> bool:
    """Whether a roll or a lot is due."""
    return isinstance(match.pending, Chance)
