"""How does the server cope with ten thousand malformed frames? Answers, memory, others' latency.

Run: python benchmarks/hostile.py [--frames N] [--seed TEXT]

On a real server, three neighbours play against bots at public tables, first undisturbed and then during an
attack. The attackers send frames with invalid content (all kinds of bad JSON) and invalid frames (bad UTF-8,
oversized, unmasked, unknown opcodes, random bytes), at their own table and at the neighbours'. The tests do
the same with fewer frames. Ctrl-C stops early and prints the figures so far.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.attacks import AttackFigures, Neighbour, attacker, expect_health, neighbours, resident_kib
from server.server_process import RunningServer, running_server

BASELINE_S = 5
FLAGS = ("--json-logs", "--metrics")


def latencies(near: list[Neighbour]) -> str:
    """One row: games, choices, and how long the neighbours waited for answers."""
    waits = [wait for neighbour in near for wait in neighbour.waits]
    cuts = quantiles(waits, n=100)
    games = sum(neighbour.games for neighbour in near)
    middle, slow, worst = 1000 * cuts[49], 1000 * cuts[98], 1000 * max(waits)
    return f"{games:>8}{len(waits):>10}{middle:>10.1f}{slow:>10.1f}{worst:>10.1f}"


def attack(
    running: RunningServer, near: list[Neighbour], frames: int, seed: str
) -> tuple[AttackFigures, list[int]]:
    """Send the frames; the answers, and samples of the server's memory."""
    own = attacker(running)
    figures, rng, memory, shown = AttackFigures(), Random(seed), [resident_kib(running.process.pid)], 0
    try:
        while figures.total < frames:
            # The neighbours keep starting new games, so look up their tables again.
            found = own.with_watchers([neighbour.table_id for neighbour in near])
            for _ in range(24):
                rng.choice(found).attack(rng, figures)
            memory.append(resident_kib(running.process.pid))
            if figures.total * 10 // frames > shown:
                shown = figures.total * 10 // frames
                print(f"  {figures.total} frames, {memory[-1]} KiB", file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    return figures, memory


def report(figures: AttackFigures, memory: list[int], took: float) -> None:
    """Print the figures of the attack."""
    per_second = figures.total / took
    print(f"\n{figures.total} frames on {figures.connections} connections, {per_second:.0f} frames/s")
    for title, counts in (("sent", figures.frames), ("answered", figures.answers)):
        print(f"\n{title}:")
        for name, count in counts.most_common():
            print(f"  {name:28}{count:>8}")
    tenth = memory[len(memory) // 10]
    print(f"\nserver memory, KiB: {memory[0]} before, {tenth} after a tenth, {memory[-1]} at the end")
    print(f"  growth after the first tenth: {(memory[-1] - tenth) / 1024:.1f} MiB")


def main() -> None:
    """Measure with and without the attack, and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--frames", type=int, default=10_000, help="number of frames (default 10000)")
    parser.add_argument("--seed", default="hostile", help="seed of the attack (default: hostile)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, running_server(Path(name), None, *FLAGS) as running:
        with neighbours(running) as near:
            time.sleep(BASELINE_S)
        baseline = latencies(near)
        with neighbours(running) as near:
            started = time.perf_counter()
            figures, memory = attack(running, near, arguments.frames, arguments.seed)
            took = time.perf_counter() - started
        report(figures, memory, took)
        print(f"\nneighbours   {'games':>8}{'choices':>10}{'p50 ms':>10}{'p99 ms':>10}{'worst':>10}")
        print(f"baseline     {baseline}\nattacked     {latencies(near)}")
        expect_health(running)
        print("\nno traceback and no error in the log; the server is healthy")


if __name__ == "__main__":
    main()
