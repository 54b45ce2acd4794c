"""Closing bot workers: at any moment, and whatever they do, no process is left."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from closecall.bots import table_process
from closecall.server.rooms import bot_workers as module
from closecall.server.rooms.bot_workers import BotWorkers, WorkersClosed
from server.room_fixtures import BACKENDS, TIMEOUT_S, bot_workers, question, wait_until, workers_of
from support.processes import children, command_of, is_alive, needs_proc

pytestmark = pytest.mark.anyio


@needs_proc
@pytest.mark.parametrize("anyio_backend", BACKENDS)
@pytest.mark.parametrize("delay_s", [0, 0.001, 0.02, 0.5])
async def test_closing_leaves_nothing(delay_s: float, misbehaving_bots: None) -> None:
    """While workers start, while one thinks forever, while questions wait."""
    before = children()
    pool = BotWorkers(2)
    asking = [asyncio.create_task(pool.choose(*question(bot="dawdle"))) for _ in range(4)]
    await asyncio.sleep(delay_s)
    began = time.perf_counter()
    await pool.close()
    assert time.perf_counter() - began < module.END_S + 20
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(answer) for answer in answers] == [WorkersClosed] * 4
    assert children() == before
    with pytest.raises(WorkersClosed):
        await pool.choose(*question())
    pool.start()
    await pool.close()
    assert children() == before
    assert (pool.waiting, pool.thinking) == (0, 0)


@needs_proc
@pytest.mark.parametrize("anyio_backend", BACKENDS)
@pytest.mark.parametrize("delay_s", [0, 0.001, 0.02, 0.5])
async def test_closing_leaves_no_table_to_be_computed(delay_s: float, empty_cache: Path) -> None:
    """While it checks, while its process starts, while that computes."""
    before = children()
    pool = BotWorkers(1)
    asking = asyncio.create_task(pool.choose(*question(bot="expert", seats=1), seats=1))
    await asyncio.sleep(delay_s)
    if delay_s == 0.5:
        await wait_until(lambda: any(table_process.__name__ in command_of(child) for child in children()))
    await pool.close()
    await asyncio.gather(asking, return_exceptions=True)
    assert children() == before


@needs_proc
async def test_a_stopped_worker_does_not_hold_up_the_end() -> None:
    """A worker that cannot be told is killed."""
    before = children()
    async with bot_workers() as pool:
        (worker,) = await workers_of(pool, before)
        os.kill(worker, signal.SIGSTOP)
    assert children() == before


@needs_proc
async def test_closing_while_a_stopped_worker_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed at once, without waiting for it to end by itself."""
    monkeypatch.setattr(module, "END_S", TIMEOUT_S)

    before = children()
    async with bot_workers() as pool:
        (worker,) = await workers_of(pool, before)
        os.kill(worker, signal.SIGSTOP)
        pool.timeout_s = 0.05
        asking = asyncio.create_task(pool.choose(*question()))
        await asyncio.sleep(0.5)
    assert children() == before
    with pytest.raises(WorkersClosed):
        await asking


PARENT = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from server.room_fixtures import question
from support.processes import children
from closecall.server.rooms.bot_workers import BotWorkers

async def work():
    pool = BotWorkers(2)
    await asyncio.gather(*(pool.choose(*question()) for _ in range(8)))
    while len(children()) < 2:
        await asyncio.sleep(0.01)
    asyncio.get_running_loop().create_task(pool.choose(*question(bot="dawdle")))
    await asyncio.sleep(0.1)
    print(pool.thinking, *children(), flush=True)
    await asyncio.sleep(60)

asyncio.run(work())
"""


@needs_proc
async def test_a_killed_parent_leaves_no_orphans(misbehaving_bots: None) -> None:
    """Workers end by themselves, even one that would think forever."""
    folder = str(Path(__file__).parents[1])
    path = os.pathsep.join([path for path in sys.path if path])
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, folder],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    with parent:
        try:
            assert parent.stdout is not None
            busy, *workers = map(int, parent.stdout.readline().split())
            assert (busy, len(workers)) == (1, 2)
            assert all(map(is_alive, workers))
        finally:
            parent.kill()

    await wait_until(lambda: not any(map(is_alive, workers)))
