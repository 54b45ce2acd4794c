"""The days of the daily game: public or sealed, published, played and revealed.

The kind of a day is fixed, in the database, as soon as anybody relies on it: when the commitment of a sealed
day is published, or when somebody begins to play. So neither another setting nor another server on the same
database changes it. A sealed day that has been revealed counts no more, even if the clock is set back.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING

from closecall.core.fate import SEED_BYTES, commitment
from closecall.daily import Daily, day_at, start_of
from closecall.messages import Word
from closecall.server.daily.par import Pars
from closecall.server.tables import DailyTry, Table
from closecall.server.tables.permissions import NotAllowed
from closecall.store import DayRow, Status
from closecall.store.rows import UNFINISHED

if TYPE_CHECKING:
    from closecall.server.context import ServerContext

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Day:
    """The dice of a day, as the server knows them."""

    day: date
    secret: bytes | None = field(default=None, repr=False)
    published_at: int | None = None
    """When a sealed day's commitment was published; None for a day that nobody relies on yet."""
    is_revealed: bool = False

    @classmethod
    def of(cls, row: DayRow) -> "Day":
        """A day from its row."""
        secret = None if row.secret is None else bytes.fromhex(row.secret)
        return cls(date.fromisoformat(row.day), secret, row.published_at, row.revealed_at is not None)

    @property
    def is_sealed(self) -> bool:
        """Whether the dice depend on more than the date."""
        return self.secret is not None

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the secret."""
        return None if self.secret is None else commitment(self.secret)

    @property
    def dice(self) -> Daily:
        """What the seed follows from."""
        return Daily(self.day, self.secret)


class DailyGames:
    """The daily games of one server."""

    def __init__(self, server: "ServerContext") -> None:
        self._server = server
        self.pars = Pars(server)

    def today(self) -> date:
        """The current day, by the server's clock."""
        return day_at(self._server.now())

    def ends_at(self) -> int:
        """When the current day ends, in ms since 1970."""
        return start_of(self.today() + A_DAY)

    async def published(self, day: date) -> Day:
        """A day; where days are sealed, its commitment is stored first, so that it is the same forever."""
        found = await asyncio.to_thread(self._server.store.find_day, day.isoformat())
        if found is not None:
            return Day.of(found)
        # Days that have gone by unnoticed follow from the date.
        is_sealed = self._server.settings.sealed_daily and day >= self.today()
        return await self._fix(day, secrets.token_hex(SEED_BYTES)) if is_sealed else Day(day)

    async def fixed(self, day: date) -> Day:
        """A day that somebody is about to play."""
        found = await self.published(day)
        return found if found.published_at is not None else await self._fix(day, None)

    async def _fix(self, day: date, secret: str | None) -> Day:
        row = DayRow(day.isoformat(), secret, self._server.now())
        return Day.of(await asyncio.wrap_future(self._server.store.fix_day(row)))

    async def shown(self, day: date) -> Day:
        """A day; if it is sealed and over, this reveals it."""
        found = await self.published(day)
        if not found.is_sealed or found.is_revealed or day >= self.today():
            return found
        revealing = self._server.store.reveal_day(day.isoformat(), self._server.now())
        return Day.of(await asyncio.wrap_future(revealing))

    # Tables.

    async def dice_of(self, table: Table) -> Daily | None:
        """What the dice of a table follow from, if anybody may know that now; None without a daily game."""
        if table.daily is None:
            return None
        day = await self.shown(table.daily.day)
        if table.daily.is_sealed and not day.is_revealed:
            raise NotAllowed("not_allowed", reason=Word("why.daily_sealed"))
        return day.dice

    async def may_know_seed(self, table: Table) -> bool:
        """Whether the seed of a finished table is no longer a secret."""
        try:
            await self.dice_of(table)
        except NotAllowed:
            return False
        return True

    async def has_opened(self, table: Table, person: str | None) -> bool:
        """Whether a person may look at somebody else's finished daily game."""
        daily = table.daily
        if daily is None or not daily.counts or table.status is not Status.OVER:
            return False
        return await self.are_replays_open(table.game, daily.day, person)

    async def are_replays_open(self, game: str, day: date, person: str | None) -> bool:
        """Whether a person may look at games of a day: when it is over, or after their own try."""
        if day < self.today():
            return True
        if person is None:
            return False
        tries = await asyncio.to_thread(self._server.store.tries_at, person, game, day.isoformat())
        return any(one.attempt == 1 and one.status not in UNFINISHED for one in tries)

    async def next_try(self, game: str, day: Day, person: str, *, again: bool) -> "str | DailyTry":
        """A person's table to go on with, by its id, or the try that comes next.

        The first try is on the day itself, before its secret is known. All others are for practice.
        """
        tries = await asyncio.to_thread(self._server.store.tries_at, person, game, day.day.isoformat())
        can_count = day.day == self.today() and not day.is_revealed
        first = next((one for one in tries if one.attempt == 1), None)
        if first is None and can_count:
            return DailyTry(day.day, 1, day.is_sealed)
        if first is not None and not again:
            return first.table_id
        unfinished = [one for one in tries if one.status in UNFINISHED]
        if unfinished:
            return unfinished[-1].table_id
        return DailyTry(day.day, max([1, *(one.attempt for one in tries)]) + 1, day.is_sealed)
