"""How soon the strong bots play, how fast, and what they cost: on Linux, with a cache that begins empty.

Run: python benchmarks/experts.py [--moves N] [--rounds N] [--install]

| part | what is measured |
|---|---|
| first move | CPU time of `closecall play GAME --seats expert,…` until it shows the first expert's move |
| server | seconds until a new server is healthy, and until experts have moved at a table |
| worker | resident memory of a bot worker after expert moves at all games, in all colours of Mark |
| moves | CPU milliseconds of single moves in WebAssembly and in native code, the same views in turn |
| `--install` | size and seconds of `pip install .` into a new environment, with and without `[sim]` |
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import msgspec

from closecall.bots import find_bot
from closecall.bots.runtime import Runtime
from closecall.bots.wasm.runtime import WasmRuntime
from closecall.child_process import python_command
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision
from closecall.core.seen import encode_seen
from closecall.games import game_of, rules_of, slugs
from closecall.server.rooms import bot_worker
from closecall.server.rooms.python_processes import environment
from server.server_process import running_server

ROOT = Path(__file__).parents[1]
TARGETS = {"first move": 1.5, "healthy": 2.0, "expert": 3.0, "worker": 80.0, "ratio": 3.0}
MOVE_TARGETS = {"mark": 5.0, "qwixx": 5.0, "enough": 50.0}
"""Milliseconds of the slowest move in a hundred."""
INSTALL_TARGET = 170
PROGRAM = "import sys; from closecall.cli.main import main; sys.exit(main())"
WARMING = 60
"""Moves at the start that are not counted."""
MOVE = re.compile(rb"^\w.* \xe2\x80\x93 ")
"""A line of `closecall play --plain` that shows a move: a name, a dash, and what it did."""


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Resident memory of a process."""
    (line,) = [
        line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")
    ]
    return int(line.split()[1]) / 1024


def first_move(game: str) -> float:
    """CPU seconds until the first expert's move is shown."""
    seats = max(2, min(rules_of(game).SEATS))
    with tempfile.TemporaryDirectory() as cache:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "play", game, "--plain", "--seats", ",".join(["expert"] * seats)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "CLOSECALL_CACHE": cache, "CLOSECALL_HOME": cache, "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None
        for line in process.stdout:
            if MOVE.match(line):
                break
        spent = cpu_seconds(process.pid)
        process.kill()
        process.wait()
        process.stdout.close()
    return spent


def server() -> dict[str, float]:
    """Seconds until a new server is healthy, and until experts have moved at a table of Qwixx."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_CACHE_HOME=folder):
        start = time.perf_counter()
        with running_server(Path(folder)) as running:
            healthy = time.perf_counter() - start
            ann = running.person("Ann")
            expert = {"kind": "bot", "bot": "expert"}
            table = ann.create_table(game="qwixx", seats=[expert, expert])["table"]["id"]
            with ann.socket(table) as socket:
                while socket.await_frame("seen")["seen"]["point"] < 4:
                    pass
            return {"healthy": healthy, "expert": time.perf_counter() - start}


def decisions(game: str, seats: int, rng: Random) -> Iterator[tuple[AnyMatch, Any]]:
    """Decisions of games that experts play."""
    bot: Any = find_bot("expert", game)
    while True:
        match: AnyMatch = Match.start(rules_of(game), seats)
        while True:
            while isinstance(match.pending, Chance):
                match = match.fate(match.rules.draw(match.state, RandomSource(rng)))
            if not isinstance(match.pending, Decision):
                break
            seat = next(seat for seat in match.pending.menus if seat not in match.sealed)
            yield match, seat
            match = match.commit(seat, bot.choose(match.seen_by(seat), rng), point=match.point)


def worker_mb() -> float:
    """Resident memory of a bot worker after ten expert moves of each game and each number of seats."""
    process = subprocess.Popen(
        python_command(bot_worker.__name__),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline()
    for game in slugs():
        for seats in rules_of(game).SEATS:
            if game == "qwixx" and seats == 1:
                continue  # Alone, the expert has a table of 22 MB.
            found = decisions(game, seats, Random(seats))
            for _ in range(12 if game != "mark" else 3 * seats):
                match, seat = next(found)
                seen = encode_seen(match.rules, match.seen_by(seat))
                question = msgspec.json.encode({"game": game, "bot": "expert", "seen": seen})
                process.stdin.write(question + b"\n")
                process.stdin.flush()
                answer = process.stdout.readline()
                assert answer.startswith(b"move "), answer
    found_mb = resident_mb(process.pid)
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return found_mb


def move_times(game: str, seats: int, moves: int, runtimes: dict[str, Runtime]) -> dict[str, list[float]]:
    """CPU milliseconds of the expert's moves; the first few, which load values, are left out."""
    rng, times = Random(1), {name: list[float]() for name in runtimes}
    bot: Any = find_bot("expert", game)
    for number, (match, seat) in enumerate(decisions(game, seats, rng)):
        seen, key = match.seen_by(seat), rng.getrandbits(60)
        for name, runtime in runtimes.items():
            start = time.process_time()
            bot.choose_with(runtime, seen, Random(key))
            times[name].append(1000 * (time.process_time() - start))
        if number == moves + WARMING:
            return {name: found[WARMING:] for name, found in times.items()}
    raise AssertionError("games never end")


def p99(times: list[float]) -> float:
    """The slowest of a hundred."""
    return sorted(times)[int(0.99 * len(times))]


def install(extra: str) -> tuple[float, float]:
    """Megabytes in site-packages, and seconds, of an installation into a new environment."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        start = time.perf_counter()
        subprocess.run([f"{folder}/bin/pip", "install", "--quiet", f"{ROOT}{extra}"], check=True)
        seconds = time.perf_counter() - start
        (packages,) = Path(folder).glob("lib/python*/site-packages")
        size = sum(file.stat().st_blocks * 512 for file in packages.rglob("*") if file.is_file())
        return size / 1e6, seconds


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--moves", type=int, default=400, help="moves of each game (default 400)")
    parser.add_argument("--rounds", type=int, default=3, help="cold starts of each game (default 3)")
    parser.add_argument("--install", action="store_true", help="measure installations too")
    given = parser.parse_args()
    print(f"{'CPU s until the first expert move':44}{'median':>8}{'target':>9}")
    for game in slugs():
        found = median(first_move(game) for _ in range(given.rounds))
        print(f"{game:44}{found:8.2f}{TARGETS['first move']:>9}")
    print(f"\n{'server: seconds until':44}{'median':>8}{'target':>9}")
    starts = [server() for _ in range(given.rounds)]
    for name, words in (("healthy", "it is healthy"), ("expert", "experts have moved at a table")):
        print(f"{words:44}{median(found[name] for found in starts):8.2f}{TARGETS[name]:>9}")
    print(f"\n{'bot worker, resident MB':44}{'':8}{'target':>9}")
    with tempfile.TemporaryDirectory() as cache, patch.dict(os.environ, CLOSECALL_CACHE=cache):
        for words in ("the first on a machine, which compiles", "any later one"):
            print(f"{words:44}{worker_mb():8.0f}{TARGETS['worker']:>9}")
    from closecall.bots.native_runtime import NativeRuntime  # noqa: PLC0415  # Loads Numba.

    runtimes: dict[str, Runtime] = {"native": NativeRuntime(), "wasm": WasmRuntime()}
    head = (
        f"{'expert moves, CPU ms':20}{'seats':>6}{'native p99':>12}{'wasm p99':>10}{'ratio':>7}{'target':>12}"
    )
    print(f"\n{head}")
    for game in slugs():
        for seats in game_of(game).benchmark_seats or rules_of(game).SEATS:
            if game == "qwixx" and seats == 1:
                continue
            times = move_times(game, seats, given.moves, runtimes)
            native, wasm = p99(times["native"]), p99(times["wasm"])
            target = f"{MOVE_TARGETS[game]:g} ms, {TARGETS['ratio']:g}×"
            print(f"{game:20}{seats:6}{native:12.2f}{wasm:10.2f}{wasm / native:7.2f}{target:>12}")
    if given.install:
        print(f"\n{'installation':44}{'MB':>8}{'s':>8}{'target':>9}")
        for extra in ("", "[sim]"):
            size, seconds = install(extra)
            target = str(INSTALL_TARGET) if not extra else ""
            print(f"{'pip install closecall' + extra:44}{size:8.0f}{seconds:8.0f}{target:>9}")


if __name__ == "__main__":
    main()
