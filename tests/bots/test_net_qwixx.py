"""The expert of Qwixx: what its net sees, how it chooses, and how it plays."""

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from bots.reference_net_qwixx import before_rolls, chance_seen, features_seen, random_net, tables
from closecall.bots import find_bot
from closecall.bots.qwixx.arena import fraction
from closecall.bots.qwixx.levels import readable_state
from closecall.bots.qwixx.moves import list_moves
from closecall.bots.qwixx.net import chance, new_net_player, write_features
from closecall.bots.qwixx.net_turn import (
    PLAN,
    apply_plan,
    choose,
    draw_from,
    make_plan,
    net_move,
    new_matrix_game,
    solve,
    solve_turn,
    worth,
)
from closecall.bots.qwixx.net_values import values_for
from closecall.bots.qwixx.sparring import new_chances
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.rules import Chance, Over
from closecall.games import qwixx
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    GAMES,
    MOVES,
    PASS,
    PLAYED,
    RESULTS,
    SEATS,
    SHEETS,
    WHITE,
    Table,
    apply_choices,
    menu_mask,
    new_state,
    state_of,
    to_index,
)
from closecall.training.qwixx_measurement import beside_greedy

EXPERT: Any = find_bot("expert", "qwixx")

SEATS_TRAINED = (2, 3, 4, 5)


# What the net sees.


@pytest.mark.parametrize("seats", SEATS_TRAINED)
def test_the_net_is_what_it_says(seats: int) -> None:
    """Features and chances equal those of a slow computation, also within a match."""
    desk, features = new_net_player(random_net(seats)), np.zeros((seats - 1, 6), np.int16)
    states = before_rolls(seats, 4, seats)
    for state in states[::3]:  # Q11: points from earlier games count in the last one.
        state[GAMES], state[PLAYED] = 3, 2
        state[RESULTS : RESULTS + 12] = range(0, 60, 5)
    for state in states[1::3]:  # In the first of two games they do not.
        state[GAMES] = 2
    assert {int(state[CLOSED]) for state in states} != {0}
    for state, seat in product(states, range(seats)):
        write_features(state, seat, features)
        assert features.tolist() == features_seen(state, seat)
        assert chance(desk, state, seat) == pytest.approx(chance_seen(desk.net, features.tolist()), abs=1e-5)


def exchanged(state: Table, order: tuple[int, int, int, int]) -> Table:
    """The same table with the rows in another order."""
    changed = state.copy()
    for n, row in enumerate(order):
        changed[COLOURED + n] = state[COLOURED + row]
        for seat in range(state[SEATS]):
            changed[SHEETS + 5 * seat + n] = state[SHEETS + 5 * seat + row]
    changed[CLOSED] = sum(1 << n for n, row in enumerate(order) if state[CLOSED] >> row & 1)
    if order[0] > 1 and state[WHITE]:  # Rising rows become falling ones, so every die shows its other side.
        changed[WHITE : WHITE + 6] = [die and 7 - die for die in changed[WHITE : WHITE + 6]]
    return changed


ORDERS = [
    (*one, *two)
    for a, b in [((0, 1), (2, 3)), ((2, 3), (0, 1))]
    for one in (a, a[::-1])
    for two in (b, b[::-1])
]


@pytest.mark.parametrize("seats", SEATS_TRAINED)
def test_exchanged_colours_change_nothing(seats: int) -> None:
    """Red with yellow, green with blue, rising with falling rows: eight symmetries."""
    desk = new_net_player(random_net(seats))
    assert len(set(ORDERS)) == 8
    for state, order in product(before_rolls(seats, 1, 3), ORDERS):
        seat = int(state[ACTIVE])
        assert chance(desk, exchanged(state, order), seat) == pytest.approx(
            chance(desk, state, seat), abs=1e-6
        )


def test_exchanged_colours_change_no_turn() -> None:
    """The value of a whole turn is unchanged too."""
    desk, duel = new_net_player(random_net(2)), new_matrix_game()
    for state, order in product([state for state in tables(2, 1, 5) if state[ACTION] == 1], ORDERS):
        same = solve_turn(desk, exchanged(state, order), duel)
        assert same == pytest.approx(solve_turn(desk, state, duel), abs=1e-6)


# How two seats choose.


def filled(matrix: list[list[float]]) -> Any:
    duel = new_matrix_game()
    duel.matrix[: len(matrix), : len(matrix[0])] = matrix
    return duel


def test_a_saddle_needs_no_mixture() -> None:
    """The best line meets the best column."""
    duel = filled([[0.2, 0.9], [0.5, 0.6], [0.4, 0.7]])
    assert solve(duel, 3, 2) == 0.5
    assert duel.mine.tolist()[:3] == [0, 1, 0]
    assert duel.theirs.tolist()[:2] == [1, 0]


def test_a_mixture_is_found() -> None:
    """Without a saddle point both mix, here two to one."""
    duel = filled([[0.2, 0.8], [0.8, 0.5]])
    # By hand: (0.8² − 0.2 × 0.5) / (0.8 + 0.8 − 0.2 − 0.5) and the line's share 0.3 / 0.9.
    assert solve(duel, 2, 2) == pytest.approx(0.6, abs=2e-3)
    assert duel.mine[0] == pytest.approx(1 / 3, abs=2e-2)
    assert duel.theirs[0] == pytest.approx(1 / 3, abs=2e-2)


def test_nobody_gains_by_leaving_a_mixture() -> None:
    """In many small games no line or column gains much against the other side's mixture."""
    numbers, mixed = np.random.default_rng(4), 0
    for _ in range(300):
        high, wide = numbers.integers(1, 6, 2)
        matrix = numbers.random((high, wide))
        duel = filled(matrix.tolist())
        value = solve(duel, high, wide)
        mine, theirs = duel.mine[:high], duel.theirs[:wide]
        assert mine.sum() == pytest.approx(1)
        assert theirs.sum() == pytest.approx(1)
        assert (matrix @ theirs).max() - (mine @ matrix).min() < 5e-3
        assert (mine @ matrix).min() - 1e-9 <= value <= (matrix @ theirs).max() + 1e-9
        mixed += mine.max() < 1
    assert mixed > 50


def test_a_number_picks_from_a_mixture() -> None:
    """In proportion to its shares, and never a choice with none."""
    mixture = np.array([0.0, 0.25, 0.0, 0.75, 0.0])
    drawings = [draw_from(mixture, n / 100) for n in range(100)]
    assert (drawings.count(1), drawings.count(3)) == (25, 75)
    assert draw_from(np.array([0.5, 0.4999999]), 0.99999999) == 1


def every_end(state: Table) -> dict[tuple[int, int], dict[int, Table]]:
    """The results of every pair of choices in action 1 and every answer of the active player."""
    ends: dict[tuple[int, int], dict[int, Table]] = {}
    active, mask = int(state[ACTIVE]), np.zeros(MOVES, np.bool_)
    menus = []
    for seat in (active, 1 - active):
        menu_mask(state, seat, mask)
        menus.append(np.flatnonzero(mask).tolist())
    for mine, theirs in product(*menus):
        choices = np.zeros(2, np.int64)
        choices[active], choices[1 - active] = mine, theirs
        middle = state.copy()
        apply_choices(middle, choices)
        ends[mine, theirs] = {PASS: middle}
        if menu_mask(middle, active, mask):
            for answer in np.flatnonzero(mask).tolist():
                ends[mine, theirs][answer] = later = middle.copy()
                choices[active] = answer
                apply_choices(later, choices)
    return ends


def test_a_turn_of_two_is_searched_exhaustively() -> None:
    """The value of a turn equals that of the matrix game made from all its results."""
    desk, duel = new_net_player(random_net(2)), new_matrix_game()
    for state in [state for state in tables(2, 2, 8) if state[ACTION] == 1]:
        active, played = int(state[ACTIVE]), int(state[PLAYED])
        found = {
            pair: max(worth(desk, end, active, played) for end in ends.values())
            for pair, ends in every_end(state).items()
        }
        lines, columns = ({pair[n] for pair in found} for n in range(2))
        low = max(min(found[i, j] for j in columns) for i in lines)
        high = min(max(found[i, j] for i in lines) for j in columns)
        assert low - 1e-6 <= solve_turn(desk, state, duel) <= high + 1e-6
        if low == high:
            mine, theirs = (choose(desk, duel, state, seat, 0.5) for seat in (active, 1 - active))
            assert min(found[mine, j] for j in columns) == pytest.approx(low)
            assert max(found[i, theirs] for i in lines) == pytest.approx(high)


# How more seats choose.


@pytest.mark.parametrize("seats", [3, 5])
def test_nobody_gains_by_leaving_a_plan(seats: int) -> None:
    """The player that planned last cannot improve; the others nearly never."""
    desk = new_net_player(values_for(seats))
    plan, other, later, menu = (
        np.zeros(PLAN, np.int64),
        np.zeros(PLAN, np.int64),
        new_state(seats),
        np.zeros(9, np.int64),
    )
    better = total = 0
    for state in [state for state in tables(seats, 2, 6) if state[ACTION] == 1]:
        make_plan(desk, state, plan)
        apply_plan(state, plan, later)
        active, played = int(state[ACTIVE]), int(state[PLAYED])
        promised = [worth(desk, later, seat, played) for seat in range(seats)]
        for n in range(1, seats):
            seat = (active + n) % seats
            for move in menu[: list_moves(state, seat, menu)].copy():
                other[:] = plan
                other[seat] = move
                apply_plan(state, other, later)
                gain = worth(desk, later, seat, played) - promised[seat]
                assert n < seats - 1 or gain <= 1e-6
                better, total = better + (gain > 1e-6), total + 1
    assert better / total < 0.03


# How it plays.


def test_the_expert_alone_and_in_company() -> None:
    """Whole matches by the readable rules, which refuse illegal moves."""
    for seats in (1, 2, 3, 5):
        source, rng = RandomSource(Random(f"dice {seats}")), Random(2)
        match: Any = Match.start(qwixx, seats)
        while not isinstance(match.pending, Over):
            if isinstance(match.pending, Chance):
                match = match.fate(qwixx.draw(match.state, source))
                continue
            point = match.point
            for seat in match.pending.menus:
                seen = match.seen_by(seat)
                move = EXPERT.choose(seen, rng)
                if seats > 1:
                    luck = fraction(new_chances(Random(0)))
                    same = net_move(values_for(seats), state_of(readable_state(seen.view)), seat, luck)
                    assert to_index(EXPERT.choose(seen, Random(0))) == same
                match = match.commit(seat, move, point=point)


@pytest.mark.parametrize("seats", SEATS_TRAINED)
def test_the_values_beat_the_greedy_bot(seats: int) -> None:
    """With a wide margin above the fair share."""
    measured = beside_greedy(values_for(seats), seats, 12345, 300 if seats == 2 else 100)
    assert measured.share * seats > 1.15
