"""Thinkers to ask, questions for them, and what is to be seen of their workers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from closecall.core.fate import with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision
from closecall.core.seen import encode_seen
from closecall.games import rules_of
from closecall.server.rooms.bot_workers import Thinkers
from support.processes import children

LIMIT_S = 60.0
"""No test may take longer, however busy the machine is."""


def run(work: Coroutine[Any, Any, None], loop: Callable[[], asyncio.AbstractEventLoop] | None = None) -> None:
    """Do something in a loop of its own, within the limit."""
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(asyncio.wait_for(work, LIMIT_S))


@asynccontextmanager
async def thinking(workers: int = 1, patience_s: float = 20) -> AsyncIterator[Thinkers]:
    """Thinkers that are closed in any case."""
    thinkers = Thinkers(workers, patience_s)
    try:
        yield thinkers
    finally:
        await thinkers.close()


def question(game: str = "qwixx", bot: str = "greedy") -> tuple[str, str, dict[str, Any], str]:
    """What the thinkers are asked for the first seat that has to decide in a new game."""
    rules = rules_of(game)
    match: AnyMatch = with_fate(Match.start(rules, 3), seed=bytes([4] * 32))
    assert isinstance(match.pending, Decision)
    return game, bot, encode_seen(rules, match.seen_by(next(iter(match.pending.menus)))), "table/A"


MENU = question()[2]["menu"]


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; the limit of the test is the limit."""
    while not is_so():
        await asyncio.sleep(0.005)


async def workers_of(thinkers: Thinkers, before: set[int]) -> set[int]:
    """The processes that have started since."""
    await thinkers.choose(*question())  # Now one of them is ready at least.
    return children() - before


def facts(record: logging.LogRecord) -> dict[str, str]:
    """The fields of a line in the log."""
    found: dict[str, str] = vars(record)["fields"]
    return found
