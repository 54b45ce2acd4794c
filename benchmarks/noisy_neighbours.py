"""Do ten clients who cost as much as they can spoil the game of somebody else?

Run: python -m benchmarks.noisy_neighbours [--seconds N]

A real server with the limits that it has by default. One person plays against two bots, alone at first, then
next to ten adversaries at one address, then next to the same ten at ten addresses. Shown are how long it
takes until a choice is acknowledged and until the bots have answered it, and how much of a core the event
loop uses. Targets: 99 of 100 choices in less than 100 ms, and bots within 2 s. The adversaries run in a
process of their own, but on the same machine: compare with the first row. Takes about two minutes.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from benchmarks.costs.adversaries import ADVERSARIES, Part, Target, run
from benchmarks.costs.clients import Browser, TableSocket
from benchmarks.costs.world import store_games

from closecall.server.context import ServerContext
from closecall.server.settings import Settings
from server.server_process import running_server

THINKING_S = 0.2
"""How long the quiet person thinks."""
WARM_UP_S = 5
HEAD_START_S = 4
"""How long the adversaries have been there when measuring begins."""
END_S = 1
QUIET_ADDRESS = "10.9.9.9"
FLAGS = (
    "--trusted-proxies=127.0.0.1", "--most-new=300", "--most-cpu-per-person=5", "--most-cpu-per-address=25",
    "--metrics",
)  # fmt: skip


@dataclass(slots=True)
class Waits:
    """How long the quiet person has waited, in ms."""

    choices: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        if len(self.choices) < 2 or not self.bots:
            return "no game"
        choices = quantiles(self.choices, n=100, method="inclusive")
        bots = quantiles(self.bots, n=100, method="inclusive")
        return (
            f"{len(self.choices):>8}{median(self.choices):>8.1f}{choices[98]:>8.1f}{max(self.choices):>8.1f}"
            f"{median(self.bots):>12.1f}{bots[98]:>8.1f}{max(self.bots):>8.1f}"
        )


async def _play_quietly(browser: Browser, seconds: float) -> Waits:
    """Play one game after the other, and measure."""
    waits, end = Waits(), time.monotonic() + seconds
    try:
        await _play_games(browser, waits, end)
    finally:
        browser.close()
    return waits


async def _play_games(browser: Browser, waits: Waits, end: float) -> None:
    while time.monotonic() < end:
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * 2]
        made = await browser.ask("POST", "/api/tables", {"game": "qwixx", "seats": seats})
        assert made is not None, dict(browser.counted)
        await browser.ask("POST", f"/api/tables/{made['table']['id']}/ready", {})
        socket = await browser.socket(made["table"]["id"])
        assert socket is not None, browser.counted
        try:
            await _play_game(socket, waits, end)
        finally:
            await socket.close()


async def _play_game(socket: TableSocket, waits: Waits, end: float) -> None:
    sent_at, number, latest = 0.0, 0, (-1, -1)
    while time.monotonic() < end:
        frame = await socket.next()
        if frame["t"] == "ack" and frame["id"] == number:
            waits.choices.append(1000 * (time.perf_counter() - sent_at))
        if frame["t"] != "seen":
            continue
        seen, moment = frame["seen"], (frame["seen"]["point"], frame["nth"])
        if seen["over"] is not None:
            return
        if seen["menu"] is None or moment <= latest:
            continue
        if sent_at:
            waits.bots.append(1000 * (time.perf_counter() - sent_at))
        latest = moment
        await asyncio.sleep(THINKING_S)
        move = random.choice(seen["menu"])
        sent_at = time.perf_counter()
        number = await socket.send("commit", point=seen["point"], nth=frame["nth"], move=move)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The people of the benchmark, and the tables of the adversaries."""

    quiet: str
    noisy: list[tuple[str, Target]]
    """Cookies and tables."""


def _prepare(database: Path) -> Prepared:
    """Create everybody, and store their games, before the server starts."""
    server = ServerContext.open(Settings(database, bots=1))
    try:
        return asyncio.run(_prepare_in(server))
    finally:
        server.store.close()


async def _prepare_in(server: ServerContext) -> Prepared:
    people = [await server.people.welcome(f"Noisy {n}", "en") for n in range(len(ADVERSARIES))]
    _, cookie = await server.people.welcome("Quiet", "en")
    noisy = []
    for n in range(0, len(people), 5):
        finished, crowded = store_games(server.store, [person.id for person, _ in people[n : n + 5]], n)
        noisy += [(f"closecall={mine.value}", Target(finished, crowded)) for _, mine in people[n : n + 5]]
    return Prepared(f"closecall={cookie.value}", noisy)


@contextmanager
def _noise(parts: list[Part], seconds: float) -> Iterator[None]:
    """The adversaries, in a process of their own; what they were answered is shown at the end."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        counted = pool.submit(run, parts, seconds) if parts else None
        yield
        if counted is not None:
            for name, counts in json.loads(counted.result()).items():
                shown = ", ".join(f"{count} × {what}" for what, count in sorted(counts.items()))
                print(f"    {name:<12}{shown}")


def _loop_cpu(pid: int) -> float:
    """CPU seconds of a server's main thread."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9


def measure(seconds: float, only: list[str]) -> None:
    """Print a row for each situation."""
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"load average {load}; choices and bots in ms")
    heads = [f"{head:>8}" for head in ("choices", "p50", "p99", "max")]
    heads += [f"{'bots p50':>12}", *(f"{head:>8}" for head in ("p99", "max", "loop"))]
    print(f"{'':<22}{''.join(heads)}")
    with tempfile.TemporaryDirectory() as name:
        prepared = _prepare(Path(name) / "tables.db")
        with running_server(Path(name), None, *FLAGS) as running:
            port = int(running.url.rpartition(":")[2])
            quiet = Browser(port, prepared.quiet, QUIET_ADDRESS)
            asyncio.run(_play_quietly(quiet, WARM_UP_S))
            for about, addresses in (("alone", 0), ("ten at one address", 1), ("ten at ten addresses", 10)):
                noisy = enumerate(prepared.noisy if addresses else [])
                parts = [
                    Part(n, port, cookie, f"10.0.{addresses}.{n % addresses}", target)
                    for n, (cookie, target) in noisy
                    if not only or ADVERSARIES[n].__name__ in only
                ]
                with _noise(parts, seconds + HEAD_START_S + END_S):
                    time.sleep(HEAD_START_S if parts else 0)
                    started, cpu = time.monotonic(), _loop_cpu(running.process.pid)
                    waits = asyncio.run(_play_quietly(quiet, seconds))
                    cpu = (_loop_cpu(running.process.pid) - cpu) / (time.monotonic() - started)
                    print(f"{about:<22}{waits}{cpu:>8.0%}", flush=True)


def main() -> None:
    """Measure for as long as asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=25, help="how long each row is measured (25)")
    names = [adversary.__name__ for adversary in ADVERSARIES]
    parser.add_argument("--only", nargs="+", choices=names, default=[], help="some of the adversaries")
    arguments = parser.parse_args()
    measure(arguments.seconds, arguments.only)


if __name__ == "__main__":
    main()
