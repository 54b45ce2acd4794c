"""How strong are the bots of Close Enough, how do they play, and how long do they think? On held-out seeds.

Run: python benchmarks/strength_enough.py [--games N [PART=N …]] [--seed S] [--playouts N] [--seats 3 4 5]
     [--parts …] [--sure Z] [--keep FILE]

The parts are: `shares`, how often one expert wins among hard or greedy bots, in times its fair share;
`levels`, the same for each level among the next lower one; `time`, the processor time of a move in the middle
of a game, through all that a bot does; `curves`, how often the expert calls at which distance, and stays in;
`tokens`, what Lock and Silence are worth to it; `counters`, how simple strategies do against a table of
experts. All sit everywhere equally often. A tie for victory is shared. Errors are standard errors.

Each part is a function from the arguments to rows of plain data. `--keep` adds them to a file, a JSON object
on each line, and what is there already is not played again. With `--sure 3` a counter-strategy is given up as
soon as its share and three standard errors are below the bound.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough import expert
from closecall.bots.enough.arena import SEARCH, THRESHOLD, Players, advance, decide, new_players, play_tables
from closecall.bots.enough.levels import EXPERT, expert_desk, row_of, thresholds_of
from closecall.bots.enough.playing import players_named
from closecall.bots.enough.search import Patience
from closecall.bots.enough.threshold import LENGTH, hoped_distance, tuned_turns
from closecall.bots.enough.threshold_lots import distance_now
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Over
from closecall.games import rules_of
from closecall.games.draws import begin
from closecall.games.enough.kernel import new_results, new_state
from closecall.games.enough.kernel_layout import (
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
    Table,
    is_full,
    player_at,
)
from closecall.games.enough.state import Options

HELD_OUT = 1 << 40
"""No tuning uses seeds from here on."""
FAR = 8
"""Distances from here on are one."""
BLOCK = 250
"""Games after which a counter-strategy may be given up."""
LEAST = {("hard", 3): 1.35, ("hard", 4): 1.5, ("hard", 5): 1.6}
"""What the expert has to win among the hard bots; 1.5 among greedy ones."""
MOST = 1.03
"""What a counter-strategy may win."""
Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of a table."""

    part: str
    name: str
    seats: int
    variant: str
    games: int
    """Or moves, chances to call: whatever was counted."""
    playouts: int
    """Of the expert; 0 if there is none."""
    seed: int
    value: float
    error: float
    """Its standard error; 0 for what is no mean."""
    least: float | None = None
    most: float | None = None
    """What it should be at least, or at most."""

    @property
    def key(self) -> tuple[str, str, int, str, int, int]:
        """What tells this row from others of the same run."""
        return (self.part, self.name, self.seats, self.variant, self.playouts, self.seed)

    @property
    def holds(self) -> bool:
        """Whether it is as it should be."""
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )


@dataclass(slots=True)
class Arguments:
    """What to measure."""

    games: dict[str, int]
    seed: int
    playouts: int
    seats: list[int]
    sure: float = 0.0
    known: set[tuple[str, str, int, str, int, int]] = field(default_factory=set)
    """Rows that need not be measured again."""

    @property
    def patience(self) -> Patience:
        """How long the expert thinks."""
        return EXPERT._replace(playouts=self.playouts)

    def games_of(self, part: str) -> int:
        """How many games to play for each row of a part."""
        return self.games.get(part, self.games[""])

    def row(self, part: str, name: str, seats: int, variant: str = "base") -> Row:
        """A row that is still to be measured."""
        return Row(part, name, seats, variant, 0, self.playouts, self.seed, 0.0, 0.0)


def shares_of(won: NDArray[np.bool_]) -> Shares:
    """What part of each game each player won."""
    shares: Shares = won / won.sum(axis=1, keepdims=True)
    return shares


def measured(row: Row, samples: Shares, least: float | None = None, most: float | None = None) -> Row:
    """The row with the mean of so many samples."""
    error = float(samples.std()) / len(samples) ** 0.5
    mean = float(samples.mean())
    return replace(row, games=len(samples), value=mean, error=error, least=least, most=most)


def levels_met(bots: Sequence[str], games: int, seed: int, *, advanced: bool, patience: Patience) -> Shares:
    """What part of each game each bot won."""
    seats = len(bots)
    results = new_results(games, seats)
    start = new_state(seats, Options(advanced=advanced))
    players = players_named(tuple(bots), start, patience, is_turning=True)
    play_tables(seed, 0, start, players, results)
    return shares_of(results.won)


def shares(arguments: Arguments) -> Iterator[Row]:
    """One expert among hard and among greedy bots."""
    for others in ("hard", "greedy"):
        for seats in arguments.seats:
            for variant in ("base", "advanced"):
                row = arguments.row("shares", f"expert among {others}", seats, variant)
                if row.key in arguments.known:
                    continue
                won = levels_met(
                    ["expert", *[others] * (seats - 1)],
                    arguments.games_of("shares"),
                    arguments.seed,
                    advanced=variant == "advanced",
                    patience=arguments.patience,
                )
                yield measured(row, won[:, 0] * seats, least=LEAST.get((others, seats), 1.5))


def levels(arguments: Arguments) -> Iterator[Row]:
    """Each level among the next lower one."""
    for one, others in (("hard", "medium"), ("hard", "greedy"), ("medium", "easy"), ("easy", "random")):
        for seats in arguments.seats:
            row = replace(arguments.row("levels", f"{one} among {others}", seats), playouts=0)
            if row.key in arguments.known:
                continue
            bots, games = [one, *[others] * (seats - 1)], arguments.games_of("levels")
            won = levels_met(bots, games, arguments.seed, advanced=False, patience=arguments.patience)
            yield measured(row, won[:, 0] * seats, least=1.0)


def time_of_moves(arguments: Arguments) -> Iterator[Row]:
    """The processor time of the expert's moves, from what is seen to the move, in the rounds 2 to 6."""
    for seats in arguments.seats:
        rules, rng, times = rules_of("enough"), Random(arguments.seed), list[float]()
        source = RandomSource(Random(arguments.seed))
        match: AnyMatch = Match.start(rules, seats)
        while len(times) < 300:
            if isinstance(match.pending, Over):
                match = Match.start(rules, seats)
            elif isinstance(match.pending, Chance):
                match = match.fate(rules.draw(match.state, source))
            else:
                match = _timed(match, rng, times)
        in_order = np.sort(times[20:]) * 1000
        for name, part, most in (
            ("p50 in ms", 50, None),
            ("p99 in ms", 99, 50.0),
            ("slowest in ms", 100, None),
        ):
            yield replace(
                arguments.row("time", name, seats),
                games=len(in_order),
                playouts=EXPERT.playouts,
                value=float(np.percentile(in_order, part)),
                most=most,
            )


def _timed(match: AnyMatch, rng: Random, times: list[float]) -> AnyMatch:
    """All have chosen, and it is noted how long that took."""
    assert isinstance(match.pending, Decision)
    point = match.point
    for seat in match.pending.menus:
        seen = match.seen_by(seat)
        start = time.process_time()
        move = expert.choose(seen, rng)
        if 2 <= seen.view.round <= 6:
            times.append(time.process_time() - start)
        match = match.commit(seat, move, point=point)
    return match


class Watched:
    """What the expert does, by distance."""

    def __init__(self) -> None:
        self.calls = np.zeros((2, 4, FAR + 1), np.int64)
        """Chances and calls, by fine-tuning turns and distance."""
        self.stays = np.zeros((2, 4, FAR + 1), np.int64)
        """Chances and stays, by stars (0, 1 to 3, 4 to 7) and the distance hoped for."""

    def note(self, state: Table, seat: int, move: int, row: NDArray[np.float64]) -> None:
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


def curves(arguments: Arguments) -> Iterator[Row]:
    """How often the expert calls and stays in, at a table of hard bots, by the distance."""
    for seats in arguments.seats:
        start, watched = new_state(seats), Watched()
        players = players_named(("expert", *("hard",) * (seats - 1)), start, arguments.patience)
        for game in range(arguments.games_of("curves")):
            _watch(game, arguments.seed, start.copy(), players, watched)
        for name, counts, lines in (
            ("calls on", watched.calls, ("turn 1", "turn 2", "turn 3", "later turns")),
            ("stays with", watched.stays, ("0 stars", "1 to 3 stars", "4 to 6 stars", "7 stars")),
        ):
            for n, line in enumerate(lines):
                for far in range(FAR + 1):
                    if counts[0, n, far]:
                        row = arguments.row("curves", f"{name} {line} at distance {far}", seats)
                        rate, chances = counts[1, n, far] / counts[0, n, far], int(counts[0, n, far])
                        error = (rate * (1 - rate) / chances) ** 0.5
                        yield replace(row, games=chances, value=float(rate), error=float(error))


def _watch(game: int, seed: int, state: Table, players: Players, watched: Watched) -> None:
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


def tokens(arguments: Arguments) -> Iterator[Row]:
    """What the expert wins more with a look at Lock and Silence than without, with the same cards."""
    for seats in arguments.seats:
        row = arguments.row("tokens", "worth of Lock and Silence", seats)
        if row.key in arguments.known:
            continue
        bots = ["expert", *["hard"] * (seats - 1)]
        with_them, without = (
            levels_met(
                bots,
                arguments.games_of("tokens"),
                arguments.seed,
                advanced=False,
                patience=arguments.patience._replace(extras=extras),
            )[:, 0]
            for extras in (True, False)
        )
        yield measured(row, (with_them - without) * seats)


def simple_strategies(seats: int) -> dict[str, dict[str, float]]:
    """Simple strategies: everything else is as the hard bot does it."""
    hard = thresholds_of("hard", seats) | {"bluff": 0.0}
    plain = {name: 0.0 for name in hard if name.startswith("call_")}
    turns = [f"call_{turn}" for turn in range(6)]
    stays = [f"stay_{turn}" for turn in range(4)]
    found = {
        f"calls at {far}": hard | plain | dict.fromkeys(turns, float(far)) for far in (*range(11), 12, 15)
    }
    found["calls at once"] = hard | plain | dict.fromkeys(turns, 1e6)
    found["always folds"] = hard | dict.fromkeys(stays, -1e6) | {"stay_free": 0.0}
    found["always stays"] = hard | dict.fromkeys(stays, 1e6)
    found["only exact, always folds"] = found["calls at 0"] | dict.fromkeys(stays, -1e6) | {"stay_free": 0.0}
    found["at once, always stays"] = found["calls at once"] | dict.fromkeys(stays, 1e6)
    return found


def counters(arguments: Arguments) -> Iterator[Row]:
    """One simple strategy at a table of experts."""
    for seats in arguments.seats:
        for name, thresholds in simple_strategies(seats).items():
            row = arguments.row("counters", name, seats)
            if row.key not in arguments.known:
                yield measured(row, _countered(arguments, seats, row_of(thresholds)) * seats, most=MOST)


def _countered(arguments: Arguments, seats: int, thresholds: NDArray[np.float64]) -> Shares:
    """What part of each game a strategy wins, until all are played or it is clearly not good enough."""
    rows, won = np.zeros((seats, LENGTH)), np.zeros(0)
    rows[0] = thresholds
    desk = expert_desk(seats, 1.0, arguments.patience)
    players = new_players([THRESHOLD, *[SEARCH] * (seats - 1)], rows, desk, is_turning=True)
    while len(won) < arguments.games_of("counters"):
        results = new_results(min(BLOCK, arguments.games_of("counters") - len(won)), seats)
        play_tables(arguments.seed, len(won), new_state(seats), players, results)
        won = np.concatenate([won, shares_of(results.won)[:, 0]])
        error = won.std() / len(won) ** 0.5
        if arguments.sure and (won.mean() + arguments.sure * error) * seats < MOST:
            break
    return won


PARTS: dict[str, Callable[[Arguments], Iterator[Row]]] = {
    "shares": shares,
    "levels": levels,
    "time": time_of_moves,
    "curves": curves,
    "tokens": tokens,
    "counters": counters,
}


def told(row: Row) -> str:
    """A row for people."""
    bound = "" if row.least is None else f"at least {row.least}"
    bound = bound if row.most is None else f"at most {row.most}"
    verdict = "" if row.holds else "  MISSED"
    figures = f"{row.value:8.3f} ± {row.error:5.3f}  {row.games:>6}"
    return f"{row.part:<9} {row.name:<42} {row.seats}  {row.variant:<9} {figures}  {bound}{verdict}"


def games_by_part(words: Sequence[str]) -> dict[str, int]:
    """`2000 counters=500` is 2000 for all parts but one."""
    games = {"": 2000}
    for word in words:
        part, _, number = word.rpartition("=")
        games[part] = int(number)
    return games


def main() -> None:
    """Print all rows that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", nargs="+", default=[])
    parser.add_argument("--seed", type=int, default=HELD_OUT)
    parser.add_argument("--playouts", type=int, default=EXPERT.playouts)
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5], choices=[3, 4, 5])
    parser.add_argument("--parts", nargs="+", default=list(PARTS), choices=list(PARTS))
    parser.add_argument("--sure", type=float, default=0.0)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    arguments = Arguments(games_by_part(given.games), given.seed, given.playouts, given.seats, given.sure)
    kept = given.keep.read_text("utf-8").splitlines() if given.keep and given.keep.exists() else []
    arguments.known = {Row(**json.loads(line)).key for line in kept}
    print(f"{given.playouts} playouts a move, seed {given.seed}")
    for part in given.parts:
        for row in PARTS[part](arguments):
            print(told(row), flush=True)
            if given.keep:
                with given.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(row)) + "\n")


if __name__ == "__main__":
    main()
