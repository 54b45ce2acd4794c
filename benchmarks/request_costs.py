"""What does each request cost at its worst input? CPU time on the event loop, and in threads.

Run: python -m benchmarks.request_costs [WORD …] [--rounds N]

The server runs in this process, without a network, on a database on disk with a long game, the largest kit, a
full table, many viewers, a long history and many devices. Words select the rows that contain one of them. The
figures are the worst of a few rounds, in milliseconds, without what is done only once after a start. The
event loop serves everybody, so whatever takes longer than 20 ms there is marked. A test checks that no route
and no frame is missing.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.costs.frames import FRAMES
from benchmarks.costs.requests import REQUESTS, Prepare
from benchmarks.costs.world import World, opened_world

TOO_MUCH_MS = 20


class Cost(NamedTuple):
    """CPU time in milliseconds."""

    loop: float
    threads: float


def rows() -> Iterator[tuple[str, Prepare]]:
    """Everything that is measured, by name."""
    for (method, path), variations in REQUESTS.items():
        for about, prepare in variations:
            yield f"{method.upper()} {path}" + (f" ({about})" if about else ""), prepare
    for name, prepare in FRAMES.items():
        yield f"socket: {name}", prepare


async def measure(world: World, prepare: Prepare, rounds: int) -> Cost:
    """The worst of some rounds."""
    await _measure_once(world, prepare)
    costs = [await _measure_once(world, prepare) for _ in range(rounds)]
    return Cost(max(cost.loop for cost in costs), max(cost.threads for cost in costs))


async def _measure_once(world: World, prepare: Prepare) -> Cost:
    act = await prepare(world)
    await _settle()
    loop, process = time.thread_time(), time.process_time()
    await act()
    await _settle()
    in_loop = time.thread_time() - loop
    return Cost(1000 * in_loop, max(0, 1000 * (time.process_time() - process - in_loop)))


async def _settle() -> None:
    """Let everything finish that was caused: frames to others, writes."""
    for _ in range(5):
        await asyncio.sleep(0.005)


async def run(words: list[str], rounds: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        async with opened_world(Path(name)) as world:
            print(f"{'CPU ms, worst of ' + str(rounds):<66}{'loop':>8}{'threads':>9}")
            for row, prepare in rows():
                if words and not any(word in row for word in words):
                    continue
                cost = await measure(world, prepare, rounds)
                mark = "  too much" if cost.loop > TOO_MUCH_MS else ""
                print(f"{row:<66}{cost.loop:>8.1f}{cost.threads:>9.1f}{mark}", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="rows that contain one of them; default: all"
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (5)")
    arguments = parser.parse_args()
    asyncio.run(run(arguments.words, arguments.rounds))


if __name__ == "__main__":
    main()
