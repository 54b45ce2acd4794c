"""The strong bot for Qwixx: what its net sees, how it chooses, and how it learns."""

from importlib.resources import as_file, files
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from closecall.bots.qwixx import expert
from closecall.bots.qwixx.arena import fraction
from closecall.bots.qwixx.arena_seen import state_seen
from closecall.bots.qwixx.net import (
    BIAS_AT,
    CONTEXT_AT,
    LAST_AT,
    OFFSET_AT,
    REACH,
    ROWS,
    SCORE_AT,
    SECOND,
    SECOND_AT,
    SHUT,
    WIDTH,
    chance,
    new_desk,
    size_of,
    write_features,
)
from closecall.bots.qwixx.net_choice import choose_with, net_move
from closecall.bots.qwixx.net_many import PLAN, apply_plan, make_plan
from closecall.bots.qwixx.net_moves import list_moves, worth
from closecall.bots.qwixx.net_two import drawn, new_duel, solve, solve_turn
from closecall.bots.qwixx.net_values import UNIT, read_parts, read_values, values_for, write_values
from closecall.bots.qwixx.sparring import new_chances
from closecall.core.errors import BadOptions
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.rules import Chance, Over
from closecall.games import qwixx
from closecall.games.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    COLOURED,
    GAMES,
    MISTHROWS,
    MOVES,
    PASS,
    PLAYED,
    RESULTS,
    SEATS,
    SHEETS,
    WHITE,
    Table,
    apply_choices,
    apply_fate,
    is_over,
    menu_mask,
    new_state,
    score_sheet,
    to_index,
)
from closecall.training.qwixx import Course, SelfTaught, follow
from closecall.training.qwixx_learning import (
    OTHERS,
    SLOPE,
    Learner,
    add_gradient,
    begin_with,
    learn,
    new_learner,
    parts_of,
)
from closecall.training.qwixx_measuring import beside_greedy
from closecall.training.qwixx_play import Positions

SEATS_TRAINED = (2, 3, 4, 5)


def random_net(seats: int, seed: int = 1) -> NDArray[np.float32]:
    """A net that knows nothing, but has something to say about everything."""
    return np.random.default_rng(seed).normal(0, 0.3, size_of(seats)).astype(np.float32)


def tables(seats: int, games: int, seed: int) -> list[Table]:
    """All states of random games, those between a roll and the end of the turn too."""
    numbers, seen = np.random.default_rng(seed), []
    mask, choices = np.zeros(MOVES, np.bool_), np.full(5, PASS)
    for _ in range(games):
        state = new_state(seats)
        while not is_over(state):
            if state[ACTION] == 0:
                is_lot = state[ACTIVE] < 0
                dice = numbers.integers(1, 7, 6)
                dice[2:][[bool(state[CLOSED] >> row & 1) for row in range(4)]] = 0
                apply_fate(state, numbers.integers(0, seats, 1) if is_lot else dice)
            else:
                for seat in range(seats):
                    if menu_mask(state, seat, mask):
                        menu = np.flatnonzero(mask)
                        is_any = numbers.random() < 0.1
                        choices[seat] = numbers.choice(menu) if is_any else patient(state, seat, menu)
                apply_choices(state, choices)
            if state[ACTIVE] >= 0 and not is_over(state):
                seen.append(state.copy())
    return seen


def patient(state: Table, seat: int, menu: NDArray[np.int64]) -> int:
    """The cross that skips least: only so are rows locked."""
    skipped = {
        int(move): int(move) % 11 - int(state[SHEETS + 5 * seat + move // 11]).bit_length()
        for move in menu
        if move != PASS
    }
    best = min(skipped, key=skipped.__getitem__, default=PASS)
    return best if skipped.get(best, 9) < 3 else PASS


def before_rolls(seats: int, games: int, seed: int) -> list[Table]:
    """Those of them that a net can judge."""
    return [state for state in tables(seats, games, seed) if state[ACTION] == 0]


# What the net sees.


def row_seen(crossed: int) -> int:
    """All open rows, counted: none crossed, then by the last cross and the number of crosses."""
    kinds = [(0, 0)] + [(last, count) for last in range(1, 11) for count in range(1, last + 1)]
    places = [place for place in range(1, 12) if crossed >> place - 1 & 1]
    return kinds.index((max(places, default=0), len(places)))


def features_seen(state: Table, seat: int) -> list[list[int]]:
    """The features once more, said slowly."""
    seats, lines = int(state[SEATS]), []
    for other in [*range(seat + 1, seats), *range(seat)]:
        line = []
        for row in range(4):
            mine, theirs = (int(state[SHEETS + 5 * who + row]) for who in (seat, other))
            is_shut = any(state[SHEETS + 5 * who + row] >= 2048 for who in range(seats))
            line.append(SHUT if is_shut else row_seen(mine) * ROWS + row_seen(theirs))
        points = score_sheet(state, seat) - score_sheet(state, other)
        if state[GAMES] > 1 and state[PLAYED] == state[GAMES] - 1:
            earlier = [RESULTS + 6 * game + 1 for game in range(state[PLAYED])]
            points += sum(int(state[at + seat]) - int(state[at + other]) for at in earlier)
        line.append(REACH + max(-REACH, min(REACH, points)))
        turns = [who for n in range(seats) for who in [(int(state[ACTIVE]) + n) % seats]]
        misthrows = [int(state[SHEETS + 5 * who + MISTHROWS]) for who in (seat, other)]
        place = turns.index(seat) * seats + turns.index(other)
        line.append(((place * 4 + misthrows[0]) * 4 + misthrows[1]) * 2 + (SHUT in line[:4]))
        lines.append(line)
    return lines


def chance_seen(net: NDArray[np.float32], features: list[list[int]]) -> float:
    """The net once more, as its docstring says it."""
    views = []
    for *rows, score, context in features:
        pairs = [
            net[2 * WIDTH * pair : 2 * WIDTH * (pair + 1)].astype(float).reshape(2, WIDTH) for pair in rows
        ]
        common = net[SCORE_AT + WIDTH * score :][:WIDTH] + net[CONTEXT_AT + WIDTH * context :][:WIDTH]
        rising, falling = pairs[0] + pairs[1], pairs[2] + pairs[3]
        one, two = rising[0] + falling[1] + common, falling[0] + rising[1] + common
        views.append(np.maximum(one, 0) + np.maximum(two, 0))
    first = np.mean(views, axis=0)
    if len(views) > 1:
        first = np.concatenate([first, np.max(views, axis=0)])
    weights = net[SECOND_AT:BIAS_AT].reshape(-1, SECOND)[: len(first)]
    second = np.maximum(first @ weights + net[BIAS_AT:LAST_AT], 0)
    return float(1 / (1 + np.exp(-(second @ net[LAST_AT:OFFSET_AT] + net[OFFSET_AT]))))


@pytest.mark.parametrize("seats", SEATS_TRAINED)
def test_the_net_is_what_it_says(seats: int) -> None:
    """Features and chance are those of a slow computation, in a match too."""
    desk, features = new_desk(random_net(seats)), np.zeros((seats - 1, 6), np.int16)
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
    if order[0] > 1 and state[WHITE]:  # What rises falls: every die shows the other side.
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
    """Red with yellow, green with blue, both rising with both falling rows: eight ways to see a table."""
    desk = new_desk(random_net(seats))
    assert len(set(ORDERS)) == 8
    for state, order in product(before_rolls(seats, 1, 3), ORDERS):
        seat = int(state[ACTIVE])
        assert chance(desk, exchanged(state, order), seat) == pytest.approx(
            chance(desk, state, seat), abs=1e-6
        )


def test_exchanged_colours_change_no_promise() -> None:
    """A whole turn is worth the same too, dice and all."""
    desk, duel = new_desk(random_net(2)), new_duel()
    for state, order in product([state for state in tables(2, 1, 5) if state[ACTION] == 1], ORDERS):
        same = solve_turn(desk, exchanged(state, order), duel)
        assert same == pytest.approx(solve_turn(desk, state, duel), abs=1e-6)


# How two seats choose.


def filled(matrix: list[list[float]]) -> Any:
    duel = new_duel()
    duel.matrix[: len(matrix), : len(matrix[0])] = matrix
    return duel


def test_a_saddle_needs_no_mixture() -> None:
    """The best line against the best column."""
    duel = filled([[0.2, 0.9], [0.5, 0.6], [0.4, 0.7]])
    assert solve(duel, 3, 2) == 0.5
    assert duel.mine.tolist()[:3] == [0, 1, 0]
    assert duel.theirs.tolist()[:2] == [1, 0]


def test_a_mixture_is_found() -> None:
    """Without a saddle both mix: here two thirds to one."""
    duel = filled([[0.2, 0.8], [0.8, 0.5]])
    # By hand: (0.8² − 0.2 × 0.5) / (0.8 + 0.8 − 0.2 − 0.5) and the line's share 0.3 / 0.9.
    assert solve(duel, 2, 2) == pytest.approx(0.6, abs=2e-3)
    assert duel.mine[0] == pytest.approx(1 / 3, abs=2e-2)
    assert duel.theirs[0] == pytest.approx(1 / 3, abs=2e-2)


def test_nobody_gains_by_leaving_a_mixture() -> None:
    """In many small games no line beats the columns' mixture by much, and no column that of the lines."""
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


def test_luck_draws_from_a_mixture() -> None:
    """By its shares, and never a choice that has none."""
    mixture = np.array([0.0, 0.25, 0.0, 0.75, 0.0])
    drawings = [drawn(mixture, n / 100) for n in range(100)]
    assert (drawings.count(1), drawings.count(3)) == (25, 75)
    assert drawn(np.array([0.5, 0.4999999]), 0.99999999) == 1


def every_end(state: Table) -> dict[tuple[int, int], dict[int, Table]]:
    """What every choice of both in action 1 and every answer of the active player leads to."""
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


def test_a_turn_of_two_is_searched_whole() -> None:
    """The promise of a turn is the value of the game whose entries are all its ends, tried one by one."""
    desk, duel = new_desk(random_net(2)), new_duel()
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
            mine, theirs = (choose_with(desk, duel, state, seat, 0.5) for seat in (active, 1 - active))
            assert min(found[mine, j] for j in columns) == pytest.approx(low)
            assert max(found[i, theirs] for i in lines) == pytest.approx(high)


# How more seats choose.


@pytest.mark.parametrize("seats", [3, 5])
def test_nobody_gains_by_leaving_a_plan(seats: int) -> None:
    """Beside what the others plan, the player who planned last does the best; nearly always all do."""
    desk = new_desk(values_for(seats))
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
    """Whole matches by the readable rules: a move that is not on the menu is refused."""
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
                move = expert.choose(seen, rng)
                if seats > 1:
                    luck = fraction(new_chances(Random(0)))
                    same = net_move(values_for(seats), state_seen(seen.view), seat, luck)
                    assert to_index(expert.choose(seen, Random(0))) == same
                match = match.commit(seat, move, point=point)


@pytest.mark.parametrize("seats", SEATS_TRAINED)
def test_the_values_beat_the_greedy_bot(seats: int) -> None:
    """With a wide margin: beside greedy bots it wins far more often than its fair share."""
    measured = beside_greedy(values_for(seats), seats, 12345, 300 if seats == 2 else 100)
    assert measured.share * seats > 1.15


# How it learns.


def small_course(**changes: Any) -> Course:
    usual: dict[str, Any] = {"seats": 2, "games": 64, "seed": 3, "batch": 4, "stops": 4}
    return Course(**usual | {"curve_tables": 5, "result_tables": 5} | changes)


def follow_small(course: Course, folder: Path, tell: Any) -> Path:
    return follow(course, SelfTaught(course), folder, tell)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_gradient_is_the_slope(seats: int) -> None:
    """Measured by small changes of the weights, in every part of what is learnt."""
    learner = new_learner(seats, 2)
    learner.weights[:] = np.random.default_rng(2).normal(0, 0.1, len(learner.weights))
    state = before_rolls(seats, 1, 5)[-1]
    features = np.zeros((1, seats - 1, 6), np.int16)
    write_features(state, 0, features[0])
    seen = Positions(features, np.array([0.9], np.float32))

    def loss() -> float:
        parts = parts_of(learner.weights, seats)
        with_rest = np.concatenate([_pairs(parts), parts.rest.astype(float)])
        guess = chance_seen(with_rest, features[0].tolist())
        return float(-0.9 * np.log(guess) - 0.1 * np.log(1 - guess))

    _merged(learner)
    gradient, room = np.zeros_like(learner.weights), np.zeros(4096, np.float32)
    add_gradient(learner.net, seen.features[0], 0.9, gradient, room)
    size = size_of(seats)
    starts = [0, SCORE_AT, SECOND_AT, BIAS_AT, LAST_AT, CONTEXT_AT, size, size + OTHERS, size + SLOPE]
    parts = zip(starts, [*starts[1:], len(gradient)], strict=True)
    largest = [first + at for first, end in parts for at in np.argsort(-np.abs(gradient[first:end]))[:3]]
    assert np.count_nonzero(gradient[largest]) > 20
    for at in largest:
        before, change = learner.weights[at], np.float32(2e-2)
        learner.weights[at] = before + change
        up = loss()
        learner.weights[at] = before - change
        down = loss()
        learner.weights[at] = before
        assert (up - down) / (2 * change) == pytest.approx(gradient[at], rel=0.05, abs=2e-4)


def _pairs(parts: Any) -> NDArray[np.float64]:
    pairs = parts.both.astype(float)
    pairs[:-1] += (parts.mine[:, None, :].astype(float) + parts.theirs[None, :, :]).reshape(ROWS * ROWS, -1)
    flat: NDArray[np.float64] = pairs.ravel()
    return flat


def _merged(learner: Learner) -> None:
    parts = parts_of(learner.weights, round(((len(learner.net) - CONTEXT_AT) / 32 / WIDTH) ** 0.5))
    learner.net[:] = np.concatenate([_pairs(parts), parts.rest])


def test_steps_lead_to_the_target() -> None:
    """A position shown again and again is known in the end."""
    learner = new_learner(2, 1)
    features = np.zeros((2, 1, 6), np.int16)
    states = before_rolls(2, 1, 5)
    for n in range(2):
        write_features(states[-1 - n], int(states[-1 - n][ACTIVE]), features[n])
    seen = Positions(features, np.array([0.9, 0.2], np.float32))
    errors = [learn(learner, seen, 2, 0.01, step) for step in range(1, 60)]
    assert errors[0] > 0.05
    assert errors[-1] < 0.001


def test_a_stopped_training_ends_the_same(tmp_path: Path) -> None:
    """Stopped after two lines of the curve and taken up again, it writes the same values and curve."""
    whole, halved = tmp_path / "whole", tmp_path / "halved"
    told: list[Any] = []
    follow_small(small_course(), whole, told.append)

    def stop_after_two(line: Any) -> None:
        told.append(line)
        if line.facts["games"] == 32:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        follow_small(small_course(), halved, stop_after_two)
    follow_small(small_course(), halved, lambda line: None)
    assert (whole / "values.npz").read_bytes() == (halved / "values.npz").read_bytes()
    curves = [(folder / "curve.jsonl").read_text("utf-8") for folder in (whole, halved)]
    without_time = [[line.split('"seconds"')[0] for line in curve.splitlines()] for curve in curves]
    assert without_time[0] == without_time[1]
    assert len(without_time[0]) == 4
    with pytest.raises(BadOptions):
        follow_small(small_course(seed=4), halved, lambda line: None)


def test_values_survive_being_kept(tmp_path: Path) -> None:
    """What is read is what was written, but for rounding."""
    learner = new_learner(3, 5)
    learner.weights[:1000] = np.random.default_rng(1).normal(0, 0.1, 1000)
    write_values(tmp_path / "some.npz", parts_of(learner.weights, 3))
    read = read_values(tmp_path / "some.npz")
    _merged(learner)
    assert np.abs(read - learner.net).max() < UNIT / 2 + 0.001


def test_more_seats_begin_with_what_is_known() -> None:
    """Beside two opponents with the same sheet, a net that was taken over sees what it saw beside one."""
    with as_file(files("closecall.bots.qwixx").joinpath("values", "net2.npz")) as path:
        parts = read_parts(path)
    learner = new_learner(3, 1)
    begin_with(learner, 3, parts)
    two, three = new_desk(values_for(2)), new_desk(learner.net)
    for state in before_rolls(2, 1, 7):
        if state[ACTIVE] == 0:
            beside = state.copy()
            beside[SEATS] = 3
            beside[SHEETS + 10 : SHEETS + 15] = state[SHEETS + 5 : SHEETS + 10]
            assert chance(three, beside, 0) == pytest.approx(chance(two, state, 0), abs=1e-5)
