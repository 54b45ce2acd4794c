"""Bots in real processes: they answer, and whatever is done to them, every table gets a legal move."""

import asyncio
import logging
import os
import signal
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from closecall.bots import LEVELS, NAMES
from closecall.core.fate import RandomSource, with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over, Seat
from closecall.core.seen import encode_seen
from closecall.games import rules_of, slugs
from closecall.server.rooms import bot_worker
from closecall.server.rooms.bot_workers import BotWorkers, Turn
from server.room_fixtures import (
    BACKENDS,
    MENU,
    TIMEOUT_S,
    bot_workers,
    log_fields,
    question,
    wait_until,
    workers_of,
)
from support.processes import children, is_alive, needs_proc

pytestmark = pytest.mark.anyio

PLAIN = [name for name in NAMES if name not in LEVELS]
"""Bots for which nothing has to be compiled."""


# Normal operation.


@pytest.mark.parametrize("anyio_backend", BACKENDS)
async def test_a_whole_game_of_every_kind() -> None:
    """Bots play through the pipe, and the match takes every move of theirs."""

    async def play(pool: BotWorkers, game: str) -> None:
        rules, source = rules_of(game), RandomSource(Random(game))
        match: AnyMatch = Match.start(rules, 3)
        while not isinstance(match.pending, Over):
            if isinstance(match.pending, Chance):
                match = match.fate(rules.draw(match.state, source))
                continue
            point = match.point
            for seat in match.pending.menus:
                seen = encode_seen(rules, match.seen_by(seat))
                move = await pool.choose(game, PLAIN[seat % 2], seen, f"{game}/{seat}")
                match = match.commit(seat, rules.parse_move(move), point=point)

    async with bot_workers(workers=2) as pool:
        await asyncio.gather(*(play(pool, game) for game in slugs()))
        assert (pool.waiting, pool.thinking) == (0, 0)


async def test_nobody_keeps_the_others_waiting() -> None:
    """With 200 questions of one host in the queue, other hosts are next, and first where people wait."""
    game, bot, seen, key = question()
    order: list[str] = []

    async def ask(host: str, *, is_awaited: bool) -> None:
        await pool.choose(game, bot, seen, key, Turn(host, is_awaited=is_awaited))
        order.append(host)

    async with bot_workers(workers=1) as pool:
        await pool.choose(game, bot, seen, key)  # The worker is ready.
        asked = [asyncio.create_task(ask("mallory", is_awaited=True)) for _ in range(100)]
        asked += [asyncio.create_task(ask("mallory", is_awaited=False)) for _ in range(100)]
        await asyncio.sleep(0)
        assert pool.is_overloaded
        asked += [
            asyncio.create_task(ask("ben", is_awaited=False)),
            asyncio.create_task(ask("ann", is_awaited=True)),
            asyncio.create_task(ask("ann", is_awaited=True)),
        ]
        await asyncio.gather(*asked)
        assert not pool.is_overloaded
    # One question was with the worker when the others came.
    assert order[:5].count("ann") == 2
    assert order[100:105].count("ben") == 1


async def test_the_same_as_the_bot_itself() -> None:
    """The greedy bot of Qwixx is deterministic; bytes work like a mapping, even with line breaks."""
    game, bot, seen, key = question()
    from closecall.bots.qwixx import greedy

    match: AnyMatch = with_fate(Match.start(rules_of(game), 3), seed=bytes([4] * 32))
    own = rules_of(game).format_move(greedy.choose(match.seen_by(Seat(seen["viewer"])), Random(1)))

    async with bot_workers() as pool:
        pretty = msgspec.json.format(msgspec.json.encode(seen), indent=2)
        assert b"\n" in pretty
        assert await pool.choose(game, bot, seen, key) == own
        assert await pool.choose(game, bot, pretty, key) == own


async def test_chance_is_fresh() -> None:
    """The random bot does not repeat itself, neither in one process nor in another."""

    async def moves() -> list[str]:
        async with bot_workers() as pool:
            return [await pool.choose(*question("mark", "random")) for _ in range(20)]

    one, other = await moves(), await moves()
    assert len(set(one)) > 1
    assert one != other


@needs_proc
async def test_first_come_first_served() -> None:
    """One worker answers in order; waiting and current questions are counted."""
    answered: list[int] = []

    async def ask(pool: BotWorkers, n: int) -> None:
        await pool.choose(*question())
        answered.append(n)

    async with bot_workers() as pool:
        (worker,) = await workers_of(pool, children())
        os.kill(worker, signal.SIGSTOP)
        asking = [asyncio.create_task(ask(pool, n)) for n in range(6)]
        await wait_until(lambda: pool.thinking == 1)
        assert pool.waiting == 5
        asking[3].cancel()
        os.kill(worker, signal.SIGCONT)
        await asyncio.gather(*asking, return_exceptions=True)
        assert answered == [0, 1, 2, 4, 5]
        assert (pool.waiting, pool.thinking) == (0, 0)


@needs_proc
async def test_workers_start_in_the_background() -> None:
    """The server does not wait for its workers, which are ready before the first question."""
    async with bot_workers(workers=2) as pool:
        before = children()
        pool.start()
        pool.start()
        assert children() == before, "it has not waited for any"
        await wait_until(lambda: len(children() - before) == 2)


@needs_proc
async def test_the_loop_does_not_wait(misbehaving_bots: None, tmp_path: Path) -> None:
    """While a bot thinks for long, others are answered and the loop turns."""
    async with bot_workers(workers=2, timeout_s=TIMEOUT_S) as pool:
        await pool.choose(*question())
        slow = asyncio.create_task(pool.choose(*question(bot="muse")))
        for _ in range(5):
            assert await pool.choose(*question()) in MENU
        assert not slow.done()
        (tmp_path / "enough").touch()
        assert await slow == MENU[0]


# Failures.


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("fail", "failed: RuntimeError in sitecustomize.py"),
        ("cheat", "failed: ValueError in bot_worker.py"),
        ("dawdle", "took longer than 0.5 s"),
        ("die", "ended 3 workers"),
        ("clever", "failed: LookupError in bot_worker.py"),
    ],
)
async def test_a_bad_bot(
    bot: str, reason: str, misbehaving_bots: None, caplog: pytest.LogCaptureFixture
) -> None:
    """A random legal move is made, the log says why without quoting the bot, and the next bot plays
    normally."""
    async with bot_workers() as pool:
        timeout_s = pool.timeout_s
        if bot == "dawdle":
            pool.timeout_s = 0.5
        assert await pool.choose(*question(bot=bot)) in MENU
        assert len(caplog.records) == (3 if bot == "die" else 1)
        (error,) = (record for record in caplog.records if record.levelno == logging.ERROR)
        assert error.getMessage() == "bot_moved_at_random"
        told = log_fields(error)
        assert (told["at"], told["bot"], told["game"]) == ("table/A", bot, "qwixx")
        assert told["reason"].startswith(reason)
        assert "secret" not in str(vars(error))
        caplog.clear()
        pool.timeout_s = timeout_s
        assert await pool.choose(*question()) in MENU
        assert caplog.records == []


async def test_a_bot_that_prints(misbehaving_bots: None, capfd: pytest.CaptureFixture[str]) -> None:
    """Its output goes to standard error, not into the answer."""
    async with bot_workers() as pool:
        for _ in range(3):
            assert await pool.choose(*question(bot="shout")) == MENU[0]
    out, err = capfd.readouterr()
    assert "move r98" in err
    assert "move" not in out


async def test_a_view_that_cannot_be_read(caplog: pytest.LogCaptureFixture) -> None:
    """The menu is enough for a legal move."""
    game, bot, seen, key = question()

    async with bot_workers() as pool:
        assert await pool.choose(game, bot, seen | {"view": 7}, key) in MENU
    assert "BadRecord in codec.py" in log_fields(caplog.records[0])["reason"]


async def test_a_question_that_makes_no_sense() -> None:
    """Without a menu there is nothing to choose: the caller gets an error, and other questions are
    answered."""
    game, bot, seen, key = question()

    async with bot_workers() as pool:
        with pytest.raises(TypeError):
            await pool.choose(game, bot, seen | {"menu": None}, key)
        with pytest.raises(ValueError, match="Expecting"):
            await pool.choose(game, bot, b"{", key)
        assert await pool.choose(*question()) in MENU


@needs_proc
@pytest.mark.parametrize("anyio_backend", BACKENDS)
async def test_a_killed_worker_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    """A worker that is killed while it thinks is replaced, and the question is asked again."""
    best: list[str] = []

    async with bot_workers() as pool:
        before = children()
        best.append(await pool.choose(*question()))
        for _ in range(3):
            (worker,) = children() - before
            os.kill(worker, signal.SIGSTOP)  # It would be too quick for us.
            asking = asyncio.create_task(pool.choose(*question()))
            await wait_until(lambda: pool.thinking == 1)
            await asyncio.sleep(0.02)
            os.kill(worker, signal.SIGKILL)
            best.append(await asking)
            assert not is_alive(worker)
    assert len(best) == 4
    assert len(set(best)) == 1, "the bot itself has answered, not chance"
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 3


@needs_proc
async def test_a_worker_killed_while_idle(caplog: pytest.LogCaptureFixture) -> None:
    """The next question is answered by another."""
    async with bot_workers() as pool:
        before = children()
        (worker,) = await workers_of(pool, before)
        os.kill(worker, signal.SIGKILL)
        assert await pool.choose(*question()) in MENU
        await wait_until(lambda: not is_alive(worker))
        assert await pool.choose(*question()) in MENU
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@needs_proc
async def test_a_stopped_worker_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    """One that does not answer costs one timeout, and is ended."""
    async with bot_workers() as pool:
        before = children()
        (worker,) = await workers_of(pool, before)
        os.kill(worker, signal.SIGSTOP)
        pool.timeout_s = 0.3  # Set only now, when no answer will come.
        assert await pool.choose(*question()) in MENU
        assert not is_alive(worker)
    assert [log_fields(record)["reason"] for record in caplog.records] == ["took longer than 0.3 s"]


async def test_no_process_can_be_made(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Then moves are random, until one can."""
    async with bot_workers() as pool:
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", "/nowhere/python")
            assert await pool.choose(*question()) in MENU
        assert "No such file" in log_fields(caplog.records[0])["reason"]
        caplog.clear()
        assert await pool.choose(*question()) in MENU
        assert caplog.records == []


@needs_proc
async def test_signals_to_everybody(caplog: pytest.LogCaptureFixture) -> None:
    """Workers ignore Ctrl-C and a service manager's SIGTERM, which go to all processes; the parent ends
    them."""
    async with bot_workers() as pool:
        before = children()
        (worker,) = await workers_of(pool, before)
        assert os.getpgid(worker) != os.getpgid(0)
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(worker, number)
        assert await pool.choose(*question()) in MENU
        assert children() - before == {worker}
    assert caplog.records == []


# The worker's own function.


def test_answers() -> None:
    """One line in, one line out; a failure names its type and place."""
    game, bot, seen, _ = question()
    line = msgspec.json.encode({"game": game, "bot": bot, "seen": seen})
    kind, move = bot_worker.answer(line).decode().split()
    assert kind == "move"
    assert move in MENU
    assert bot_worker.answer(b"{}\n").startswith(b"failed TypeError in bot_worker.py:")
    assert bot_worker.answer(b"[").startswith(b"failed JSONDecodeError in decoder.py:")
    silent = msgspec.json.encode({"game": game, "bot": bot, "seen": seen | {"menu": None}})
    assert bot_worker.answer(silent).startswith(b"failed AssertionError in greedy.py:")
