"""The tables by which some bots play, computed once on a machine in a process of its own.

That takes longer than anybody waits for a bot, so it begins when a table is first needed, and another bot
plays until it is there.
"""

import asyncio
import logging
import time
from typing import NamedTuple

from closecall.bots import SolvedTable, table_for, table_process
from closecall.server.rooms.python_processes import kill_process, start_process

AGAIN_S = 3600.0
"""How long to wait after a failure."""

# Written as `logs.Log` does.
_log = logging.getLogger("closecall.server.rooms.bot_tables")


class Player(NamedTuple):
    """Who plays by a table."""

    game: str
    bot: str
    seats: int


class BotTables:
    """Knows which tables are missing, and computes one at a time."""

    def __init__(self) -> None:
        self._tables: dict[Player, SolvedTable | None] = {}
        self._solving: asyncio.Task[None] | None = None
        self._failed_at: dict[Player, float] = {}
        self._is_closed = False

    async def is_missing(self, player: Player) -> bool:
        """Whether this bot needs a table that has not been computed."""
        if player not in self._tables:
            found = await asyncio.to_thread(table_for, player.bot, player.game, player.seats)
            self._tables[player] = found
        table = self._tables[player]
        # Ask each time: somebody may have emptied the cache folder.
        return table is not None and not await asyncio.to_thread(table.is_solved)

    def begin(self, player: Player) -> asyncio.Task[None] | None:
        """Begin to compute a table, unless one is being computed; None if that has just failed."""
        if self._solving is None or self._solving.done():
            failed_at = self._failed_at.get(player)
            if self._is_closed or (failed_at is not None and time.monotonic() < failed_at + AGAIN_S):
                return None
            self._solving = asyncio.create_task(self._solve(player))
        return self._solving

    async def wait(self, player: Player) -> bool:
        """Wait until a table is there; False if it cannot be computed."""
        while await self.is_missing(player):
            solving = self.begin(player)
            if solving is None:
                return False
            await asyncio.wait([solving])
        return True

    async def close(self) -> None:
        """Stop computing."""
        self._is_closed = True
        if self._solving is not None:
            self._solving.cancel()
            await asyncio.gather(self._solving, return_exceptions=True)

    async def _solve(self, player: Player) -> None:
        facts = {"game": player.game, "bot": player.bot}
        _log.info("computing_table", extra={"fields": facts})
        try:
            code = await _run(player)
        except OSError as error:
            code = error.errno
        if code:
            self._failed_at[player] = time.monotonic()
            _log.warning("table_not_computed", extra={"fields": {**facts, "code": code}})
        else:
            _log.info("computed_table", extra={"fields": facts})


async def _run(player: Player) -> int | None:
    process = await start_process(table_process.__name__, player.game, player.bot, str(player.seats))
    try:
        return await process.wait()
    finally:
        await kill_process(process)
