"""Strong bots are compiled in advance, and then run in the server's worker processes."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from closecall.bots import LEVELS, warm_up
from closecall.core.fate import with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Seat
from closecall.core.seen import encode_seen
from closecall.games import rules_of
from closecall.server.rooms.bot_workers import BotWorkers


@pytest.mark.long
def test_it_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, which records that it is done."""
    environment = {name: value for name, value in os.environ.items() if name != warm_up.DONE_ENV}
    subprocess.run([sys.executable, "-m", warm_up.__name__], env=environment, check=True, timeout=600)
    monkeypatch.delenv(warm_up.DONE_ENV)
    assert warm_up.is_prepared()


def test_another_machine_compiles_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Other sources or another machine compile again."""
    monkeypatch.delenv(warm_up.DONE_ENV)
    monkeypatch.setattr(warm_up, "_stamp", lambda level: tmp_path / level)
    assert not warm_up.is_prepared()
    assert warm_up.must_prepare()


def test_each_level_is_recorded_weakest_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Newcomers play the weakest, so it is there first."""
    monkeypatch.delenv(warm_up.DONE_ENV)
    monkeypatch.setattr(warm_up, "_stamp", lambda level: tmp_path / level)
    seen: list[tuple[str, str, list[bool]]] = []

    def compiled(game: str, level: str) -> None:
        seen.append((game, level, [warm_up.is_prepared(each) for each in LEVELS]))

    monkeypatch.setattr(warm_up, "prepare_level", compiled)
    warm_up.prepare()
    assert [level for game, level, _ in seen if game == "qwixx"] == ["easy", "medium", "hard", "expert"]
    assert next(done for _, level, done in seen if level == "medium") == [False, False, False, True]
    assert warm_up.is_prepared()
    assert not warm_up.must_prepare()


@pytest.mark.parametrize(("told", "is_prepared"), [("1", True), ("never", False)])
def test_hosts_may_leave_it(told: str, is_prepared: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is compiled in advance, whatever is there."""
    monkeypatch.setenv(warm_up.DONE_ENV, told)
    assert (warm_up.is_prepared(), warm_up.is_prepared("easy")) == (is_prepared, is_prepared)
    assert not warm_up.must_prepare()


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_waits_for_the_compiler(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a level is compiled, the usual bot chooses for it."""
    monkeypatch.setenv(warm_up.DONE_ENV, warm_up.NEVER)
    rules, asked = rules_of("qwixx"), list[str]()
    match: AnyMatch = with_fate(Match.start(rules, 2), seed=bytes([4] * 32))
    seen = encode_seen(rules, match.seen_by(Seat(0)))
    monkeypatch.setattr(BotWorkers, "_ask", lambda _, question, __: _answer(asked, question.bot))

    async def work() -> str:
        workers = BotWorkers(1)
        try:
            return await workers.choose("qwixx", level, seen, "table/A")
        finally:
            await workers.close()

    assert asyncio.run(work()) == "pass"
    assert asked == ["greedy"]


async def _answer(asked: list[str], bot: str) -> str:
    asked.append(bot)
    return "pass"


@pytest.mark.long
@pytest.mark.parametrize("game", ["mark", "qwixx", "enough"])
def test_strong_bots_run_in_workers(game: str, caplog: pytest.LogCaptureFixture) -> None:
    """Each level answers with a legal move of its own, not with the fallback's."""
    rules = rules_of(game)
    match: AnyMatch = with_fate(Match.start(rules, rules.SEATS[-1]), seed=bytes([4] * 32))
    seat = next(iter(match.pending.menus))  # type: ignore[union-attr]
    seen = encode_seen(rules, match.seen_by(Seat(seat)))

    async def work() -> list[str]:
        workers = BotWorkers(1, timeout_s=300)
        try:
            return [await workers.choose(game, level, seen, "table/A") for level in LEVELS]
        finally:
            await workers.close()

    moves = asyncio.run(work())
    assert set(moves) <= set(seen["menu"])
    assert not caplog.records


def test_a_failure_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """An unknown level falls back to another move, and the log says so."""
    rules = rules_of("qwixx")
    match: AnyMatch = with_fate(Match.start(rules, 1), seed=bytes([4] * 32))
    seen = encode_seen(rules, match.seen_by(Seat(0)))

    async def work() -> str:
        workers = BotWorkers(1)
        try:
            return await workers.choose("qwixx", "bot:true", seen, "table/A")
        finally:
            await workers.close()

    assert asyncio.run(work()) in seen["menu"]
    assert [record.message for record in caplog.records] == ["bot_moved_at_random"]
