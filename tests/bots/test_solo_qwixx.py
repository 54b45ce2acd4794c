"""Solo Qwixx: the table agrees with a plain search through the rules."""

import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from closecall.bots import find_bot
from closecall.bots.qwixx import solo_file, solo_sheets, solo_solver, solo_table
from closecall.cli import progress
from closecall.cli.main import main
from closecall.core.match import Match
from closecall.core.rules import Chance, Decision, Over, Seat
from closecall.games import qwixx
from closecall.games.qwixx import Options, Roll, State, rules
from closecall.games.qwixx.scoring import score
from closecall.games.qwixx.state import COLOURS, Colour, Die, Row, Sheet, closed_rows
from closecall.kernels.jit import compile_callbacks
from rules.qwixx.table import A, rolled, sheet, table

Numbers = NDArray[np.float64]
LIVE = range(solo_sheets.CLOSED_ROW)
DEAD = [row for row in LIVE if solo_sheets.LAST_PLACE[row] == 9 and solo_sheets.CROSSED[row] < 5]
"""Open rows with nothing left to cross."""


# The reference: an expectimax that knows only the rules.


def before_roll(own: Sheet) -> State:
    """A solo game before a roll."""
    return State(1, False, (), Seat(0), None, None, False, (own,))


@cache
def expected(own: Sheet) -> float:
    """The mean final score of perfect play, by trying everything."""
    state = before_roll(own)
    return sum(weight * best(rules.after_chance(state, roll)) for roll, weight in different_rolls(own))


def best(state: State) -> float:
    """The value of a roll with the best choices."""
    pending = rules.pending(state)
    if isinstance(pending, Over):
        return pending.scores[0]
    if isinstance(pending, Chance):
        return expected(state.sheets[0])
    return max(best(rules.after_choices(state, {A: move})) for move in pending.menus[A])


def different_rolls(own: Sheet) -> Iterator[tuple[Roll, float]]:
    """Every roll with its chance; equivalent faces of a die are merged."""
    closed = closed_rows((own,))
    for white in product(range(1, 7), range(1, 7)):
        faces = [
            [(None, 1.0)] if colour in closed else list(different_faces(colour, row, white))
            for colour, row in zip(COLOURS, own.rows, strict=True)
        ]
        for (red, p), (yellow, q), (green, r), (blue, s) in product(*faces):
            yield Roll(white, (red, yellow, green, blue)), p * q * r * s / 36


def different_faces(colour: Colour, row: Row, white: tuple[int, int]) -> Iterator[tuple[Die, float]]:
    """One face for each set of possible numbers, and its chance."""
    faces: dict[frozenset[int], list[int]] = {}
    for die in range(1, 7):
        offered = {pips + die for pips in white}
        right = {n for n in offered if not row.crossed or colour.is_right_of(n, row.crossed[-1])}
        faces.setdefault(frozenset(right), []).append(die)
    return ((dice[0], len(dice) / 6) for dice in faces.values())


# The solver, started from a position.


@cache
def descendants(row: int) -> tuple[int, ...]:
    """A row and all its successors."""
    after = {int(each) for each in solo_sheets.NEXT[row] if each >= 0}
    return tuple(sorted({row}.union(*(descendants(each) for each in after))))


def solved_from(rows: tuple[int, ...], misthrows: int) -> float:
    """The compiled solver's value of a position, after all its successors are solved."""
    values, scratch = solo_solver.new_table(), solo_solver.new_scratch()
    later = sorted(product(*map(descendants, rows)), reverse=True)
    for count in range(3, misthrows - 1, -1):
        for each in later:
            numbers = np.array(each, np.int64)
            if not solo_solver.is_over(numbers):
                rising, falling = solo_sheets.PAIR[each[0], each[1]], solo_sheets.PAIR[each[2], each[3]]
                at = solo_sheets.sheet_number(int(rising), int(falling))
                values[count, at] = solo_solver.expectation(values, count, numbers, scratch)
    return solo_solver.to_come(values, misthrows, np.array(rows, np.int64))


def sheet_with(rows: tuple[int, ...], misthrows: int, rng: Random) -> Sheet:
    """A random sheet with rows of these numbers."""
    made = []
    for colour, row in zip(COLOURS, rows, strict=True):
        last, count = int(solo_sheets.LAST_PLACE[row]), int(solo_sheets.CROSSED[row])
        is_closed = row == solo_sheets.CLOSED_ROW
        before = rng.sample(range(last), 5 if is_closed else max(0, count - 1))
        places = sorted([*before, last]) if last >= 0 else []
        made.append(Row(tuple(colour.numbers[place] for place in places), is_closed))
    red, yellow, green, blue = made
    return Sheet((red, yellow, green, blue), misthrows)


def late_position(rng: Random, most: int) -> tuple[tuple[int, ...], int]:
    """An unfinished sheet with few successors."""
    while True:
        rows = tuple(rng.choices((*LIVE, *DEAD * 8, *[solo_sheets.CLOSED_ROW] * 8), k=4))
        size = np.prod([len(descendants(row)) for row in rows])
        if rows.count(solo_sheets.CLOSED_ROW) < 2 and 2 <= size <= most:
            return rows, rng.randrange(4)


def compare(seed: int, count: int, most: int) -> Counter[str]:
    """Compare solver and plain search in late positions; count what kinds they were."""
    rng = Random(f"solo/{seed}")
    happened: Counter[str] = Counter()
    for _ in range(count):
        rows, misthrows = late_position(rng, most)
        own = sheet_with(rows, misthrows, rng)
        wanted = expected(own) - score(own).total
        assert solved_from(rows, misthrows) == pytest.approx(wanted, abs=1e-9), (rows, misthrows)
        happened["closed" if solo_sheets.CLOSED_ROW in rows else "all open"] += 1
        happened["can lock"] += any(solo_sheets.NEXT[row, 10] >= 0 for row in rows)
        happened[f"{misthrows} misthrows"] += 1
    return happened


def test_late_positions() -> None:
    """Q2 to Q10: the solver agrees with an exhaustive search."""
    happened = compare(1, 24, 12)
    assert min(happened.values()) >= 3
    assert len(happened) == 7


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 4))
def test_more_late_positions(seed: int) -> None:
    """The same for earlier positions."""
    compare(seed, 15, 24)


def test_the_second_opinion_takes_every_roll() -> None:
    """Merging faces changes nothing: compared with all 7,776 rolls of five dice."""
    own = sheet_with((solo_sheets.CLOSED_ROW, 45, 52, 49), 3, Random(1))
    state = before_roll(own)
    every = sum(float(chance) * best(rules.after_chance(state, roll)) for roll, chance in rules.odds(state))
    assert every == pytest.approx(expected(own), abs=1e-9)


def test_no_action_2_after_the_end() -> None:
    """Q9: locking the second row in action 1 ends the game."""
    fifth = next(row for row in LIVE if (solo_sheets.LAST_PLACE[row], solo_sheets.CROSSED[row]) == (8, 5))
    rows = (solo_sheets.CLOSED_ROW, fifth, fifth, fifth)
    own = sheet_with(rows, 3, Random(2))
    assert solved_from(rows, 3) == pytest.approx(expected(own) - score(own).total, abs=1e-9)


# The numbers of sheets, and the order in which they are solved.


def test_a_cross_leads_to_a_greater_number() -> None:
    """Of the row, of its pair, and to a higher level, so one pass is enough."""
    level = np.zeros(solo_file.PAIRS, np.int64)
    for n in range(solo_sheets.MOST + 1):
        level[solo_sheets.BY_LEVEL[solo_sheets.STARTS[n] : solo_sheets.STARTS[n + 1]]] = n
    for row, other, place in product(LIVE, range(solo_file.ROWS), range(11)):
        after = solo_sheets.NEXT[row, place]
        if after >= 0:
            pair, later = solo_sheets.PAIR[row, other], solo_sheets.PAIR[after, other]
            assert after > row
            assert later > pair
            assert level[later] > level[pair]
    assert sorted(solo_sheets.BY_LEVEL) == list(range(solo_file.PAIRS))


def test_every_row_has_its_number() -> None:
    """A row of the kernel is identified by its last cross and its number of crosses."""
    for crossed in range(1 << 10):
        row = solo_sheets.ROW_NUMBER[crossed]
        assert solo_sheets.LAST_PLACE[row] == crossed.bit_length() - 1
        assert solo_sheets.CROSSED[row] == crossed.bit_count()
    assert solo_sheets.ROW_NUMBER[0b1100_0001_1111] == solo_sheets.CLOSED_ROW


def test_levels_are_solved_in_parts() -> None:
    """The highest levels, in one part and in three, and sheet by sheet: the same numbers."""
    tables = [solo_solver.new_table() for _ in range(2)]
    for values, parts in zip(tables, (1, 3), strict=True):
        for misthrows, level in product((3, 2), range(solo_file.LEVELS - 1, 36, -1)):
            for part in range(parts):
                solo_solver.solve_level(values, misthrows, level, part, parts)
    assert (tables[0] == tables[1]).all()
    rng = Random(5)
    checked = 0
    while checked < 10:
        rows, _ = late_position(rng, 60)
        numbers = np.array(rows, np.int64)
        if sum(int(solo_sheets.LAST_PLACE[row]) + 1 for row in rows) > 36:
            assert solo_solver.to_come(tables[0], 2, numbers) == pytest.approx(solved_from(rows, 2), abs=1e-9)
            checked += 1


# The stored table.


class Stopped:
    """Raises KeyboardInterrupt after some steps."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.shares: list[float] = []

    def __call__(self, share: float) -> None:
        self.shares.append(share)
        if len(self.shares) > self.steps:
            raise KeyboardInterrupt


def test_an_interrupted_solution_continues(tmp_path: Path) -> None:
    """A partial table is kept and continued; a damaged file is ignored."""
    first, second = Stopped(6), Stopped(2)
    for stopped in (first, second):
        with pytest.raises(KeyboardInterrupt):
            solo_table.solve(tmp_path, 2, stopped)
    assert first.shares == sorted(first.shares)
    assert first.shares[0] == 0
    assert second.shares[0] == first.shares[-1] > 0
    with np.load(tmp_path / solo_table.PARTIAL_FILE) as part:
        assert part["done"] == 8
        assert part["values"][3].any()
        assert not part["values"][2].any()
    (tmp_path / solo_table.PARTIAL_FILE).write_bytes(b"PK\3\4 broken")
    third = Stopped(1)
    with pytest.raises(KeyboardInterrupt):
        solo_table.solve(tmp_path, 1, third)
    assert third.shares[0] == 0


def test_a_stored_table_is_found(tmp_path: Path) -> None:
    """Only if it is complete."""
    assert solo_table.cached_table(tmp_path) is None
    table = solo_table.load_table()
    np.save(tmp_path / solo_file.TABLE_FILE, table)
    found = solo_table.solve(tmp_path)
    assert found.is_from_cache
    assert (found.values == table).all()
    assert found.expectation == pytest.approx(115.483, abs=0.001)
    content = (tmp_path / solo_file.TABLE_FILE).read_bytes()
    (tmp_path / solo_file.TABLE_FILE).write_bytes(content[: len(content) // 2])
    assert solo_table.cached_table(tmp_path) is None


@pytest.fixture
def nearly_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a partial table that is nearly finished."""
    values = solo_table.load_table().astype(np.float64)
    np.savez(tmp_path / solo_table.PARTIAL_FILE, values=values, done=len(solo_file.STEPS) - 4)
    monkeypatch.setattr(solo_table, "cache_folder", lambda: tmp_path)
    return tmp_path


def test_a_missing_table_is_computed(nearly_solved: Path) -> None:
    """It is announced, computed and kept."""
    told: list[str] = []
    for _ in range(2):
        with compile_callbacks(lambda: told.append("begun")):
            found = solo_table.load_table.__wrapped__()
        assert np.abs(found - solo_table.load_table()).max() < 1e-4
    assert told == ["begun"]
    assert solo_table.cached_table(nearly_solved) is not None


def test_the_command_tells_people(nearly_solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A progress bar, then the expectation and the place of the table."""
    screen, shown = StringIO(), StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(progress, "PAUSE_S", 0.0)
    assert main(["solve", "qwixx", "--lang", "en", "--workers", "1"]) == 0
    assert "99 %" in screen.getvalue()
    assert "100 %" in screen.getvalue()
    assert "115.483" in shown.getvalue()
    assert "5,468,124" in shown.getvalue()
    assert str(nearly_solved / solo_file.TABLE_FILE) in shown.getvalue()


@pytest.mark.usefixtures("nearly_solved", "ctrl_c")
def test_ctrl_c_keeps_what_was_solved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says how much is done, and the same command continues."""
    real = progress.Progress.show

    def show(line: progress.Progress, done: int, now: float | None = None) -> None:
        real(line, done, now)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(progress.Progress, "show", show)
        assert main(["solve", "qwixx", "--lang", "en"]) == 130
    assert "99" in capsys.readouterr().err
    assert main(["solve", "qwixx", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["expectation"] == pytest.approx(115.483, abs=0.001)


@pytest.mark.long
def test_the_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Perfect play scores 115.483 points; the second time the table is cached."""
    found: list[dict[str, Any]] = []
    for _ in range(2):
        assert main(["solve", "qwixx", "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
        assert found[-1]["expectation"] == pytest.approx(115.483, abs=0.001)
    assert found[1]["from_cache"]
    assert found[0]["states"] == solo_table.load_table().size == 5_468_124


@pytest.mark.parametrize(("words", "said"), [(["mark"], "Close to the Mark! cannot be solved"), ([], "game")])
def test_only_qwixx_can_be_solved(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Other games are refused with a sentence."""
    assert main(["solve", *words, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_not_any_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    """At least one, and not thousands."""
    for workers in ("0", "65", "many"):
        assert main(["solve", "qwixx", "--workers", workers, "--lang", "en"]) == 2
        assert "--workers" in capsys.readouterr().err


# The player.


SOLO: Any = find_bot("solo", "qwixx")


def choice(match: Match[Any, qwixx.Move, Any, qwixx.View, Any], seat: Seat = A) -> str:
    """The move of the solo player."""
    return qwixx.format_move(SOLO.choose(match.seen_by(seat), Random(1)))


def test_it_chooses_what_plain_search_chooses() -> None:
    """In late positions every move in both actions is optimal."""
    rng = Random(9)
    decided = 0
    for _ in range(8):
        rows, misthrows = late_position(rng, 6)
        state = before_roll(sheet_with(rows, misthrows, rng))
        for roll, _ in rng.sample(list(different_rolls(state.sheets[0])), 5):
            match: Any = Match(qwixx, 1, Options(), state, 0, {}, (), rules.pending(state)).fate(roll)
            while isinstance(match.pending, Decision):
                worth = {m: best(rules.after_choices(match.state, {A: m})) for m in match.pending.menus[A]}
                move = SOLO.choose(match.seen_by(A), rng)
                assert worth[move] == pytest.approx(max(worth.values()), abs=1e-4)
                decided += len(worth) > 1
                match = match.commit(A, move, point=match.point)
    assert decided > 10


def test_it_sees_rows_that_others_have_closed() -> None:
    """Q7: a row that another player has locked is closed."""
    own = sheet("R  x  x  x  x  x  7  8  9 10 11 12  L")
    assert choice(rolled(table(own, sheet()), "w3 w4 r1 y6 g1 b1")) == "r7"
    closed = sheet("R  x  x  x  x  x  -  -  -  -  -  -  -")
    other = sheet("R  x  x  x  x  x  -  -  -  -  -  x  x")
    assert choice(rolled(table(closed, other), "w3 w4 y6 g1 b1")) == "pass"
