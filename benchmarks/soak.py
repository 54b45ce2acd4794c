"""Does a server that is used for long keep its memory, files and tasks? A real server under full load.

Run: python -m benchmarks.soak [--minutes N] [--groups N] [--seed TEXT]

Groups of two new people and a bot play one game after another over real sockets, as fast as the server and
these clients can. Connections are cut, somebody watches, every second game has a rematch, bots play alone;
afterwards people read replays, records and proofs, and sign out. Only so many groups play at a time.

The verdict has three parts. Memory is flat if the mean of the server's own memory (USS) in the last third of
the time is at most 5 % above the mean in the middle third. After the load has stopped and idle tables have
been dropped, there are no more tasks and sockets than before it, and no more other files than in the middle
third. The server has logged no errors. Linux only. Ctrl-C stops early and prints the result so far.
"""

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean

# `benchmarks/store.py` would hide the package `store` of the tests if this folder came first.
sys.path[0] = str(Path(__file__).resolve().parents[1])
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "tests"))

import httpx  # noqa: E402  # needs the path above
from benchmarks.loading.server import MeasuredServer, running_server, total  # noqa: E402  # likewise

from closecall.games import slugs  # noqa: E402  # likewise
from server.clients import (  # noqa: E402  # likewise
    SPECTATOR,
    Client,
    Person,
    ServerAddress,
    Strategy,
    errors_in,
    new_person,
    new_table,
    play,
    post,
)
from support.processes import children  # noqa: E402  # likewise

MOST_GROWTH = 0.05
SAMPLE_S = 5
SETTLE_S = 120
"""How long after the load idle tables may stay in memory; the server drops them after a minute."""
GAME_S = 300
"""A game that takes longer has got stuck."""
FLAGS = ("--bot-pause-ms=0",)
COLUMNS = (
    "minute", "RSS MB", "USS MB", "bots MB", "sockets", "files", "tasks", "threads", "rooms", "games",
    "choices/s", "CPU %",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """The figures of a server at one moment."""

    at: float
    rss: int
    uss: int
    """The memory that it shares with no other process, in bytes, like `rss`."""
    bots: int
    """The memory of its bot workers."""
    sockets: int
    files: int
    """Open files that are not sockets."""
    tasks: int
    threads: int
    rooms: int
    choices: int
    cpu: float
    games: int


def sample_of(server: MeasuredServer, games: int) -> Sample:
    """The figures of now."""
    pid = server.process.pid
    figures = server.figures()
    sockets, files = _open_files(pid)
    return Sample(
        at=time.monotonic(),
        rss=server.rss(),
        uss=_uss(pid),
        bots=sum(map(_uss, children(pid))),
        sockets=sockets,
        files=files,
        tasks=int(figures["closecall_tasks"]),
        threads=len(os.listdir(f"/proc/{pid}/task")),
        rooms=int(figures["closecall_rooms"]),
        choices=int(total(figures, "closecall_commits_total")),
        cpu=server.cpu(),
        games=games,
    )


def _uss(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:  # It has just ended.
        return 0
    return 1024 * sum(map(int, re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE)))


def _open_files(pid: int) -> tuple[int, int]:
    """The numbers of open sockets and of other open files."""
    kinds = []
    for file in Path(f"/proc/{pid}/fd").iterdir():
        try:
            kinds.append(os.readlink(file).startswith("socket:"))
        except OSError:  # Closed meanwhile.
            continue
    return sum(kinds), len(kinds) - sum(kinds)


# The verdict.


@dataclass(frozen=True, slots=True)
class Verdict:
    """Sentences about what is well, and about what is not."""

    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def add(self, sentence: str, *, is_well: bool) -> None:
        """Add a sentence to its list."""
        (self.passed if is_well else self.failed).append(sentence)


def thirds(samples: list[Sample]) -> tuple[list[Sample], list[Sample]]:
    """The samples of the middle and of the last third of the time."""
    begin, end = samples[0].at, samples[-1].at
    third = (end - begin) / 3
    middle = [each for each in samples if begin + third <= each.at < end - third]
    return middle, [each for each in samples if each.at >= end - third]


def judge_memory(samples: list[Sample], verdict: Verdict) -> None:
    """Compare the memory in the middle third with that in the last."""
    middle, last = thirds(samples)
    if not middle or not last:
        verdict.add("memory: too short to tell", is_well=False)
        return
    for name, memory in (("server", lambda each: each.uss), ("bots", lambda each: each.bots)):
        before, after = mean(map(memory, middle)), mean(map(memory, last))
        growth = after / before - 1
        sentence = f"memory of the {name}: {_mb(before)} MB in the middle third, {_mb(after)} MB in the last"
        verdict.add(f"{sentence} ({growth:+.1%}, at most +{MOST_GROWTH:.0%})", is_well=growth <= MOST_GROWTH)


def judge_leaks(before: Sample, samples: list[Sample], settled: Sample, verdict: Verdict) -> None:
    """Compare what is open after the load with what was open before, or during it."""
    files = max(each.files for each in thirds(samples)[0] or samples)
    for name, found, most in (
        ("rooms", settled.rooms, before.rooms),
        ("tasks", settled.tasks, before.tasks),
        ("sockets", settled.sockets, before.sockets),
        ("other files", settled.files, files),
    ):
        verdict.add(f"{name} after the load: {found}, at most {most}", is_well=found <= most)


def _mb(size: float) -> str:
    return f"{size / 2**20:.1f}"


# The load.


@dataclass(slots=True)
class Load:
    """Groups that play until they are told to stop."""

    address: ServerAddress
    seed: str
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    games: int = 0
    _numbers: "count[int]" = field(default_factory=count)

    async def run_group(self) -> None:
        """Play with ever new people; the game under way when the load stops is broken off."""
        while not self.stopped.is_set():
            n = next(self._numbers)
            evening = asyncio.create_task(self._evening(n, Random(f"{self.seed} {n}")))
            stopped = asyncio.create_task(self.stopped.wait())
            await asyncio.wait([evening, stopped], return_when=asyncio.FIRST_COMPLETED)
            for task in (evening, stopped):
                if not task.done():
                    task.cancel()
                    await asyncio.wait([task])
            if not evening.cancelled():
                evening.result()

    async def _evening(self, n: int, rng: Random) -> None:
        game = slugs()[n % len(slugs())]
        # The server may close an idle connection at the moment when a request is sent.
        limits = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(base_url=self.address.url, timeout=GAME_S, limits=limits) as http:
            ann, ben = [await new_person(http, name) for name in ("Ann", "Ben")]
            table_id = await new_table(http, game, [ann, ben, "greedy"])
            await self._play(table_id, [ann, ben], rng)
            if n % 2:
                again = [await post(http, who, f"/tables/{table_id}/rematch") for who in (ann, ben)]
                for who in (ann, ben):
                    await post(http, who, f"/tables/{again[-1]['id']}/ready")
                await self._play(again[-1]["id"], [ann, ben], rng)
            if n % 4 == 0:
                await self._bots_alone(http, game, ann)
            await self._read(http, ann, table_id)
            for who, everywhere in ((ann, False), (ben, True)):
                body = {"everywhere": everywhere}
                answer = await http.post("/api/me/sign-out", json=body, headers=who.headers)
                answer.raise_for_status()
                http.cookies.clear()

    async def _play(self, table_id: str, people: list[Person], rng: Random) -> None:
        clients = [Client(self.address, table_id, person) for person in (*people, SPECTATOR)]
        async with asyncio.timeout(GAME_S), _connected(clients):
            cutting = asyncio.create_task(_cut_now_and_then(clients, rng))
            try:
                players = clients[: len(people)]
                await asyncio.gather(*(play(each, Strategy(Random(rng.random()))) for each in players))
            finally:
                cutting.cancel()
        self.games += 1

    async def _bots_alone(self, http: httpx.AsyncClient, game: str, host: Person) -> None:
        """Watch a game between bots."""
        table_id = await new_table(http, game, ["greedy"] * 3, host=host)
        watcher = Client(self.address, table_id, SPECTATOR)
        async with asyncio.timeout(GAME_S), watcher.connected():
            while not watcher.is_over:
                await watcher.news()
        self.games += 1

    async def _read(self, http: httpx.AsyncClient, reader: Person, table_id: str) -> None:
        paths = [f"/tables/{table_id}/{part}" for part in ("replay", "record", "proof")]
        for path in (*paths, "/me/games", "/me/access", "/tables"):
            answer = await http.get(f"/api{path}", headers=reader.headers)
            answer.raise_for_status()


@asynccontextmanager
async def _connected(clients: list[Client]) -> AsyncIterator[None]:
    # Not stopped in tasks of their own: the end of the load may cancel those before they have begun.
    async with AsyncExitStack() as stack:
        for client in clients:
            await stack.enter_async_context(client.connected())
        yield


async def _cut_now_and_then(clients: list[Client], rng: Random) -> None:
    while True:
        await asyncio.sleep(rng.uniform(0.5, 5))
        rng.choice(clients).cut()


# Measuring.


async def soak(server: MeasuredServer, load: Load, groups: int, seconds: float) -> tuple[list[Sample], bool]:
    """Play for a time, or until the load is stopped; print a line each minute.

    The samples, and whether Ctrl-C has stopped it.
    """
    playing = [asyncio.create_task(load.run_group()) for _ in range(groups)]
    samples = [await asyncio.to_thread(sample_of, server, 0)]
    shown, end = samples[0], samples[0].at + seconds
    try:
        while not load.stopped.is_set() and samples[-1].at < end:
            wait_s = min(SAMPLE_S, max(0.1, end - time.monotonic()))
            stopped = asyncio.create_task(load.stopped.wait())
            await asyncio.wait([stopped, *playing], timeout=wait_s, return_when=asyncio.FIRST_COMPLETED)
            stopped.cancel()
            samples.append(await asyncio.to_thread(sample_of, server, load.games))
            for failed in (task for task in playing if task.done() and not load.stopped.is_set()):
                failed.result()
            if samples[-1].at - shown.at >= 60 or samples[-1].at >= end:
                print_row((samples[-1].at - samples[0].at) / 60, shown, samples[-1])
                shown = samples[-1]
    finally:
        is_early = load.stopped.is_set()
        load.stopped.set()
        await asyncio.wait(playing)
    return samples, is_early


async def ready(server: MeasuredServer) -> Sample:
    """The figures once the bot workers have started."""
    while True:
        found = await asyncio.to_thread(sample_of, server, 0)
        if found.bots:
            return found
        await asyncio.sleep(1)


async def settled(server: MeasuredServer, before: Sample, games: int) -> Sample:
    """The figures after idle tables have been dropped and connections closed."""
    end = time.monotonic() + SETTLE_S
    while True:
        found = await asyncio.to_thread(sample_of, server, games)
        pairs = zip(*((each.rooms, each.sockets, each.tasks) for each in (found, before)), strict=True)
        if all(now <= most for now, most in pairs) or time.monotonic() > end:
            return found
        await asyncio.sleep(1)


def print_row(minute: float, before: Sample, now: Sample) -> None:
    """One line of the table; rates are since the line before."""
    seconds = max(0.001, now.at - before.at)
    counts = (now.sockets, now.files, now.tasks, now.threads, now.rooms, now.games)
    rates = (now.choices - before.choices) / seconds, 100 * (now.cpu - before.cpu) / seconds
    cells = [f"{minute:.1f}", *map(_mb, (now.rss, now.uss, now.bots)), *map(str, counts)]
    cells += [f"{rate:.0f}" for rate in rates]
    print("".join(f"{cell:>{len(name) + 2}}" for name, cell in zip(COLUMNS, cells, strict=True)), flush=True)


async def run(server: MeasuredServer, arguments: argparse.Namespace) -> int:
    """Soak the server and print the verdict; the exit code."""
    address = ServerAddress().open(f"http://{server.host}:{server.port}")
    load = Load(address, arguments.seed)
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, load.stopped.set)
    before = await ready(server)
    print("".join(f"{name:>{len(name) + 2}}" for name in COLUMNS))
    samples, is_early = await soak(server, load, arguments.groups, 60 * arguments.minutes)
    verdict = Verdict()
    judge_memory(samples, verdict)
    if is_early:
        print("stopped early: what stays open after the load was not checked")
    else:
        after = await settled(server, before, load.games)
        print_row((after.at - samples[0].at) / 60, samples[-1], after)
        judge_leaks(before, samples, after, verdict)
    errors = errors_in(server.log)
    verdict.add(f"errors in the server's log: {len(errors)}", is_well=not errors)
    print()
    for mark, sentences in (("passed", verdict.passed), ("FAILED", verdict.failed)):
        for sentence in sentences:
            print(f"{mark}  {sentence}")
    print("\n".join(errors[:5]))
    if is_early:
        return 130
    return 1 if verdict.failed else 0


def main() -> int:
    """Start a server and soak it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30, help="how long to play (30)")
    parser.add_argument("--groups", type=int, default=16, help="how many groups play at a time (16)")
    parser.add_argument("--seed", default="soak", help="seed of the players (soak)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running_server(folder, f"sqlite:///{folder}/tables.db", *FLAGS) as server:
            return asyncio.run(run(server, arguments))


if __name__ == "__main__":
    sys.exit(main())
