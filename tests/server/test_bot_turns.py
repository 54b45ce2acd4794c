"""The bots of one table: when they decide, what they do after a failure, and the exact ends of clocks."""

import asyncio
from pathlib import Path

import pytest

from closecall.core.errors import GameError
from closecall.server import tables
from closecall.server.rooms.bot_turns import BotTurns
from closecall.server.rooms.bot_workers import WorkersClosed
from closecall.server.tables import Clock
from closecall.store import InDoubt, NotKept
from server.room_fixtures import (
    UNLIMITED_CPU,
    enter,
    log_fields,
    new_room,
    person,
    run_ready_tasks,
    server_on,
    stopped_clock,
)

pytestmark = pytest.mark.anyio


class FailingChoices:
    """Makes every bot's choice fail, and counts the tries."""

    def __init__(self, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tries = 0
        self._error = error
        monkeypatch.setattr(BotTurns, "_choose", self._fail)

    async def _fail(self, *_: object) -> None:
        self.tries += 1
        await asyncio.sleep(0)
        raise self._error


FAILURES = [
    (InDoubt("store_in_doubt", reason="broken"), None),
    (NotKept("store_not_kept", reason="broken"), None),
    (GameError("server_busy"), ("bot_choice_not_kept", {"reason": "server_busy"})),
    (RuntimeError("a mistake"), ("bot_choice_failed", {})),
]


@pytest.mark.parametrize(("error", "logged"), FAILURES, ids=lambda part: type(part).__name__)
async def test_a_bot_tries_again_later_and_later(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    logged: tuple[str, dict[str, str]] | None,
) -> None:
    """After 0.2, 1 and 5 s, then every 5 s; the log names the table, unless the store logs the failure."""
    async with server_on(tmp_path, **UNLIMITED_CPU) as server:
        failing = FailingChoices(error, monkeypatch)
        ann = await person(server, "Ann")
        with stopped_clock() as clock:
            room = await new_room(server, "qwixx", "bot:random", host=ann)
            await run_ready_tasks()
            assert failing.tries == 1
            for tries, delay in enumerate((0.2, 1, 5, 5), 1):
                await clock.advance(delay - 0.01)
                assert failing.tries == tries
                await clock.advance(0.01)
                assert failing.tries == tries + 1
        told = [(record.message, log_fields(record)) for record in caplog.records if "bot_" in record.message]
        assert told == ([] if logged is None else [(logged[0], {"table": room.table.id, **logged[1]})] * 5)


async def test_a_bot_does_not_ask_a_stopping_server_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its workers are gone; the table continues when the next server wakes it."""
    async with server_on(tmp_path, **UNLIMITED_CPU) as server:
        failing = FailingChoices(WorkersClosed(), monkeypatch)
        ann = await person(server, "Ann")
        with stopped_clock() as clock:
            await new_room(server, "qwixx", "bot:random", host=ann)
            await clock.advance(60)
        assert failing.tries == 1
        assert [record.message for record in caplog.records if "bot_" in record.message] == []


async def test_bots_pause_only_if_people_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that they can follow; a table without people, or whose people have left, does not dawdle."""
    async with server_on(tmp_path, bot_pause_ms=1500, **UNLIMITED_CPU) as server:
        asked = FailingChoices(WorkersClosed(), monkeypatch)
        ann = await person(server, "Ann")
        with stopped_clock() as clock:
            room = await new_room(server, "qwixx", ann, "bot:random")
            await clock.advance(1.49)
            assert asked.tries == 0
            await clock.advance(0.01)
            assert asked.tries == 1
            await room.change(lambda table: tables.after_leave(table, ann, server.now()))
            await run_ready_tasks()
            assert asked.tries == 3  # A stand-in for Ann, and the bot again, whose first attempt has ended.
            await new_room(server, "qwixx", "bot:random", host=ann)
            await run_ready_tasks()
            assert asked.tries == 4


async def test_the_clock_runs_out_at_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not before; somebody who is connected gets a stand-in as well."""
    async with server_on(tmp_path, **UNLIMITED_CPU) as server:
        asked = FailingChoices(WorkersClosed(), monkeypatch)
        ann = await person(server, "Ann")
        with stopped_clock() as clock:
            room = await new_room(server, "qwixx", ann, clock=Clock.BRISK)
            await enter(room, ann)
            await clock.advance(29.99)
            assert asked.tries == 0
            await clock.advance(0.01)
            assert asked.tries == 1
