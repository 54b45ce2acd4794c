"""Ten clients that cost as much as they can: each asks for the most expensive things without a pause.

They keep to what they are told: after a 429 they wait, and a closed socket is opened again.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.costs.clients import Browser, Closed, TableSocket
from benchmarks.costs.requests import BRACKETS, SEATS
from benchmarks.costs.world import HOARD

FRAMES_PER_SECOND = 18
"""Just below the limit for one socket."""
ME = {"kind": "me"}
PACE_S = 0.002
"""A client that is refused at once must not spin."""


@dataclass(frozen=True, slots=True)
class Target:
    """What an adversary can use: their own tables."""

    finished: str
    """A long game that is over."""
    crowded: str
    """A game at its most expensive moment."""


Adversary = Callable[[Browser, Target], Coroutine[Any, Any, None]]


def _bots(bot: str, number: int) -> list[dict[str, str]]:
    return [{"kind": "bot", "bot": bot}] * number


async def _flood_at(browser: Browser, table_id: str, frames: Callable[[TableSocket], Awaitable[Any]]) -> None:
    """Send frames at one socket, just below the limit."""
    while True:
        socket = await browser.socket(table_id)
        if socket is None:
            await asyncio.sleep(PACE_S)
            continue
        with suppress(Closed):
            while not socket.seen:
                await socket.next()
            while True:
                await asyncio.gather(frames(socket), asyncio.sleep(1 / FRAMES_PER_SECOND))
        await socket.close()


async def looks(browser: Browser, target: Target) -> None:
    """Ask at ten sockets at once what each move of the longest menu would do."""

    async def look(socket: TableSocket) -> None:
        seen = next(iter(socket.seen.values()))["seen"]
        await socket.answer("look", point=seen["point"])

    await asyncio.gather(*(_flood_at(browser, target.crowded, look) for _ in range(10)))


async def choices(browser: Browser, target: Target) -> None:
    """Choose and take back, at ten sockets of the table with the longest menus."""

    async def choose(socket: TableSocket) -> None:
        told = next(iter(socket.seen.values()))
        point, menu = told["seen"]["point"], told["seen"]["menu"]
        if menu:
            await socket.answer("commit", point=point, nth=told["nth"], move=menu[-1])
        else:
            await socket.answer("take_back", point=point, nth=told["nth"])

    await asyncio.gather(*(_flood_at(browser, target.crowded, choose) for _ in range(10)))


async def handshakes(browser: Browser, target: Target) -> None:
    """Connect to the table with the longest menus, again and again."""
    while True:
        socket = await browser.socket(target.crowded)
        if socket is not None:
            await socket.close()
        await asyncio.sleep(PACE_S)


async def replays(browser: Browser, target: Target) -> None:
    """Read a long game, never the same steps twice, on ten connections."""
    rng = Random(browser.cookie)

    async def read() -> None:
        reader = Browser(browser.port, browser.cookie, browser.address, browser.counted)
        while True:
            query = f"step={rng.randrange(6000)}&limit={rng.randrange(150, 201)}&viewer={rng.randrange(5)}"
            await reader.ask("GET", f"/api/tables/{target.finished}/replay?{query}")
            await asyncio.sleep(PACE_S)

    await asyncio.gather(*(read() for _ in range(10)))


async def records(browser: Browser, target: Target) -> None:
    """Download the record of a long game, its proof, and lists of a hundred tables."""
    while True:
        for path in (f"/tables/{target.finished}/record", "/tables", "/me/games?limit=100", "/me/access"):
            await browser.ask("GET", f"/api{path}")
        await asyncio.sleep(PACE_S)


async def bot_games(browser: Browser, target: Target) -> None:
    """As many games of bots alone as one may have, always."""
    while True:
        await _make(browser, "enough", _bots("greedy", 5), options=HOARD)
        await asyncio.sleep(0.05)


async def bot_tables(browser: Browser, target: Target) -> None:
    """Many tables where bots answer a person, who stays connected and answers at once."""

    async def play() -> None:
        while True:
            table_id = await _make(browser, "enough", [ME, *_bots("greedy", 4)])
            socket = None if table_id is None else await browser.socket(table_id)
            if socket is not None:
                with suppress(Closed):
                    await _play(socket)
                await socket.close()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(play() for _ in range(5)))


async def _play(socket: TableSocket) -> None:
    while True:
        frame = await socket.next()
        if frame["t"] != "seen" or not frame["seen"]["menu"]:
            if frame["t"] == "seen" and frame["seen"]["over"] is not None:
                return
            continue
        seen = frame["seen"]
        await socket.send("commit", point=seen["point"], nth=frame["nth"], move=seen["menu"][-1])
        await asyncio.sleep(1 / FRAMES_PER_SECOND)


async def creations(browser: Browser, target: Target) -> None:
    """Create tables with the largest kit, and close them."""
    while True:
        table_id = await _make(browser, "enough", SEATS, options=HOARD)
        if table_id is not None:
            await browser.ask("POST", f"/api/tables/{table_id}/close")
        else:
            await browser.ask("POST", "/api/tables", BRACKETS)
        await asyncio.sleep(PACE_S)


async def phrases(browser: Browser, target: Target) -> None:
    """Talk to fifty sockets that are slow to read."""
    sockets = [await browser.socket(target.crowded) for _ in range(50)]

    async def say(socket: TableSocket) -> None:
        await socket.answer("say", phrase="good_luck")

    try:
        await asyncio.gather(*(_flood_at(browser, target.crowded, say) for _ in range(5)))
    finally:
        await asyncio.gather(*(socket.close() for socket in sockets if socket is not None))


async def nonsense(browser: Browser, target: Target) -> None:
    """Malformed bodies, unknown codes and addresses, QR codes, the page."""
    made = await browser.ask("POST", "/api/tables", {"game": "qwixx", "seats": [ME, {"kind": "open"}]})
    while True:
        await browser.ask("POST", "/api/tables", BRACKETS)
        await browser.ask("GET", "/nowhere" * 100)
        await browser.ask("GET", "/api/games/mark/introduction")
        if made is not None:
            path = f"/api/tables/{made['table']['id']}/qr"
            await browser.ask("POST", path, {"invite": made["invite"]})
        await asyncio.sleep(PACE_S)


async def _make(browser: Browser, game: str, seats: Any, **more: Any) -> str | None:
    made = await browser.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
    if made is None:
        return None
    table_id = str(made["table"]["id"])
    step = "ready" if ME in seats else "start"  # Nobody is ready at a table of bots alone.
    await browser.ask("POST", f"/api/tables/{table_id}/{step}", {})
    return table_id


ADVERSARIES: tuple[Adversary, ...] = (
    looks, choices, handshakes, replays, records, bot_games, bot_tables, creations, phrases, nonsense,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """One adversary's part."""

    number: int
    port: int
    cookie: str
    address: str
    target: Target


def run(parts: list[Part], seconds: float) -> str:
    """Let all of them do their worst for some time; what they were answered, as JSON."""
    return json.dumps(asyncio.run(_run(parts, seconds)))


async def _run(parts: list[Part], seconds: float) -> dict[str, dict[str, int]]:
    counted: dict[str, dict[str, int]] = {}
    tasks: list[asyncio.Task[None]] = []
    for part in parts:
        act, counts = ADVERSARIES[part.number], Counter[str]()
        counted[act.__name__] = counts
        browser = Browser(part.port, part.cookie, part.address, counts)
        tasks.append(asyncio.create_task(act(browser, part.target)))
    done, pending = await asyncio.wait(tasks, timeout=seconds)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()  # None of them ends by itself.
    return counted
