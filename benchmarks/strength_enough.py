"""How strong are the bots of Close Enough, how do they play, and how long do they think? On held-out seeds.

Run: python benchmarks/strength_enough.py [--games N] [--seed S] [--playouts N] [--seats 3 4 5] [--parts …]

The parts are: `shares`, how often one expert wins among hard or greedy bots, in times its fair share, with an
interval of 95 %; `levels`, the same for each level among the next lower one; `time`, the processor time of a
move in the middle of a game, through all that a bot does; `curves`, how often the expert calls at which
distance, and stays in; `tokens`, what Lock and Silence are worth to it; `counters`, how simple strategies do
against a table of experts. All sit everywhere equally often. A tie for victory is shared.
"""

import argparse
import time
from collections.abc import Sequence
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
PARTS = ("shares", "levels", "time", "curves", "tokens", "counters")
FAR = 8
"""Distances from here on are one."""
Shares = NDArray[np.float64]


def shares_of(won: NDArray[np.bool_]) -> Shares:
    """What part of each game each player won."""
    shares: Shares = won / won.sum(axis=1, keepdims=True)
    return shares


def told(shares: Shares, seats: int) -> str:
    """Times the fair share, with an interval of 95 %."""
    mean, error = shares.mean() * seats, shares.std() * seats / len(shares) ** 0.5
    return f"{mean:5.3f} ± {1.96 * error:5.3f}"


def levels_met(bots: Sequence[str], games: int, seed: int, *, advanced: bool, patience: Patience) -> Shares:
    """What part of each game each bot won."""
    seats = len(bots)
    results = new_results(games, seats)
    start = new_state(seats, Options(advanced=advanced))
    players = players_named(tuple(bots), start, patience, is_turning=True)
    play_tables(seed, 0, start, players, results)
    return shares_of(results.won)


def print_shares(arguments: argparse.Namespace, patience: Patience) -> None:
    """One expert among hard and among greedy bots."""
    print("one expert among      seats  variant   times its fair share")
    for others in ("hard", "greedy"):
        for seats in arguments.seats:
            for advanced in (False, True):
                start = time.process_time()
                shares = levels_met(
                    ["expert", *[others] * (seats - 1)],
                    arguments.games,
                    arguments.seed,
                    advanced=advanced,
                    patience=patience,
                )
                seconds = (time.process_time() - start) / arguments.games
                variant = "advanced" if advanced else "base"
                line = f"{others:<21} {seats}      {variant:<9} {told(shares[:, 0], seats)}"
                print(f"{line}   {seconds:.3f} s a game", flush=True)


def print_levels(arguments: argparse.Namespace, patience: Patience) -> None:
    """Each level among the next lower one."""
    print("one of                among    seats  times its fair share")
    for one, others in (("hard", "medium"), ("hard", "greedy"), ("medium", "easy"), ("easy", "random")):
        for seats in arguments.seats:
            bots = [one, *[others] * (seats - 1)]
            shares = levels_met(bots, 2 * arguments.games, arguments.seed, advanced=False, patience=patience)
            print(f"{one:<21} {others:<8} {seats}      {told(shares[:, 0], seats)}", flush=True)


def print_time(arguments: argparse.Namespace) -> None:
    """The processor time of the expert's moves, from what is seen to the move, in the rounds 2 to 6."""
    print("seats  moves  p50 ms  p99 ms  most ms")
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
        p50, p99 = np.percentile(in_order, [50, 99])
        print(f"{seats}      {len(in_order)}    {p50:6.1f}  {p99:6.1f}  {in_order[-1]:6.1f}", flush=True)


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


def print_curves(arguments: argparse.Namespace, patience: Patience) -> None:
    """How often the expert calls and stays in, at a table of hard bots."""
    seats = arguments.seats[0]
    start, watched = new_state(seats), Watched()
    players = players_named(("expert", *("hard",) * (seats - 1)), start, patience)
    for game in range(max(20, arguments.games // 10)):
        _watch(game, arguments.seed, start.copy(), players, watched)
    for name, counts, lines in (
        ("calls", watched.calls, ("first turn", "second", "third", "later")),
        ("stays", watched.stays, ("0 stars", "1 to 3", "4 to 6", "7")),
    ):
        print(f"{name} at distance  " + "".join(f"{far:>6}" for far in range(FAR + 1)) + " or more")
        for n, line in enumerate(lines):
            shown = [
                f"{100 * counts[1, n, far] / counts[0, n, far]:5.0f}%" if counts[0, n, far] else "     –"
                for far in range(FAR + 1)
            ]
            print(f"{line:<18}" + "".join(shown), flush=True)


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


def print_tokens(arguments: argparse.Namespace, patience: Patience) -> None:
    """The expert with and without a look at Lock and Silence, with the same cards."""
    print("seats  with Lock and Silence  without        difference")
    for seats in arguments.seats:
        bots = ["expert", *["hard"] * (seats - 1)]
        both = [
            levels_met(
                bots,
                arguments.games,
                arguments.seed,
                advanced=False,
                patience=patience._replace(extras=extras),
            )[:, 0]
            for extras in (True, False)
        ]
        gained = (both[0] - both[1]) * seats
        error = 1.96 * gained.std() / len(gained) ** 0.5
        print(
            f"{seats}      {told(both[0], seats)}        {told(both[1], seats)}  "
            f"{gained.mean():+.3f} ± {error:.3f}",
            flush=True,
        )


def counters(seats: int) -> dict[str, dict[str, float]]:
    """Simple strategies: everything else is as the hard bot does it."""
    hard = thresholds_of("hard", seats) | {"bluff": 0.0}
    plain = {name: 0.0 for name in hard if name.startswith("call_")}
    turns = [f"call_{turn}" for turn in range(6)]
    stays = [f"stay_{turn}" for turn in range(4)]
    found = {
        f"calls at {far}": hard | plain | dict.fromkeys(turns, float(far))
        for far in (0, 1, 2, 3, 4, 6, 8, 12)
    }
    found["calls at once"] = hard | plain | dict.fromkeys(turns, 1e6)
    found["always folds"] = hard | dict.fromkeys(stays, -1e6) | {"stay_free": 0.0}
    found["always stays"] = hard | dict.fromkeys(stays, 1e6)
    found["only exact, always folds"] = found["calls at 0"] | dict.fromkeys(stays, -1e6) | {"stay_free": 0.0}
    found["at once, always stays"] = found["calls at once"] | dict.fromkeys(stays, 1e6)
    return found


def print_counters(arguments: argparse.Namespace, patience: Patience) -> None:
    """One simple strategy at a table of experts."""
    print("against experts            seats  times its fair share")
    for seats in arguments.seats:
        for name, thresholds in counters(seats).items():
            rows = np.zeros((seats, LENGTH))
            rows[0] = row_of(thresholds)
            desk, results = expert_desk(seats, 1.0, patience), new_results(arguments.games, seats)
            players = new_players([THRESHOLD, *[SEARCH] * (seats - 1)], rows, desk, is_turning=True)
            play_tables(arguments.seed, 0, new_state(seats), players, results)
            print(f"{name:<26} {seats}      {told(shares_of(results.won)[:, 0], seats)}", flush=True)


def main() -> None:
    """Print all tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=HELD_OUT)
    parser.add_argument("--playouts", type=int, default=EXPERT.playouts)
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5], choices=[3, 4, 5])
    parser.add_argument("--parts", nargs="+", default=PARTS, choices=PARTS)
    arguments = parser.parse_args()
    patience = EXPERT._replace(playouts=arguments.playouts)
    print(f"{arguments.games} games each, {arguments.playouts} playouts a move, seed {arguments.seed}")
    for part in arguments.parts:
        print()
        if part == "time":
            print_time(arguments)
        else:
            globals()[f"print_{part}"](arguments, patience)


if __name__ == "__main__":
    main()
