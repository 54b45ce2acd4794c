"""How much load can the server take? Real sockets, a real server, a database on disk, all on this machine.

Run: python benchmarks/load.py [pace] [throughput] [idle] [growth] [start] [options]

Latency is measured by the clients, from sending a choice until its effect has arrived at all sockets of the
table; and by the server, whose figures are read from /metrics. The clients run on the same machine and cost
processor time too, which is shown; since machines are shared, look at CPU time beside wall time, and at the
yardsticks in the head: a plain Python loop of a million additions, and one page forced to the disk. Linux
only. Ctrl-C prints what there is.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

# This folder has a `store` that is not the tests' package.
sys.path[0] = str(Path(__file__).resolve().parents[1])
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "tests"))

from benchmarks.engine import yardstick  # noqa: E402  # found only now
from benchmarks.loading.driving import Failed  # noqa: E402  # likewise
from benchmarks.loading.scenarios import SCENARIOS, Interrupted  # noqa: E402  # likewise

SPARE_FILES = 500
"""Open files that a process needs besides its sockets."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("scenarios", nargs="*", metavar="scenario", help=f"{', '.join(SCENARIOS)}; default: all")
    add("--seconds", type=float, help="how long is measured: pace 30, throughput 15, idle 30, growth 20")
    add("--warm-up", type=float, help="seconds before that")
    add("--tables", type=int, help="pace 2000, throughput 5 × --moving, growth (this only), start 10000")
    add("--every", type=float, default=12, help="pace: about how long a decision takes, in s (12)")
    add("--moving", type=int, default=250, help="throughput: tables that always move (250)")
    add("--sockets", type=int, default=10_000, help="idle: how many (10000)")
    add("--rate", type=float, default=40, help="growth: choices a second (40)")
    add("--times", type=int, default=5, help="start: how often (5)")
    add("--games", nargs="+", default=["mark", "qwixx"], help="which games, in turn (mark qwixx)")
    add("--clients", type=int, default=1, help="processes of clients (1)")
    add("--postgres", action="store_true", help="on a PostgreSQL of our own instead of SQLite")
    add("--show-pid", action="store_true", help="print the server's process id, for a profiler")
    add("--folder", type=Path, help="where the database is made; default: a temporary folder")
    arguments = parser.parse_args()
    unknown = set(arguments.scenarios) - set(SCENARIOS)
    if unknown:
        parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
    return arguments


def _most_files() -> int:
    """Raise the limit of open files for this process and the server; the number of sockets that allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most - SPARE_FILES


def _fsyncs_per_second(arguments: argparse.Namespace, seconds: float = 0.5) -> float:
    with tempfile.TemporaryFile(dir=arguments.folder, buffering=0) as file:
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            file.write(bytes(4096))
            os.fsync(file.fileno())
            count += 1
        return count / (time.perf_counter() - start)


def _print_head(arguments: argparse.Namespace) -> None:
    syncs = _fsyncs_per_second(arguments)
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(
        f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load average {load}, "
        f"{'PostgreSQL' if arguments.postgres else 'SQLite'}\n"
        f"yardsticks: {1000 * yardstick():.1f} ms of CPU for a million additions, {syncs:.0f} fsyncs/s"
    )


def main() -> int:
    """Run the scenarios that were asked for."""
    arguments = _arguments()
    arguments.most_files = _most_files()
    _print_head(arguments)
    try:
        for name in arguments.scenarios or SCENARIOS:
            SCENARIOS[name](arguments)
    except (Interrupted, KeyboardInterrupt):
        print("\nstopped")
        return 130
    except Failed as error:
        print(f"\nfailed: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
