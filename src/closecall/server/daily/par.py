"""Par: what the strongest bot makes of a day's dice, computed once for each game and day.

The bot thinks in the bot workers, after everybody who waits for a bot at a table. Its moves are stored, so
that they survive a restart and are the same on all servers of a database. A worker sees what a player would
see, and so never a seed. No other bot plays for it: par waits until the bot can play.
"""

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from closecall.core.fate import with_fate
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Over, Seat
from closecall.daily import Daily
from closecall.games import game_of, rules_of
from closecall.server.daily.points import points_by_round
from closecall.server.logs import Log
from closecall.server.rooms.bot_workers import BotWorkers, NoMove, Turn, WorkersClosed
from closecall.server.sockets.protocol import seen_value
from closecall.store import StoreError

if TYPE_CHECKING:
    from closecall.server.context import ServerContext

log = Log("closecall.daily")

MOST_CACHED = 64
AGAIN_MS = 60_000
"""How long to wait after a failure."""

Key = tuple[str, date]


@dataclass(frozen=True, slots=True)
class Par:
    """What a bot made of a day's dice."""

    bot: str
    points: tuple[int, ...]
    """After each round; the last ones are its score."""


class Pars:
    """The pars of one server, computed in the background when somebody first wants them."""

    def __init__(self, server: "ServerContext") -> None:
        self._server = server
        self._cached: OrderedDict[Key, Par] = OrderedDict()
        self._computing: dict[Key, asyncio.Task[None]] = {}
        self._failed_at: dict[Key, int] = {}

    async def find(self, game: str, dice: Daily) -> Par | None:
        """The par of a day's game; None while it is computed, which this begins."""
        key = (game, dice.day)
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        moves = await asyncio.to_thread(self._server.store.find_par, *_stored_key(key))
        if moves is None:
            self.begin(game, dice)
            return None
        return await self._keep(key, dice, moves)

    def begin(self, game: str, dice: Daily) -> None:
        """Begin to compute a par, unless that is going on or has just failed."""
        key, now = (game, dice.day), self._server.time_source.elapsed()
        is_too_early = key in self._failed_at and now < self._failed_at[key] + AGAIN_MS
        if key not in self._computing and key not in self._cached and not is_too_early:
            self._computing[key] = asyncio.create_task(self._compute(key, dice))

    async def close(self) -> None:
        """Stop computing."""
        tasks = list(self._computing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compute(self, key: Key, dice: Daily) -> None:
        game, day = key
        try:
            stored = await asyncio.to_thread(self._server.store.find_par, *_stored_key(key))
            if stored is not None:  # By another server, or before a restart.
                return
            moves = await par_moves(self._server.bot_workers, game, dice)
            keeping = self._server.store.keep_par(*_stored_key(key), json.dumps(moves))
            await asyncio.wrap_future(keeping)
        except WorkersClosed:
            pass  # The server is stopping.
        except (NoMove, StoreError) as error:
            self._failed_at[key] = self._server.time_source.elapsed()
            log.warning("par_failed", game=game, day=day.isoformat(), reason=str(error))
        finally:
            del self._computing[key]

    async def _keep(self, key: Key, dice: Daily, moves: str) -> Par:
        line = await asyncio.to_thread(lambda: points_by_round(_replayed(key[0], dice, json.loads(moves))))
        par = self._cached[key] = Par(strongest_bot(key[0]), line)
        while len(self._cached) > MOST_CACHED:
            self._cached.popitem(last=False)
        return par


def _stored_key(key: Key) -> tuple[str, str]:
    return key[0], key[1].isoformat()


def strongest_bot(game: str) -> str:
    """The bot whose points are par."""
    return game_of(game).bot_names[0]


async def par_moves(workers: BotWorkers, game: str, dice: Daily) -> list[str]:
    """The moves of the strongest bot with a day's dice."""
    bot, seed, match, moves = strongest_bot(game), dice.seed(game), _start(game), list[str]()
    turn = Turn("", is_awaited=False, or_other=False)
    match = with_fate(match, seed)
    while not isinstance(match.pending, Over):
        seen = seen_value(match.rules, match.seen_by(Seat(0)))
        key = f"par/{game}/{dice.day.isoformat()}"
        moves.append(await workers.choose(game, bot, seen, key, turn, seats=match.seats))
        match = _after(match, seed, moves[-1])
    return moves


def _replayed(game: str, dice: Daily, moves: list[str]) -> AnyMatch:
    seed = dice.seed(game)
    match = with_fate(_start(game), seed)
    for move in moves:
        match = _after(match, seed, move)
    return match


def _start(game: str) -> AnyMatch:
    return Match.start(rules_of(game), 1)


def _after(match: AnyMatch, seed: bytes, move: str) -> AnyMatch:
    chosen = match.commit(Seat(0), match.rules.parse_move(move), point=match.point)
    return with_fate(chosen, seed)
