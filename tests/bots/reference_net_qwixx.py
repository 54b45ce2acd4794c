"""Helpers for tests of the nets of Qwixx: tables, random nets, a small plan, and a slow reference net."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.net_layout import (
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
    size_of,
)
from closecall.kernels.qwixx.kernel import (
    ACTION,
    ACTIVE,
    CLOSED,
    GAMES,
    MISTHROWS,
    MOVES,
    PASS,
    PLAYED,
    RESULTS,
    SEATS,
    SHEETS,
    Table,
    apply_choices,
    apply_fate,
    is_over,
    menu_mask,
    new_state,
    score_sheet,
)
from closecall.training.qwixx_trainer import TrainingPlan


def random_net(seats: int, seed: int = 1) -> NDArray[np.float32]:
    """A net with random weights."""
    return np.random.default_rng(seed).normal(0, 0.3, size_of(seats)).astype(np.float32)


def tables(seats: int, games: int, seed: int) -> list[Table]:
    """All states of random games, also those within a turn."""
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
    """The cross that skips least, without which rows are never locked."""
    skipped = {
        int(move): int(move) % 11 - int(state[SHEETS + 5 * seat + move // 11]).bit_length()
        for move in menu
        if move != PASS
    }
    best = min(skipped, key=skipped.__getitem__, default=PASS)
    return best if skipped.get(best, 9) < 3 else PASS


def before_rolls(seats: int, games: int, seed: int) -> list[Table]:
    """Those states that a net can evaluate."""
    return [state for state in tables(seats, games, seed) if state[ACTION] == 0]


def small_plan(**changes: Any) -> TrainingPlan:
    usual: dict[str, Any] = {"seats": 2, "games": 64, "seed": 3, "batch": 4, "stops": 4}
    return TrainingPlan(**usual | {"curve_tables": 5, "result_tables": 5} | changes)


# A slow reference net.


def row_seen(crossed: int) -> int:
    """The number of an open row: empty, then by the last cross and the number of crosses."""
    kinds = [(0, 0)] + [(last, count) for last in range(1, 11) for count in range(1, last + 1)]
    places = [place for place in range(1, 12) if crossed >> place - 1 & 1]
    return kinds.index((max(places, default=0), len(places)))


def features_seen(state: Table, seat: int) -> list[list[int]]:
    """The features, computed slowly."""
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
    """The chance of the net, computed as its docstring says."""
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
