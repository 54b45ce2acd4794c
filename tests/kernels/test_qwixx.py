"""The kernel of Qwixx equals the readable rules: menus, states, scores and whole matches."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from closecall.core.match import Commit, Fate, Match
from closecall.core.record import AnyMatch, steps
from closecall.core.rules import Decision, Over, Seat
from closecall.games import qwixx
from closecall.games.qwixx import scoring
from closecall.games.qwixx.state import (
    COLOURS,
    MOST_GAMES,
    Lot,
    Options,
    Roll,
    Row,
    Sheet,
    State,
    closed_rows,
    reason_to_end,
)
from closecall.kernels.qwixx import kernel
from closecall.kernels.qwixx.array_layout import ASK, FIRST, LOT, OVER, ROLL, SECOND
from kernels.reference_rng import Numbers, TableNumbers
from kernels.replay import Replay, Taste, any_move, begun, compiled_tables, engine_game
from support.matches import over
from support.random_games import OPTIONS, record, walk

SEATS = (1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4, 5)
"""How often each number of seats is played: games with more players take longer."""
QUICK_GAMES = 300
LONG_GAMES = 10_000
CHUNK = 500


def patient(match: AnyMatch, seat: Seat, menu: Sequence[Any], rng: Random) -> Any:
    """Cross numbers that skip few others, so that rows are locked, often by several players at once.

    Asked for one more game, say yes nearly always.
    """
    if qwixx.MORE in menu:
        return menu[rng.random() < 0.1]
    skipped = [
        (_skipped(match.state.sheets[seat].rows[move.colour.order], move), at)
        for at, move in enumerate(menu)
        if isinstance(move, qwixx.Cross)
    ]
    fewest, at = min(skipped, default=(99, -1))
    return menu[at] if fewest < 2 + (rng.random() < 0.3) + 9 * (rng.random() < 0.1) else menu[-1]


def _skipped(row: Row, move: qwixx.Cross) -> int:
    last = move.colour.numbers.index(row.crossed[-1]) if row.crossed else -1
    return move.colour.numbers.index(move.number) - last - 1


def replay(n: int) -> AnyMatch:
    """Play and compare the nth random match: of one to five games, hasty or patient."""
    rng = Random(f"qwixx/{n}")
    seats = SEATS[n % len(SEATS)]
    taste: Taste = any_move if n % 3 else patient
    return Replay(kernel, Match.start(qwixx, seats, OPTIONS["qwixx"](seats, rng)), rng, taste).play()


def test_hundreds_of_games() -> None:
    """Q1 to Q11 at every point of some matches, in which everything possible happens."""
    happened: Counter[str] = Counter()
    for n in range(QUICK_GAMES):
        match = replay(n)
        happened.update(result.reason for result in match.state.results)
        happened[f"{len(closed_rows(match.state.sheets))} closed"] += 1
        happened["several games"] += match.options.games > 1
        happened["stopped"] += match.options.one_more and match.state.games < MOST_GAMES
        happened["one more game"] += match.state.games > match.options.games
        happened["five games"] += match.state.games == MOST_GAMES > match.options.games
        locks = Counter(
            order for sheet in match.state.sheets for order, row in enumerate(sheet.rows) if row.locked
        )
        happened["locked together"] += any(count > 1 for count in locks.values())
        rolled = max(n for n, entry in enumerate(match.log) if isinstance(entry, Fate))
        chosen = [entry.move for entry in match.log[rolled + 1 :] if isinstance(entry, Commit)]
        answers = [move for move in chosen if move in (qwixx.MORE, qwixx.STOP)]
        happened["ended in action 1"] += len(chosen) - len(answers) == match.seats
    assert min(happened["over.fourth_misthrow"], happened["over.two_rows_closed"]) > 50
    assert happened["several games"] > 20
    assert min(happened["stopped"], happened["one more game"], happened["five games"]) > 10
    assert happened["locked together"] > 5
    assert happened["ended in action 1"] > 5
    assert {"0 closed", "1 closed", "2 closed"} <= happened.keys()


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK_GAMES, LONG_GAMES, CHUNK))
def test_ten_thousand_games(start: int) -> None:
    """The same for many matches."""
    for n in range(start, min(start + CHUNK, LONG_GAMES)):
        replay(n)


def locking(*sheets: tuple[int, ...]) -> AnyMatch:
    """A table before action 1, where each seat has five crosses in these rows."""
    rows = [[Row(colour.numbers[:5], False) for colour in COLOURS] for _ in sheets]
    made = []
    for mine, orders in zip(rows, sheets, strict=True):
        red, yellow, green, blue = [mine[n] if n in orders else Row((), False) for n in range(4)]
        made.append(Sheet((red, yellow, green, blue), 3))
    state = State(1, False, (), Seat(0), None, None, False, tuple(made))
    return Match(qwixx, len(sheets), Options(), state, 0, {}, (), qwixx.pending(state))


@pytest.mark.parametrize(
    ("white", "moves"),
    [
        ((6, 6), ("r12", "r12", "r12")),  # Q8: together; the red die is gone for action 2
        ((6, 6), ("r12", "y12", "y12")),  # Q9: no action 2
        ((6, 6), ("pass", "r12", "pass")),
        ((1, 1), ("g2", "b2", "b2")),
        ((1, 1), ("pass", "pass", "pass")),  # then the fourth misthrow
    ],
)
def test_locks(white: tuple[int, int], moves: tuple[str, ...]) -> None:
    """Q7, Q8, Q9: rows are locked by one or several at once, and the game may end without action 2."""
    match = locking((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3))
    roll = Roll(white, (6, 6, 1, 1))
    state = kernel.state_of(match.state)
    kernel.apply_fate(state, kernel.outcome_of(roll))
    match = match.fate(roll)
    rest = Replay(kernel, match, Random(1), _given([*moves, "pass"]))
    assert rest.state.tobytes() == state.tobytes()
    ended = rest.play()
    assert ended.state.results


def _given(moves: list[str]) -> Taste:
    def choose(_match: AnyMatch, _seat: Seat, menu: Sequence[Any], rng: Random) -> Any:
        move = qwixx.parse_move(moves.pop(0)) if moves else menu[-1]
        assert move in menu
        return move

    return choose


def test_the_moves_have_numbers() -> None:
    """Every move has one number, and every number is a move."""
    moves = [kernel.to_move(index) for index in range(kernel.MOVES)]
    assert [kernel.to_index(move) for move in moves] == list(range(kernel.MOVES))
    crosses = [qwixx.Cross(colour, n) for colour in COLOURS for n in range(2, 13)]
    assert set(moves) == {qwixx.PASS, qwixx.MORE, qwixx.STOP, *crosses}


def test_the_tables_are_those_of_the_rules() -> None:
    """Constants that the kernel repeats."""
    assert scoring.POINTS == kernel.POINTS
    assert MOST_GAMES == kernel.MOST_GAMES


def test_what_is_pending() -> None:
    """The kernel says what comes next at every point of some matches."""
    pendings = set()
    for n in range(30):
        rng = Random(n)
        for match in walk(Match.start(qwixx, 1 + n % 5, Options(1 + n % 3, one_more=n % 2 == 0)), rng):
            pending = kernel.pending(kernel.state_of(match.state))
            pendings.add(pending)
            assert pending == pending_of(match)
    assert pendings == {LOT, ROLL, FIRST, SECOND, ASK, OVER}


def pending_of(match: AnyMatch) -> int:
    """What comes next in a match, as the kernel's number."""
    if isinstance(match.pending, Over):
        return OVER
    if isinstance(match.pending, Decision):
        return ASK if match.state.action is None else (FIRST, SECOND)[match.state.action - 1]
    return LOT if match.state.active is None else ROLL


def fate(state: State, numbers: Numbers) -> Any:
    """Chance as the kernel draws it: all six dice, and those that have left the game are put aside."""
    is_new = len(state.results) and reason_to_end(state.sheets)
    if state.active is None:
        return Lot(Seat(numbers.below(len(state.sheets))))
    one, other, *coloured = numbers.dice(6)
    closed = () if is_new else closed_rows(state.sheets)
    red, yellow, green, blue = (
        None if colour in closed else die for colour, die in zip(COLOURS, coloured, strict=True)
    )
    return Roll((one, other), (red, yellow, green, blue))


def compare_play(
    seed: int, tables: int, policies: list[int], games: int = 1, *, one_more: bool = False
) -> set[int]:
    """Matches of `play` are those of the engine with the same numbers. Returns how many games they had."""
    seats, options, played = len(policies), Options(games, one_more), set()
    results = kernel.new_results(tables, seats)
    compiled_tables("qwixx", policies, (seed, 10), kernel.new_state(seats, options), results)
    for table in range(tables):
        match = engine_game(
            Match.start(qwixx, seats, options), TableNumbers.of(seed, 10 + table), policies, fate
        )
        ended = over(match)
        assert tuple(results.scores[table]) == ended.scores
        assert tuple(results.won[table].nonzero()[0]) == ended.winners
        assert results.turns[table] == sum(isinstance(getattr(e, "outcome", None), Roll) for e in match.log)
        sheets = last_sheets(match)
        played.add(len(sheets))
        for seat in range(seats):
            misthrows = sum(game[seat].misthrows for game in sheets)
            locks = sum(row.locked for game in sheets for row in game[seat].rows)
            assert (results.misthrows[table, seat], results.locks[table, seat]) == (misthrows, locks)
    return played


def last_sheets(match: AnyMatch) -> list[tuple[Sheet, ...]]:
    """The sheets at the end of each game of a match."""
    states = [before.state for before, _ in steps(qwixx, record(match))] + [match.state]
    ended = {len(state.results): state.sheets for state in reversed(states)}
    return [ended[n] for n in range(1, len(match.state.results) + 1)]


@pytest.mark.parametrize("seats", range(1, 6))
def test_random_games_of_the_kernel_are_games_of_the_engine(seats: int) -> None:
    """With the same numbers the same moves, to the last point."""
    compare_play(1000 + seats, 20, [0] * seats)
    compare_play(2000 + seats, 2, [0] * seats, games=3)
    played = compare_play(2200 + seats, 30, [0] * seats, one_more=True)
    assert 1 in played
    assert len(played) > 1 or seats > 3  # Q11: so many random answers are rarely all `more`.


@pytest.mark.parametrize("seats", range(1, 6))
def test_greedy_games_of_the_kernel_are_games_of_the_bot(seats: int) -> None:
    """The very same choices, ties included; alone and against random play."""
    rng = Random(seats)
    compare_play(3000 + seats, 8, [1] * seats)
    compare_play(4000 + seats, 4, [rng.randrange(2) for _ in range(seats)], games=2)
    assert compare_play(5000 + seats, 2, [1] * seats, games=4, one_more=True) == {5}
    if seats > 1:
        compare_play(6000 + seats, 6, [0] + [1] * (seats - 1), one_more=True)


def test_play_goes_on_from_any_state() -> None:
    """A match that has begun, before a roll or in either action, is played to its end."""
    rng = Random(3)
    matches = [
        begun(Match.start(qwixx, 3, Options(games=3)), entries, rng)
        for entries in (1, 2, 5, 6, 40, 41, 80, 81, 82, 83, 84, 85)
    ]
    asked = (match for match in walk(Match.start(qwixx, 3, Options(one_more=True)), rng))
    matches.append(next(match for match in asked if match.seen_by(None).view.is_asking))
    for match in matches:
        start, results = kernel.state_of(match.state), kernel.new_results(5, 3)
        compiled_tables("qwixx", [0, 1, 0], (77, 0), start, results)
        assert start.tobytes() == kernel.state_of(match.state).tobytes()
        for table in range(5):
            ended = over(engine_game(match, TableNumbers.of(77, table), [0, 1, 0], fate))
            assert tuple(results.scores[table]) == ended.scores
