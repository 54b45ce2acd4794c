"""How much load can the server take? Real sockets, a real server and a database on disk, all on one machine.

Run: python benchmarks/load.py [pace] [throughput] [idle] [growth] [start] [options]

Clients measure latency from sending a choice until its effect has arrived at all sockets of the table; the
server's own figures are read from /metrics. The clients' CPU time is shown too, since they run on the same
machine. On a shared machine, read wall-clock time together with CPU time and with the yardsticks in the
header: a plain Python loop of a million additions, and one page forced to disk. Linux only. Ctrl-C stops
early and prints the figures so far.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

# This folder has a store.py that would hide the package `store` of the tests.
sys.path[0] = str(Path(__file__).resolve().parents[1])
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "tests"))

from benchmarks.engine import yardstick  # noqa: E402  # needs the path above
from benchmarks.loading.client_processes import ClientFailed  # noqa: E402  # likewise
from benchmarks.loading.scenarios import SCENARIOS, Interrupted  # noqa: E402  # likewise

SPARE_FILES = 500
"""Open files of a process other than its sockets."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("scenarios", nargs="*", metavar="scenario", help=f"{', '.join(SCENARIOS)}; default: all")
    add("--seconds", type=float, help="duration: pace 30, throughput 15, idle 30, growth 20")
    add("--warm-up", type=float, help="seconds before measuring begins")
    add("--tables", type=int, help="pace 2000, throughput 5 × --moving, growth (this only), start 10000")
    add("--every", type=float, default=12, help="pace: mean time of a decision in s (12)")
    add("--moving", type=int, default=250, help="throughput: tables that move all the time (250)")
    add("--sockets", type=int, default=10_000, help="idle: number of sockets (10000)")
    add("--rate", type=float, default=40, help="growth: choices per second (40)")
    add("--times", type=int, default=5, help="start: number of starts (5)")
    add(
        "--games", nargs="+", default=["mark", "qwixx"], help="games, assigned to tables in turn (mark qwixx)"
    )
    add("--clients", type=int, default=1, help="number of client processes (1)")
    add("--postgres", action="store_true", help="start a PostgreSQL and use it instead of SQLite")
    add("--show-pid", action="store_true", help="print the server's process id, for a profiler")
    add("--folder", type=Path, help="folder for the database; default: a temporary one")
    arguments = parser.parse_args()
    unknown = set(arguments.scenarios) - set(SCENARIOS)
    if unknown:
        parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
    return arguments


def _most_files() -> int:
    """Raise the limit of open files for this process and the server; the number of sockets it allows."""
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


def _print_header(arguments: argparse.Namespace) -> None:
    syncs = _fsyncs_per_second(arguments)
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(
        f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, load average {load}, "
        f"{'PostgreSQL' if arguments.postgres else 'SQLite'}\n"
        f"yardsticks: {1000 * yardstick():.1f} ms of CPU for a million additions, {syncs:.0f} fsyncs/s"
    )


def main() -> int:
    """Run the requested scenarios."""
    arguments = _arguments()
    arguments.most_files = _most_files()
    _print_header(arguments)
    try:
        for name in arguments.scenarios or SCENARIOS:
            SCENARIOS[name](arguments)
    except (Interrupted, KeyboardInterrupt):
        print("\nstopped")
        return 130
    except ClientFailed as error:
        print(f"\nfailed: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
