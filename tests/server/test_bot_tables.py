"""A bot that plays by a table: another one plays until the table has been computed, except for par."""

import asyncio
import json
import logging
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from closecall.bots import LEVELS, stand_in_for, table_for, table_process
from closecall.bots.qwixx import solo_file
from closecall.child_process import python_command
from closecall.games import game_of, slugs
from closecall.server.rooms import bot_tables
from closecall.server.rooms.bot_workers import BotWorkers, NoMove, Turn
from server.daily_fixtures import DAY, daily_server
from server.room_fixtures import bot_workers, log_fields, question, wait_until
from support import solo_tables
from support.missing_modules import COMPILER, without
from support.processes import children, command_of, needs_proc

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]

SOLO = question(bot="expert", seats=1)
STRICT = Turn("", is_awaited=False, or_other=False)


@pytest.fixture
def quick_tables(monkeypatch: pytest.MonkeyPatch, empty_cache: Path) -> Path:
    """A process that waits for a file before it computes a quick table; the file."""
    monkeypatch.setattr(bot_tables, "table_process", SimpleNamespace(__name__=solo_tables.__name__))
    return empty_cache / solo_tables.GO


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots that the workers are asked for."""
    names, ask = list[str](), BotWorkers._ask

    def recorded(pool: BotWorkers, asking: Any, worker: Any) -> Any:
        names.append(asking.bot)
        return ask(pool, asking, worker)

    monkeypatch.setattr(BotWorkers, "_ask", recorded)
    return names


# Which bots need one.


def test_only_the_expert_of_solo_qwixx_needs_a_table() -> None:
    """Hard, which needs none, plays for it."""
    for game in slugs():
        for seats in game_of(game).rules.SEATS:
            needing = [bot for bot in game_of(game).bot_names if table_for(bot, game, seats) is not None]
            assert needing == (["expert"] if (game, seats) == ("qwixx", 1) else [])
    assert stand_in_for("expert", "qwixx", 1) == "hard"
    assert table_for("solo", "qwixx", 1) is None  # Sparring partners have their own way.
    assert table_for("bot:true", "qwixx", 1) is None


def test_a_truncated_table_is_none(empty_cache: Path) -> None:
    """A worker that found it damaged would compute it while people wait."""
    assert not solo_file.is_solved()
    solo_tables.write_quick_table()
    assert solo_file.is_solved()
    file = solo_file.cache_folder() / solo_file.TABLE_FILE
    file.write_bytes(file.read_bytes()[: solo_file.MISTHROWS * solo_file.SHEETS * 4])
    assert not solo_file.is_solved()


# At a table.


async def test_another_bot_plays_until_the_table_is_there(
    quick_tables: Path, asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for the computation, which is started once."""
    caplog.set_level(logging.INFO, "closecall.server.rooms")
    async with bot_workers(timeout_s=300) as pool:
        for _ in range(3):
            assert await pool.choose(*SOLO, seats=1) in SOLO[2]["menu"]
        assert asked == ["hard"] * 3
        assert [record.message for record in caplog.records] == ["computing_table"]
        quick_tables.touch()
        await wait_until(solo_file.is_solved)
        assert await pool.choose(*SOLO, seats=1) in SOLO[2]["menu"]
        assert asked == ["hard"] * 3 + ["expert"]
        await wait_until(lambda: len(caplog.records) == 2)
    assert [record.message for record in caplog.records] == ["computing_table", "computed_table"]
    assert log_fields(caplog.records[0]) == {"game": "qwixx", "bot": "expert"}


@pytest.mark.parametrize("seats", [2, 3])
async def test_with_others_the_expert_needs_no_table(
    seats: int, quick_tables: Path, asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """It plays at once, and nothing is computed."""
    caplog.set_level(logging.INFO, "closecall.server.rooms")
    async with bot_workers(timeout_s=300) as pool:
        await pool.choose(*question(bot="expert", seats=seats), seats=seats)
    assert asked == ["expert"]
    assert not caplog.records


@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
async def test_levels_play_in_workers(game: str, asked: list[str], caplog: pytest.LogCaptureFixture) -> None:
    """Each answers with a legal move of its own, from the first question on."""
    async with bot_workers(timeout_s=300) as pool:
        for level in LEVELS:
            asking = question(game, level)
            assert await pool.choose(*asking, STRICT, seats=3) in asking[2]["menu"]
    assert asked == list(LEVELS)
    assert not caplog.records


async def test_a_failure_is_logged_and_not_repeated(
    quick_tables: Path, asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """The stand-in plays on; who wants no other gets no move."""
    quick_tables.write_text("3")
    async with bot_workers(timeout_s=300) as pool:
        with pytest.raises(NoMove):
            await pool.choose(*SOLO, STRICT, seats=1)
        await pool.choose(*SOLO, seats=1)
        with pytest.raises(NoMove):
            await pool.choose(*SOLO, STRICT, seats=1)
    assert asked == ["hard"]
    (record,) = caplog.records
    assert record.message == "table_not_computed"
    assert log_fields(record) == {"game": "qwixx", "bot": "expert", "code": 3}


# Par.


async def test_par_waits_for_the_table(tmp_path: Path, quick_tables: Path, asked: list[str]) -> None:
    """It is never what another bot made of the dice."""
    async with daily_server(tmp_path) as found:
        ann = await found.person("Ann")
        await found.play(ann, "qwixx")
        path = f"/daily/qwixx/{DAY.isoformat()}"
        assert (await found.get(ann, path))["is_par_coming"]
        await found.server.bot_workers.choose(*SOLO, seats=1)  # Others go on playing meanwhile.
        assert asked == ["hard"]
        assert found.server.store.find_par("qwixx", DAY.isoformat()) is None
        quick_tables.touch()
        while (result := await found.get(ann, path))["par"] is None:
            await asyncio.sleep(0.05)
        assert result["par"]["bot"] == "expert"
        moves = json.loads(found.server.store.find_par("qwixx", DAY.isoformat()) or "")
        assert asked == ["hard"] + ["expert"] * len(moves)


# The process.


@needs_proc
async def test_it_computes_at_low_priority(empty_cache: Path) -> None:
    """Games in progress go first."""
    async with bot_workers() as pool:
        await pool.choose(*SOLO, seats=1)

        def nices() -> list[int]:
            pids = [pid for pid in children() if table_process.__name__ in command_of(pid)]
            return [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids]

        usual = os.getpriority(os.PRIO_PROCESS, 0)
        await wait_until(lambda: nices() == [min(usual + 10, 19)])


def test_a_table_that_is_there_is_not_computed_again(empty_cache: Path) -> None:
    """The process ends at once, and leaves the table as it is."""
    solo_tables.write_quick_table()
    file = solo_file.cache_folder() / solo_file.TABLE_FILE
    before = file.read_bytes()
    command = python_command(table_process.__name__, "qwixx", "expert", "1")
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.wait(300) == 0
    assert file.read_bytes() == before


def test_without_a_runtime_it_fails(empty_cache: Path, tmp_path: Path) -> None:
    """There is nothing that could compute a table."""
    environ = without(tmp_path / "site", ["wasmtime", *COMPILER])
    command = python_command(table_process.__name__, "qwixx", "expert", "1")
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environ) as process:
        assert process.wait(300) == 1
    assert not solo_file.is_solved()
