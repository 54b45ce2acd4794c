"""Bots in real processes: they answer, and whatever is done to them, every table gets a legal move."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
import uvloop

from closecall.bots import LEVELS, NAMES
from closecall.core.fate import RandomSource, with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Over, Seat
from closecall.core.seen import encode_seen
from closecall.games import rules_of, slugs
from closecall.server.rooms import bot_workers as module
from closecall.server.rooms.bot_workers import Thinkers
from server.asking import LIMIT_S, MENU, facts, question, run, thinking, until, workers_of
from support.processes import children, is_alive, needs_proc

PLAIN = [name for name in NAMES if name not in LEVELS]
"""Bots for which nothing has to be compiled."""


# What they are for.


@pytest.mark.parametrize("loop", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_a_whole_game_of_every_kind(loop: Callable[[], asyncio.AbstractEventLoop] | None) -> None:
    """Bots play through the pipe, and the match takes every move of theirs."""

    async def play(thinkers: Thinkers, game: str) -> None:
        rules, source = rules_of(game), RandomSource(Random(game))
        match: AnyMatch = Match.start(rules, 3)
        while not isinstance(match.pending, Over):
            if isinstance(match.pending, Chance):
                match = match.fate(rules.draw(match.state, source))
                continue
            point = match.point
            for seat in match.pending.menus:
                seen = encode_seen(rules, match.seen_by(seat))
                move = await thinkers.choose(game, PLAIN[seat % 2], seen, f"{game}/{seat}")
                match = match.commit(seat, rules.parse_move(move), point=point)

    async def work() -> None:
        async with thinking(workers=2) as thinkers:
            await asyncio.gather(*(play(thinkers, game) for game in slugs()))
            assert (thinkers.waiting, thinkers.thinking) == (0, 0)

    run(work(), loop)


def test_the_same_as_the_bot_itself() -> None:
    """The greedy bot of Qwixx uses no chance; bytes are as good as a mapping, line breaks and all."""
    game, bot, seen, key = question()
    from closecall.bots.qwixx import greedy

    match: AnyMatch = with_fate(Match.start(rules_of(game), 3), seed=bytes([4] * 32))
    own = rules_of(game).format_move(greedy.choose(match.seen_by(Seat(seen["viewer"])), Random(1)))

    async def work() -> None:
        async with thinking() as thinkers:
            pretty = msgspec.json.format(msgspec.json.encode(seen), indent=2)
            assert b"\n" in pretty
            assert await thinkers.choose(game, bot, seen, key) == own
            assert await thinkers.choose(game, bot, pretty, key) == own

    run(work())


def test_chance_is_fresh() -> None:
    """The random bot does not repeat itself, neither in one process nor in another."""

    async def moves() -> list[str]:
        async with thinking() as thinkers:
            return [await thinkers.choose(*question("mark", "random")) for _ in range(20)]

    async def work() -> None:
        one, other = await moves(), await moves()
        assert len(set(one)) > 1
        assert one != other

    run(work())


@needs_proc
def test_first_come_first_served() -> None:
    """One worker answers in order; what waits and what is thought about is counted."""
    answered: list[int] = []

    async def ask(thinkers: Thinkers, n: int) -> None:
        await thinkers.choose(*question())
        answered.append(n)

    async def work() -> None:
        async with thinking() as thinkers:
            (worker,) = await workers_of(thinkers, children())
            os.kill(worker, signal.SIGSTOP)
            asking = [asyncio.create_task(ask(thinkers, n)) for n in range(6)]
            await until(lambda: thinkers.thinking == 1)
            assert thinkers.waiting == 5
            asking[3].cancel()
            os.kill(worker, signal.SIGCONT)
            await asyncio.gather(*asking, return_exceptions=True)
            assert answered == [0, 1, 2, 4, 5]
            assert (thinkers.waiting, thinkers.thinking) == (0, 0)

    run(work())


@needs_proc
def test_starting_is_quick_and_in_the_background() -> None:
    """The server does not wait for its workers; they are there before the first question all the same."""

    async def work() -> None:
        async with thinking(workers=2) as thinkers:
            before = children()
            thinkers.start()
            thinkers.start()
            assert children() == before, "it has not waited for any"
            await until(lambda: len(children() - before) == 2)

    run(work())


@needs_proc
def test_the_loop_does_not_wait(silly: None, tmp_path: Path) -> None:
    """While a bot thinks for long, others are answered and the loop turns."""

    async def work() -> None:
        async with thinking(workers=2, patience_s=LIMIT_S) as thinkers:
            await thinkers.choose(*question())
            slow = asyncio.create_task(thinkers.choose(*question(bot="muse")))
            for _ in range(5):
                assert await thinkers.choose(*question()) in MENU
            assert not slow.done()
            (tmp_path / "enough").touch()
            assert await slow == MENU[0]

    run(work())


# What may go wrong.


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("fail", "failed: RuntimeError in sitecustomize.py"),
        ("cheat", "failed: ValueError in bot_workers.py"),
        ("dawdle", "took longer than 0.5 s"),
        ("die", "ended 3 workers"),
        ("clever", "failed: LookupError in bot_workers.py"),
    ],
)
def test_a_bad_bot(bot: str, reason: str, silly: None, caplog: pytest.LogCaptureFixture) -> None:
    """A random legal move is made, the log tells why without the bot's words, and the next bot plays well."""

    async def work() -> None:
        async with thinking() as thinkers:
            patience_s = thinkers.patience_s
            if bot == "dawdle":
                thinkers.patience_s = 0.5
            assert await thinkers.choose(*question(bot=bot)) in MENU
            assert len(caplog.records) == (3 if bot == "die" else 1)
            (error,) = (record for record in caplog.records if record.levelno == logging.ERROR)
            assert error.getMessage() == "bot_moved_at_random"
            told = facts(error)
            assert (told["at"], told["bot"], told["game"]) == ("table/A", bot, "qwixx")
            assert told["reason"].startswith(reason)
            assert "secret" not in str(vars(error))
            caplog.clear()
            thinkers.patience_s = patience_s
            assert await thinkers.choose(*question()) in MENU
            assert caplog.records == []

    run(work())


def test_a_bot_that_prints(silly: None, capfd: pytest.CaptureFixture[str]) -> None:
    """What it says goes to the errors, not into the answer."""

    async def work() -> None:
        async with thinking() as thinkers:
            for _ in range(3):
                assert await thinkers.choose(*question(bot="shout")) == MENU[0]

    run(work())
    out, err = capfd.readouterr()
    assert "move r98" in err
    assert "move" not in out


def test_a_view_that_cannot_be_read(caplog: pytest.LogCaptureFixture) -> None:
    """The menu is enough for a legal move."""
    game, bot, seen, key = question()

    async def work() -> None:
        async with thinking() as thinkers:
            assert await thinkers.choose(game, bot, seen | {"view": 7}, key) in MENU

    run(work())
    assert "BadRecord in codec.py" in facts(caplog.records[0])["reason"]


def test_a_question_that_makes_no_sense() -> None:
    """Without a menu there is nothing to choose: whoever asks is told, and the others are answered."""
    game, bot, seen, key = question()

    async def work() -> None:
        async with thinking() as thinkers:
            with pytest.raises(TypeError):
                await thinkers.choose(game, bot, seen | {"menu": None}, key)
            with pytest.raises(ValueError, match="Expecting"):
                await thinkers.choose(game, bot, b"{", key)
            assert await thinkers.choose(*question()) in MENU

    run(work())


@needs_proc
@pytest.mark.parametrize("loop", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_a_killed_worker_is_replaced(
    loop: Callable[[], asyncio.AbstractEventLoop] | None, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker that is killed in the middle of a thought has a successor, who is asked the same again."""
    best: list[str] = []

    async def work() -> None:
        async with thinking() as thinkers:
            before = children()
            best.append(await thinkers.choose(*question()))
            for _ in range(3):
                (worker,) = children() - before
                os.kill(worker, signal.SIGSTOP)  # It would be too quick for us.
                asking = asyncio.create_task(thinkers.choose(*question()))
                await until(lambda: thinkers.thinking == 1)
                await asyncio.sleep(0.02)
                os.kill(worker, signal.SIGKILL)
                best.append(await asking)
                assert not is_alive(worker)

    run(work(), loop)
    assert len(best) == 4
    assert len(set(best)) == 1, "the bot itself has answered, not chance"
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 3


@needs_proc
def test_a_worker_killed_while_idle(caplog: pytest.LogCaptureFixture) -> None:
    """The next question is answered by another."""

    async def work() -> None:
        async with thinking() as thinkers:
            before = children()
            (worker,) = await workers_of(thinkers, before)
            os.kill(worker, signal.SIGKILL)
            assert await thinkers.choose(*question()) in MENU
            await until(lambda: not is_alive(worker))
            assert await thinkers.choose(*question()) in MENU

    run(work())
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@needs_proc
def test_a_stopped_worker_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    """One that does not answer any more costs the patience once, and does not stay."""

    async def work() -> None:
        async with thinking() as thinkers:
            before = children()
            (worker,) = await workers_of(thinkers, before)
            os.kill(worker, signal.SIGSTOP)
            thinkers.patience_s = 0.3  # Only now, when no answer will come.
            assert await thinkers.choose(*question()) in MENU
            assert not is_alive(worker)

    run(work())
    assert [facts(record)["reason"] for record in caplog.records] == ["took longer than 0.3 s"]


def test_no_process_can_be_made(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Then moves are random, until one can."""

    async def work() -> None:
        async with thinking() as thinkers:
            with monkeypatch.context() as broken:
                broken.setattr(sys, "executable", "/nowhere/python")
                assert await thinkers.choose(*question()) in MENU
            assert "No such file" in facts(caplog.records[0])["reason"]
            caplog.clear()
            assert await thinkers.choose(*question()) in MENU
            assert caplog.records == []

    run(work())


@needs_proc
def test_signals_to_everybody(caplog: pytest.LogCaptureFixture) -> None:
    """Ctrl-C and a service manager's SIGTERM go to all processes; workers leave it to whoever asks."""

    async def work() -> None:
        async with thinking() as thinkers:
            before = children()
            (worker,) = await workers_of(thinkers, before)
            assert os.getpgid(worker) != os.getpgid(0)
            for number in (signal.SIGINT, signal.SIGTERM):
                os.kill(worker, number)
            assert await thinkers.choose(*question()) in MENU
            assert children() - before == {worker}

    run(work())
    assert caplog.records == []


# The worker's own function.


def test_answers() -> None:
    """A line in, a line out; what fails is told by its kind and its place."""
    game, bot, seen, _ = question()
    line = msgspec.json.encode({"game": game, "bot": bot, "seen": seen})
    kind, move = module.answer(line).decode().split()
    assert kind == "move"
    assert move in MENU
    assert module.answer(b"{}\n").startswith(b"failed KeyError in bot_workers.py:")
    assert module.answer(b"[").startswith(b"failed DecodeError in bot_workers.py:")
    silent = msgspec.json.encode({"game": game, "bot": bot, "seen": seen | {"menu": None}})
    assert module.answer(silent).startswith(b"failed AssertionError in greedy.py:")
