"""The speed of the readable engine: random games with menus and views, by game and number of seats.

Run: python benchmarks/engine.py [--games N] [--seed S]

Time is CPU time. Machines differ and are shared, so the last column relates it to a yardstick measured in the
same run, a plain Python loop of a million additions: the number of yardsticks that one game takes.
"""

import argparse
import time
from random import Random

from closecall import new_match, rules_of
from closecall.core.fate import RandomSource
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision
from closecall.games import slugs


def random_game(game: str, seats: int, rng: Random) -> AnyMatch:
    """Play a whole game; every deciding seat gets its view and picks from its menu."""
    match = new_match(game, seats)
    source = RandomSource(rng)
    while True:
        match match.pending:
            case Chance():
                match = match.fate(match.rules.draw(match.state, source))
            case Decision(menus):
                for seat in menus:
                    seen = match.seen_by(seat)
                    assert seen.menu is not None
                    match = match.commit(seat, rng.choice(list(seen.menu)), point=match.point)
            case _:
                return match


def yardstick() -> float:
    """CPU seconds of a million additions: the best of five."""
    return min(_additions() for _ in range(5))


def _additions() -> float:
    start = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number
    return time.process_time() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="games per row (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    unit = yardstick()
    print(f"yardstick: {1000 * unit:.1f} ms for a million additions\n")
    print(f"{'game':8}{'seats':>6}{'games/CPU-s':>13}{'ms/game':>9}{'log entries':>13}{'yardsticks':>12}")
    for game in slugs():
        for seats in rules_of(game).SEATS:
            random_game(game, seats, Random(0))  # Warm up: imports and caches are not measured.
            start, entries = time.process_time(), 0
            for n in range(arguments.games):
                entries += len(random_game(game, seats, Random(f"{arguments.seed}/{n}")).log)
            each = (time.process_time() - start) / arguments.games
            print(
                f"{game:8}{seats:6}{1 / each:13.0f}{1000 * each:9.2f}"
                f"{entries / arguments.games:13.0f}{each / unit:12.3f}"
            )


if __name__ == "__main__":
    main()
