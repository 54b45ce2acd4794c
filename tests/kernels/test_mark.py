"""The kernel of Close to the Mark! equals the readable rules: menus, states, scores and whole games."""

from random import Random
from typing import Any

import pytest

from closecall.core.match import Match
from closecall.games import mark
from closecall.games.mark import scoring
from closecall.games.mark.layout import CIRCLES, COLOURS
from closecall.games.mark.state import ROUNDS, Lot, Options, Roll, State
from closecall.kernels.mark import kernel
from kernels.reference_rng import Numbers, TableNumbers
from kernels.replay import Replay, begun, compiled_tables, engine_game
from support.matches import over
from support.random_games import OPTIONS

SEATS = (1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4, 5)
"""How often each number of seats is played: games with more players take longer."""
QUICK_GAMES = 300
LONG_GAMES = 10_000
CHUNK = 500


def replay(n: int) -> None:
    """Play and compare the nth random game: any layout, any ages."""
    rng = Random(f"mark/{n}")
    seats = SEATS[n % len(SEATS)]
    Replay(kernel, Match.start(mark, seats, OPTIONS["mark"](seats, rng)), rng).play()


@pytest.mark.parametrize("start", range(0, QUICK_GAMES, 100))
def test_hundreds_of_games(start: int) -> None:
    """M1 to M10 at every point of some games."""
    for n in range(start, start + 100):
        replay(n)


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK_GAMES, LONG_GAMES, CHUNK))
def test_ten_thousand_games(start: int) -> None:
    """The same for many games."""
    for n in range(start, min(start + CHUNK, LONG_GAMES)):
        replay(n)


def test_the_moves_have_numbers() -> None:
    """Every move has one number, and every number is a move."""
    moves = [kernel.to_move(index) for index in range(kernel.MOVES)]
    assert [kernel.to_index(move) for move in moves] == list(range(kernel.MOVES))
    assert set(moves) == {
        *[mark.Choose(colour) for colour in COLOURS],
        *[mark.Enter(circle, die) for circle in CIRCLES for die in COLOURS],
    }


def test_the_tables_are_those_of_the_rules() -> None:
    """Constants that the kernel repeats."""
    assert tuple(kernel.LINE_POINTS) == scoring.LINE_POINTS
    assert kernel.ROUNDS == ROUNDS


def fate(state: State, numbers: Numbers) -> Any:
    """Chance as the kernel draws it."""
    if state.starter is None:
        return Lot(state.may_start[numbers.below(len(state.may_start))])
    black, blue, green, yellow, red = numbers.dice(5)
    return Roll((black, blue, green, yellow, red))


def compare_play(seed: int, tables: int, seats: int, policies: list[int], options: Options) -> None:
    """Games of `play` are those of the engine with the same numbers."""
    results = kernel.new_results(tables, seats)
    compiled_tables("mark", policies, (seed, 10), kernel.new_state(seats, options), results)
    for table in range(tables):
        match = engine_game(
            Match.start(mark, seats, options), TableNumbers.of(seed, 10 + table), policies, fate
        )
        ended = over(match)
        assert tuple(results.scores[table]) == ended.scores
        assert tuple(results.won[table].nonzero()[0]) == ended.winners
        sheets = [scoring.score(sheet) for sheet in match.state.sheets]
        assert list(results.crosses[table]) == [sum(sheet.crosses) for sheet in sheets]
        assert list(results.extreme_crosses[table]) == [sheet.extreme_crosses for sheet in sheets]
        assert results.rounds[table] == match.state.round


@pytest.mark.parametrize("seats", range(1, 6))
def test_random_games_of_the_kernel_are_games_of_the_engine(seats: int) -> None:
    """With the same numbers the same moves, to the last point."""
    rng = Random(seats)
    for _ in range(4):
        compare_play(rng.randrange(2**62), 6, seats, [0] * seats, OPTIONS["mark"](seats, rng))


@pytest.mark.parametrize("seats", range(1, 6))
def test_greedy_games_of_the_kernel_are_games_of_the_bot(seats: int) -> None:
    """The very same choices, ties included; alone and against random play."""
    rng = Random(10 + seats)
    for policies in ([1] * seats, [rng.randrange(2) for _ in range(seats)]):
        compare_play(rng.randrange(2**62), 3, seats, policies, OPTIONS["mark"](seats, rng))


def test_play_goes_on_from_any_state() -> None:
    """A game that has begun, even with the dice on the table, is played to its end."""
    for entries in (1, 4, 30, 31, 61):
        match = begun(Match.start(mark, 3), entries, Random(entries))
        start, results = kernel.state_of(match.state), kernel.new_results(5, 3)
        compiled_tables("mark", [0, 1, 0], (77, 0), start, results)
        assert start.tobytes() == kernel.state_of(match.state).tobytes()
        for table in range(5):
            ended = over(engine_game(match, TableNumbers.of(77, table), [0, 1, 0], fate))
            assert tuple(results.scores[table]) == ended.scores
