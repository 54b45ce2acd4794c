"""Strength, habits and speed of the bots of Close Enough, on held-out cards.

Parts:
- `three`, `four`, `five`: wins of one expert among hard or greedy bots, relative to a fair share;
- `levels`: the same for each level among the next lower one;
- `calls`, `stays`: how often the expert calls and stays in, by distance;
- `tokens`: what Lock and Silence are worth to the expert;
- `counters_three` and so on: simple strategies against a table of experts;
- `time`: CPU time of a move in the middle of a game.

Bots rotate by one seat from table to table. The number of tables is rounded up so that each bot has every
seat equally often. A tie is shared.

Against people the expert uses more playouts than here, and is stronger.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
from benchmarks.strength.tables import Part, Table, with_error
from benchmarks.strength.timing import COLUMNS, move_times, time_row
from numpy.typing import NDArray

from closecall.bots.enough.arena import (
    SEARCH,
    THRESHOLD,
    TablePlayers,
    advance,
    decide,
    new_players,
    play_tables,
    players_named,
)
from closecall.bots.enough.level_values import STAYERS, thresholds_of
from closecall.bots.enough.lots import distance_now
from closecall.bots.enough.search_effort import EXPERT, SearchEffort
from closecall.bots.enough.threshold import expected_distance, tuned_turns
from closecall.bots.enough.threshold_names import LENGTH
from closecall.bots.enough.trained_values import new_expert, row_of
from closecall.games.enough.state import Options, Showing
from closecall.games.enough.view import View
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough.array_layout import (
    CALL,
    DECLARE,
    ENDED,
    PHASE,
    SEAT,
    SILENCED,
    STANCE,
    STARS,
    STAY,
    STAYED,
    TURN,
)
from closecall.kernels.enough.kernel import new_results, new_state
from closecall.kernels.enough.table_access import IS_CHOICE, is_full, player_at
from closecall.kernels.enough.table_access import Table as State

HELD_OUT = 1 << 40
"""Tuning uses smaller seeds only."""
PLAYOUTS = EXPERT._replace(playouts=300)
"""The measured expert. Against people it uses 1,500 playouts."""
FEW = EXPERT._replace(playouts=60)
"""The experts that meet simple strategies: what loses to these loses to stronger ones too."""
FAR = 8
"""Distances from here on are counted together."""
BLOCK = 250
"""Games between two checks whether to stop measuring a simple strategy."""
SURE = 3
"""Standard errors below the bound after which a strategy is stopped."""
BOUND = 1.03
"""A strategy that clearly stays below this multiple of its fair share needs no more games."""
NUMBERS = {"three": 3, "four": 4, "five": 5}
MIDDLE = range(2, 7)
"""Rounds in the middle of a game."""

Shares = NDArray[np.float64]


def shares_of(won: NDArray[np.bool_]) -> Shares:
    """The share of each game that each player won."""
    shares: Shares = won / won.sum(axis=1, keepdims=True)
    return shares


def even(games: int, seats: int) -> int:
    """The number of games, rounded up so that everybody has every seat equally often."""
    return -(-games // seats) * seats


def met(bots: Sequence[str], games: int, seed: int, *, advanced: bool, patience: SearchEffort) -> Shares:
    """The share of each game that each bot won, in about this many games."""
    seats = len(bots)
    results = new_results(even(games, seats), seats)
    start = new_state(seats, Options(advanced=advanced))
    players = players_named(tuple(bots), start, patience, is_rotating=True)
    play_tables(seed, 0, start, players, results)
    return shares_of(results.won)


def _mean(samples: Shares, digits: int = 3) -> str:
    return with_error(float(samples.mean()), float(samples.std()) / len(samples) ** 0.5, digits)


def _among(seats: int, games: int, seed: int) -> Table:
    """One expert among hard and among greedy bots."""
    rows = []
    for others in ("hard", "greedy"):
        for variant in ("base", "advanced"):
            won = met(
                ["expert", *[others] * (seats - 1)],
                games,
                seed,
                advanced=variant == "advanced",
                patience=PLAYOUTS,
            )
            rows.append((others, variant, f"{len(won):,}", _mean(won[:, 0] * seats)))
    columns = ("among", "variant", "games", "times a fair share")
    note = f"The expert uses {PLAYOUTS.playouts} playouts here."
    return Table(f"One expert, {seats} seats", columns, tuple(rows), note)


def levels(games: int, seed: int) -> Table:
    """Each level among the next lower one."""
    rows = []
    for one, others in (("hard", "medium"), ("hard", "greedy"), ("medium", "easy"), ("easy", "random")):
        for seats in (3, 4, 5):
            won = met([one, *[others] * (seats - 1)], games, seed, advanced=False, patience=PLAYOUTS)
            rows.append((one, others, f"{seats}", f"{len(won):,}", _mean(won[:, 0] * seats)))
    columns = ("one", "among", "seats", "games", "times a fair share")
    return Table("Each level among the next lower one", columns, tuple(rows))


class Watched:
    """How often the expert calls and stays, by distance."""

    def __init__(self) -> None:
        self.games = 0
        self.calls = np.zeros((2, 4, FAR + 1), np.int64)
        """Opportunities and calls, by fine-tuning turns and distance."""
        self.stays = np.zeros((2, 4, FAR + 1), np.int64)
        """Opportunities and stays, by stars (0, 1 to 3, 4 to 6, 7) and expected distance."""

    def note(self, state: State, seat: int, move: int, row: NDArray[np.float64]) -> None:
        """Count a move of the expert."""
        player = player_at(seat)
        if state[PHASE] == TURN and is_full(state, seat):
            if state[player + STANCE] != STAYED and not state[player + SILENCED]:
                turns, far = min(3, tuned_turns(state)), min(FAR, distance_now(state, seat))
                self.calls[0, turns, far] += 1
                self.calls[1, turns, far] += move == CALL
        elif state[PHASE] == DECLARE:
            stars = (int(state[player + STARS]) + 2) // 3
            far = min(FAR, int(expected_distance(state, seat, row)))
            self.stays[0, stars, far] += 1
            self.stays[1, stars, far] += move == STAY


@cache
def _watched(games: int, seed: int) -> Watched:
    """An expert among three hard bots, observed move by move."""
    start, watched = new_state(4), Watched()
    players = players_named(("expert", "hard", "hard", "hard"), start, PLAYOUTS)
    for game in range(even(games, 4)):
        _watch(game, seed, start.copy(), players, watched)
        watched.games += 1
    return watched


def calls(games: int, seed: int) -> Table:
    """How often the expert calls when it may, by its turns so far and its distance."""
    lines = ("on the first turn", "on the second", "on the third", "later")
    watched = _watched(games, seed)
    return _curve("How often the expert calls", "distance", watched.calls, lines, watched.games)


def stays(games: int, seed: int) -> Table:
    """How often the expert stays in after a call, by its stars and expected distance."""
    lines = ("with no star", "with 1 to 3", "with 4 to 6", "with 7")
    title, far = "How often the expert stays in rather than folds", "the expected distance after fine-tuning"
    watched = _watched(games, seed)
    return _curve(title, far, watched.stays, lines, watched.games)


def _curve(title: str, far: str, counts: NDArray[np.int64], lines: tuple[str, ...], games: int) -> Table:
    """Frequencies with a column for each distance; `far` says which distance is meant."""
    rows = []
    for line, chances, taken in zip(lines, counts[0], counts[1], strict=True):
        cells = [
            f"{100 * yes / many:.0f} % of {many}" if many else "–"
            for many, yes in zip(chances.tolist(), taken.tolist(), strict=True)
        ]
        rows.append((line, *cells))
    columns = ("", *[f"{distance}" for distance in range(FAR)], f"{FAR} or more")
    note = f"By {far}, in {games:,} games among three hard bots."
    return Table(title, columns, tuple(rows), note)


def _watch(game: int, seed: int, state: State, players: TablePlayers, watched: Watched) -> None:
    """One game of an expert among hard bots, observed move by move."""
    assert players.rows is not None
    fate, own, seats, row = (
        np.zeros(2, np.uint64),
        np.zeros(2, np.uint64),
        len(players.policies),
        players.rows[1],
    )
    begin(fate, seed, 2 * game)
    begin(own, seed, 2 * game + 1)
    while state[PHASE] != ENDED:
        seat = int(state[SEAT])
        if IS_CHOICE[state[PHASE]] and (seat + game) % seats == 0:
            # The same numbers as those of the move itself.
            watched.note(state, seat, decide(state, seat, 0, own.copy(), players), row)
        advance(state, game, fate, own, players)


def tokens(games: int, seed: int) -> Table:
    """What the expert gains by considering Lock and Silence, with the same cards."""
    rows = []
    for seats in (3, 4, 5):
        bots = ["expert", *["hard"] * (seats - 1)]
        with_them, without = (
            met(bots, games, seed, advanced=False, patience=PLAYOUTS._replace(extras=extras))[:, 0] * seats
            for extras in (True, False)
        )
        means = (_mean(shares) for shares in (with_them, without, with_them - without))
        rows.append((f"{seats}", f"{len(with_them):,}", *means))
    columns = ("seats", "games", "with them", "without", "difference")
    note = "As multiples of a fair share among hard bots, with the same cards."
    return Table("What Lock and Silence are worth to the expert", columns, tuple(rows), note)


def simple_strategies(seats: int) -> dict[str, dict[str, float]]:
    """Simple strategies: everything not named is done as by the hard bot."""
    hard = thresholds_of("hard", seats) | {"bluff": 0.0}
    plain = {name: 0.0 for name in hard if name.startswith("call_")}
    turns = [f"call_{turn}" for turn in range(6)]
    stays = [f"stay_{turn}" for turn in range(4)]
    found = {f"calls at {far}": hard | plain | dict.fromkeys(turns, float(far)) for far in range(21)}
    found["calls at once"] = hard | plain | dict.fromkeys(turns, 1e6)
    found["always folds"] = hard | dict.fromkeys(stays, -1e6) | {"stay_free": 0.0}
    found["always stays"] = hard | dict.fromkeys(stays, 1e6)
    found["only exact, always folds"] = found["calls at 0"] | dict.fromkeys(stays, -1e6) | {"stay_free": 0.0}
    found["at once, always stays"] = found["calls at once"] | dict.fromkeys(stays, 1e6)
    return found


SHOWN = ("calls at 5", "always stays")
"""The simple strategies that are also measured with all cards shown that need not be (E14)."""


def simple_rows(seats: int) -> dict[str, NDArray[np.float64]]:
    """The players that follow the simple strategies."""
    found = simple_strategies(seats)
    rows = {name: row_of(thresholds) for name, thresholds in found.items()}
    return rows | {f"{name}, always shows": row_of(found[name], brag=1e9) for name in SHOWN}


def _counters(seats: int, games: int, seed: int) -> Table:
    """One simple strategy at a table of experts."""
    rows = []
    for name, row in simple_rows(seats).items():
        won = _countered(seats, games, seed, row) * seats
        rows.append((name, f"{len(won):,}", _mean(won)))
    columns = ("strategy", "games", "times a fair share")
    note = (
        f"Experts use {FEW.playouts} playouts here. A strategy is stopped early once it is {SURE} standard "
        f"errors below {BOUND} times its fair share."
    )
    return Table(f"Simple strategies against experts, {seats} seats", columns, tuple(rows), note)


def _countered(seats: int, games: int, seed: int, strategy: NDArray[np.float64]) -> Shares:
    """The share of each game that a strategy wins, until all are played or it is clearly below the bound."""
    rows, won = np.zeros((seats, LENGTH)), np.zeros(0)
    rows[0] = strategy
    desk = new_expert(seats, 1.0, FEW)
    players = new_players([THRESHOLD, *[SEARCH] * (seats - 1)], rows, desk, is_rotating=True)
    while len(won) < games:
        results = new_results(even(min(BLOCK, games - len(won)), seats), seats)
        play_tables(seed, len(won), new_state(seats), players, results)
        won = np.concatenate([won, shares_of(results.won)[:, 0]])
        if (won.mean() + SURE * won.std() / len(won) ** 0.5) * seats < BOUND:
            break
    return won


def times(moves: int, seed: int) -> Table:
    """CPU time of the expert's moves, through the whole bot."""
    rows = [
        time_row(f"{seats}", move_times("expert", "enough", seats, seed, moves=moves, is_middle=_is_middle))
        for seats in (3, 4, 5)
    ]
    note = f"With {EXPERT.playouts:,} playouts, as against people."
    return Table("Time of an expert's move in the middle of a game", ("seats", *COLUMNS), tuple(rows), note)


def _is_middle(view: View) -> bool:
    """Whether the expert has something to think about, in the middle of a game."""
    return view.round in MIDDLE and view.phase != Showing.__name__


def _with_seats(measure: Callable[[int, int, int], Table], games: int) -> dict[str, Part]:
    return {name: Part(partial(measure, seats), games) for name, seats in NUMBERS.items()}


def _thresholds(*levels: str) -> list[list[tuple[str, float]]]:
    return [sorted(thresholds_of(level, seats).items()) for level in levels for seats in (3, 4, 5)]


SETTINGS = (tuple(EXPERT), STAYERS, _thresholds("hard"))
"""Constants that decide how the levels play, besides their values."""
WEAK_SETTINGS = (_thresholds("medium", "easy"),)
"""Those of easy and medium."""
PARTS = {
    **_with_seats(_among, 2000),
    "levels": Part(levels, 4000, WEAK_SETTINGS),
    "calls": Part(calls, 500),
    "stays": Part(stays, 500),
    "tokens": Part(tokens, 2000),
    **{f"counters_{name}": part for name, part in _with_seats(_counters, 2000).items()},
    "time": Part(times, 1000),
}
