"""How strong are the bots of Close Enough, how do they play, and how long do they think? On held-out cards.

The parts are: `three`, `four` and `five`, how often one expert wins among hard or greedy bots at a table of
so many, in times its fair share; `levels`, the same for each level among the next lower one; `calls` and
`stays`, how often the expert calls and stays in, by the distance; `tokens`, what Lock and Silence are worth
to it; `counters_three` and so on, how simple strategies do against a table of experts; `time`, the processor
time of a move in the middle of a game. From table to table everybody moves on by one seat, and there are as
many tables as are asked for, or a few more, so that all sit everywhere equally often; a tie for victory is
shared.

An expert among people looks at more playouts than the one that is measured here, and is the stronger for it.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial

import numpy as np
from benchmarks.strength.tables import Part, Table, with_error
from benchmarks.strength.timing import COLUMNS, move_times, time_row
from numpy.typing import NDArray

from closecall.bots.enough.arena import SEARCH, THRESHOLD, Players, advance, decide, new_players, play_tables
from closecall.bots.enough.levels import (
    EXPERT,
    STAYERS,
    THRESHOLD_LEVELS,
    expert_desk,
    row_of,
    thresholds_of,
)
from closecall.bots.enough.playing import players_named
from closecall.bots.enough.search import Patience
from closecall.bots.enough.threshold import LENGTH, hoped_distance, tuned_turns
from closecall.bots.enough.threshold_lots import distance_now
from closecall.games.enough.state import Options
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough import new_results, new_state
from closecall.kernels.enough.array_layout import (
    CALL,
    DECLARE,
    ENDED,
    IS_CHOICE,
    PHASE,
    SEAT,
    SILENCED,
    STANCE,
    STARS,
    STAY,
    STAYED,
    TURN,
    is_full,
    player_at,
)
from closecall.kernels.enough.array_layout import (
    Table as State,
)

HELD_OUT = 1 << 40
"""No tuning uses seeds from here on."""
PLAYOUTS = EXPERT._replace(playouts=300)
"""How long the expert thinks here; among people it is 1,500 playouts."""
FEW = EXPERT._replace(playouts=60)
"""How long those think who meet simple strategies: what does not win from them wins less from better ones."""
FAR = 8
"""Distances from here on are one."""
BLOCK = 250
"""Games after which a simple strategy may be given up, if it is surely worse than the bound."""
SURE = 3
"""So many standard errors below the bound are sure."""
LEAST = {("hard", 3): 1.35, ("hard", 4): 1.5, ("hard", 5): 1.6}
"""What the expert has to win among the hard bots; 1.5 among greedy ones."""
MOST = 1.03
"""What a simple strategy may win."""
MOST_MS = 50
NUMBERS = {"three": 3, "four": 4, "five": 5}
MIDDLE = range(2, 7)
"""These rounds are the middle of a game."""

Shares = NDArray[np.float64]


def shares_of(won: NDArray[np.bool_]) -> Shares:
    """What part of each game each player won."""
    shares: Shares = won / won.sum(axis=1, keepdims=True)
    return shares


def even(games: int, seats: int) -> int:
    """So many games, or a few more, so that everybody can have every seat equally often."""
    return -(-games // seats) * seats


def met(bots: Sequence[str], games: int, seed: int, *, advanced: bool, patience: Patience) -> Shares:
    """What part of each game each bot won, in about so many games."""
    seats = len(bots)
    results = new_results(even(games, seats), seats)
    start = new_state(seats, Options(advanced=advanced))
    players = players_named(tuple(bots), start, patience, is_turning=True)
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
            wanted = f"at least {LEAST.get((others, seats), 1.5)}"
            rows.append((others, variant, f"{len(won):,}", _mean(won[:, 0] * seats), wanted))
    columns = ("among", "variant", "games", "times its fair share", "wanted")
    note = f"The expert looks at {PLAYOUTS.playouts} playouts here."
    return Table(f"One expert, {seats} seats", columns, tuple(rows), note)


def levels(games: int, seed: int) -> Table:
    """Each level among the next lower one."""
    rows = []
    for one, others in (("hard", "medium"), ("hard", "greedy"), ("medium", "easy"), ("easy", "random")):
        for seats in (3, 4, 5):
            won = met([one, *[others] * (seats - 1)], games, seed, advanced=False, patience=PLAYOUTS)
            rows.append((one, others, f"{seats}", f"{len(won):,}", _mean(won[:, 0] * seats)))
    columns = ("one", "among", "seats", "games", "times its fair share")
    return Table("Each level among the next lower one", columns, tuple(rows))


class Watched:
    """What the expert does, by distance."""

    def __init__(self) -> None:
        self.games = 0
        self.calls = np.zeros((2, 4, FAR + 1), np.int64)
        """Chances and calls, by fine-tuning turns and distance."""
        self.stays = np.zeros((2, 4, FAR + 1), np.int64)
        """Chances and stays, by stars (0, 1 to 3, 4 to 6, 7) and the distance hoped for."""

    def note(self, state: State, seat: int, move: int, row: NDArray[np.float64]) -> None:
        """A move of the expert."""
        player = player_at(seat)
        if state[PHASE] == TURN and is_full(state, seat):
            if state[player + STANCE] != STAYED and not state[player + SILENCED]:
                turns, far = min(3, tuned_turns(state)), min(FAR, distance_now(state, seat))
                self.calls[0, turns, far] += 1
                self.calls[1, turns, far] += move == CALL
        elif state[PHASE] == DECLARE:
            stars = (int(state[player + STARS]) + 2) // 3
            far = min(FAR, int(hoped_distance(state, seat, row)))
            self.stays[0, stars, far] += 1
            self.stays[1, stars, far] += move == STAY


@cache
def _watched(games: int, seed: int) -> Watched:
    """An expert among three hard bots, looked at move by move."""
    start, watched = new_state(4), Watched()
    players = players_named(("expert", "hard", "hard", "hard"), start, PLAYOUTS)
    for game in range(even(games, 4)):
        _watch(game, seed, start.copy(), players, watched)
        watched.games += 1
    return watched


def calls(games: int, seed: int) -> Table:
    """How often the expert calls when it can, by its turns so far and its distance."""
    lines = ("on the first turn", "on the second", "on the third", "later")
    watched = _watched(games, seed)
    return _curve("When the expert calls", "the distance", watched.calls, lines, watched.games)


def stays(games: int, seed: int) -> Table:
    """How often the expert stays in after a call, by its stars and the distance it hopes for."""
    lines = ("with no star", "with 1 to 3", "with 4 to 6", "with 7")
    title, far = "When the expert stays in (else it folds)", "the distance to be hoped for after fine-tuning"
    watched = _watched(games, seed)
    return _curve(title, far, watched.stays, lines, watched.games)


def _curve(title: str, far: str, counts: NDArray[np.int64], lines: tuple[str, ...], games: int) -> Table:
    """How often it did so, a column for each distance; `far` says which that is."""
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


def _watch(game: int, seed: int, state: State, players: Players, watched: Watched) -> None:
    """One game of an expert among hard bots, looked at move by move."""
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
    """What the expert wins more with a look at Lock and Silence than without, with the same cards."""
    rows = []
    for seats in (3, 4, 5):
        bots = ["expert", *["hard"] * (seats - 1)]
        with_them, without = (
            met(bots, games, seed, advanced=False, patience=PLAYOUTS._replace(extras=extras))[:, 0] * seats
            for extras in (True, False)
        )
        means = (_mean(shares) for shares in (with_them, without, with_them - without))
        rows.append((f"{seats}", f"{len(with_them):,}", *means))
    columns = ("seats", "games", "with them", "without", "their worth")
    note = "In times the fair share among hard bots, with the same cards."
    return Table("What Lock and Silence are worth to the expert", columns, tuple(rows), note)


def simple_strategies(seats: int) -> dict[str, dict[str, float]]:
    """Simple strategies: everything else is as the hard bot does it."""
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


def _counters(seats: int, games: int, seed: int) -> Table:
    """One simple strategy at a table of experts."""
    rows = []
    for name, thresholds in simple_strategies(seats).items():
        won = _countered(seats, games, seed, row_of(thresholds)) * seats
        rows.append((name, f"{len(won):,}", _mean(won), f"at most {MOST}"))
    columns = ("strategy", "games", "times its fair share", "wanted")
    note = (
        f"Experts look at {FEW.playouts} playouts here. A strategy that is surely worse than the bound, by "
        f"{SURE} standard errors, is given up early."
    )
    return Table(f"Simple strategies against experts, {seats} seats", columns, tuple(rows), note)


def _countered(seats: int, games: int, seed: int, thresholds: NDArray[np.float64]) -> Shares:
    """What part of each game a strategy wins, until all are played or it is surely worse than the bound."""
    rows, won = np.zeros((seats, LENGTH)), np.zeros(0)
    rows[0] = thresholds
    desk = expert_desk(seats, 1.0, FEW)
    players = new_players([THRESHOLD, *[SEARCH] * (seats - 1)], rows, desk, is_turning=True)
    while len(won) < games:
        results = new_results(even(min(BLOCK, games - len(won)), seats), seats)
        play_tables(seed, len(won), new_state(seats), players, results)
        won = np.concatenate([won, shares_of(results.won)[:, 0]])
        if (won.mean() + SURE * won.std() / len(won) ** 0.5) * seats < MOST:
            break
    return won


def times(moves: int, seed: int) -> Table:
    """The processor time of the expert's moves, through all that a bot does."""
    rows = [
        time_row(
            f"{seats}",
            move_times(
                "expert", "enough", seats, seed, moves=moves, is_middle=lambda view: view.round in MIDDLE
            ),
            MOST_MS,
        )
        for seats in (3, 4, 5)
    ]
    note = f"With {EXPERT.playouts:,} playouts, as among people."
    return Table("Time of an expert's move in the middle of a game", ("seats", *COLUMNS), tuple(rows), note)


def _with_seats(measure: Callable[[int, int, int], Table], games: int) -> dict[str, Part]:
    return {name: Part(partial(measure, seats), games) for name, seats in NUMBERS.items()}


SETTINGS = (
    tuple(EXPERT),
    STAYERS,
    [sorted(thresholds_of(level, seats).items()) for level in THRESHOLD_LEVELS for seats in (3, 4, 5)],
)
"""Numbers that decide how the levels play, beside their values."""
PARTS = {
    **_with_seats(_among, 2000),
    "levels": Part(levels, 4000),
    "calls": Part(calls, 500),
    "stays": Part(stays, 500),
    "tokens": Part(tokens, 2000),
    **{f"counters_{name}": part for name, part in _with_seats(_counters, 2000).items()},
    "time": Part(times, 1000),
}
