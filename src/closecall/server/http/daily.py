"""The daily games: today's, one's own tries, and the ranking of a day."""

import asyncio
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import Parameter

from closecall.core.fate import commitment
from closecall.daily import parse_day, start_of, streak
from closecall.games import find_game, game_of, slugs
from closecall.server import tables
from closecall.server.daily import Day, points_by_round
from closecall.server.daily.days import A_DAY
from closecall.server.http.bodies import DailyStart
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.people import identity
from closecall.server.rooms.room import Room
from closecall.server.tables import DailyTry, TableIdentity, TableInfo, table_info
from closecall.store import Status, Store, Taken, TryRow

DAYS_SHOWN = 56
"""The days of the calendar."""
MOST_RANKED = 100
TRIES = 5
"""How often a table is created before giving up."""

_TAGS = ["daily"]
_Slug = Annotated[str, Parameter(description="A game with a daily one.", max_length=40)]
_Date = Annotated[str, Parameter(description="The day, like 2026-11-18.", max_length=10)]


class DayInfo(msgspec.Struct, frozen=True):
    """A day, and what its dice follow from."""

    day: str
    """Like 2026-11-18; a day in UTC."""
    is_sealed: bool
    """Whether the dice depend on a secret too; otherwise they follow from the date."""
    is_over: bool
    commitment: str | None
    """The SHA-256 of the secret of a sealed day."""
    published_at: int | None
    """When the commitment was first published."""
    secret: str | None
    """The secret of a sealed day that is over."""


class PlayedDay(msgspec.Struct, frozen=True):
    """One's first try on a day."""

    day: str
    table: str
    status: Status
    score: int | None
    """None unless the game is over."""


class DailyGame(msgspec.Struct, frozen=True):
    """Today's game, and how one has done so far."""

    game: str
    mine: PlayedDay | None
    """One's first try today."""
    rank: int | None
    """One's rank today, once the game is over; equal points share a rank."""
    players: int
    """How many have finished today's game."""
    streak: int
    """How many days in a row one has finished the game, up to today or yesterday."""
    best: int | None
    days: tuple[PlayedDay, ...]
    """One's first tries of the last eight weeks, the latest first."""


class DailyOverview(msgspec.Struct, frozen=True):
    """Today's games."""

    today: DayInfo
    tomorrow: DayInfo
    now: int
    ends_at: int
    """When today is over, by the same clock."""
    games: tuple[DailyGame, ...]


class Ranked(msgspec.Struct, frozen=True):
    """An entry in the ranking of a day."""

    rank: int
    name: str
    score: int
    mine: bool
    is_late: bool
    """Whether the game was begun on the day, but finished after it."""
    table: str | None
    """For the replay, once one may see it."""


class ParLine(msgspec.Struct, frozen=True):
    """What a bot made of the same dice."""

    bot: str
    points: tuple[int, ...]
    """After each round."""


class DayResult(msgspec.Struct, frozen=True):
    """How a day's game went for everybody here."""

    game: str
    day: DayInfo
    is_open: bool
    """Whether one may see par and replays: when one has played, or the day is over."""
    players: int
    ranking: tuple[Ranked, ...]
    """The best hundred."""
    mine: PlayedDay | None
    rank: int | None
    points: tuple[int, ...]
    """One's own points after each round; empty until the game is over."""
    par: ParLine | None
    """None while it is computed, if nobody here has played, or if one may not see it yet."""
    is_par_coming: bool
    """Whether it is worth asking again for par in a few seconds."""
    streak: int


def _day_info(day: Day, today: date) -> DayInfo:
    is_over = day.day < today
    return DayInfo(
        day=day.day.isoformat(),
        is_sealed=day.is_sealed,
        is_over=is_over,
        commitment=day.commitment,
        published_at=day.published_at if day.is_sealed else None,
        secret=day.secret.hex() if day.secret is not None and day.is_revealed else None,
    )


# Today.


@get(
    "/daily",
    tags=_TAGS,
    summary="Today's games, how I have done, and tomorrow's commitment",
    description="A day is a day in UTC. Without a name, nothing has been played.",
    responses=problems(),
)
async def show_dailies(context: RequestContext) -> DailyOverview:
    """Today's games."""
    daily, store = context.server.daily, context.server.store
    now = daily.today()
    today, tomorrow = await daily.published(now), await daily.published(now + A_DAY)
    games = await asyncio.to_thread(
        lambda: tuple(
            _daily_game(store, slug, now, context.id) for slug in slugs() if game_of(slug).has_daily
        )
    )
    return DailyOverview(
        today=_day_info(today, now),
        tomorrow=_day_info(tomorrow, now),
        now=context.server.now(),
        ends_at=daily.ends_at(),
        games=games,
    )


def _daily_game(store: Store, game: str, today: date, person: str | None) -> DailyGame:
    tries = () if person is None else store.first_tries(person, game)
    mine = _try_on(tries, today)
    since = (today - timedelta(days=DAYS_SHOWN)).isoformat()
    players, rank = _standing(store, game, today, mine)
    return DailyGame(
        game=game,
        mine=None if mine is None else _played_day(mine),
        rank=rank,
        players=players,
        streak=_streak(tries, today),
        best=max((one.score for one in tries if one.score is not None), default=None),
        days=tuple(_played_day(one) for one in tries if one.day > since),
    )


def _try_on(tries: Iterable[TryRow], day: date) -> TryRow | None:
    return next((one for one in tries if one.day == day.isoformat()), None)


def _played_day(one: TryRow) -> PlayedDay:
    return PlayedDay(one.day, one.table_id, one.status, one.score)


def _standing(store: Store, game: str, day: date, mine: TryRow | None) -> tuple[int, int | None]:
    """How many have finished the game of a day, and the rank of one's own try."""
    score = None if mine is None else mine.score
    players, better = store.standing(game, day.isoformat(), score or 0)
    return players, None if score is None else better + 1


def _streak(tries: Iterable[TryRow], day: date) -> int:
    return streak({date.fromisoformat(one.day) for one in tries if one.score is not None}, day)


# Playing.


@post(
    "/daily/{game:str}",
    tags=_TAGS,
    status_code=200,
    summary="Play today's game, or go on with it",
    description=(
        "The first time this begins the try that counts; from then on it returns the same table, on every "
        "device. `again` begins or goes on with a try that does not count, and so does `day` for an earlier "
        "day. A game that was begun before midnight (UTC) counts for the day on which it was begun."
    ),
    responses=problems(401, 403, 404, 408, 409, 413, 429),
)
async def play_daily(context: RequestContext, game: _Slug, data: DailyStart) -> TableInfo:
    """My table of a daily game."""
    me, daily = context.human, context.server.daily
    _check_game(game)
    day = await daily.fixed(daily.today() if data.day is None else _past_day(context, data.day))
    for _ in range(TRIES):
        found = await daily.next_try(game, day, me.id, again=data.again)
        try:
            room = await (
                context.server.hub.room(found)
                if isinstance(found, str)
                else _create(context, game, day, found)
            )
        except Taken:  # Another device was faster; or, once in a billion, the invitation is in use.
            continue
        if room.table.status is Status.OPEN:
            await room.change(lambda table: table)  # It starts, because its player is ready.
        daily.pars.begin(game, day.dice)
        return table_info(room.table, me.id)
    raise Taken("store_taken")


async def _create(context: RequestContext, game: str, day: Day, which: DailyTry) -> Room:
    me, seed = context.me, day.dice.seed(game)
    context.count_creation()
    drawn = TableIdentity(
        id=identity.new_id(),
        code="",
        invite_hash=identity.hash_secret(identity.new_secret()),
        commitment=commitment(seed),
        now=context.server.now(),
    )
    table = tables.new_daily_table(drawn, game, which, me.id, me.name)
    return await context.server.hub.create(table, seed.hex())


def _check_game(slug: str) -> None:
    game = find_game(slug)
    if game is None or not game.has_daily:
        raise Unknown("not_found")


def _past_day(context: RequestContext, text: str) -> date:
    """Today or an earlier day; Unknown for all others."""
    day = parse_day(text)
    if day is None or day > context.server.daily.today():
        raise Unknown("not_found")
    return day


# A day.


@get(
    "/daily/{game:str}/{day:str}",
    tags=_TAGS,
    summary="The ranking of a day, par, and the secret of a sealed day that is over",
    description=(
        "Par is what the strongest bot made of the same dice. It is computed when the first person plays; "
        "until then, ask again after a few seconds if `is_par_coming`. Par and the tables of the ranking, "
        "for replays, are in the answer once one has played, or when the day is over."
    ),
    responses=problems(404),
)
async def show_daily(context: RequestContext, game: _Slug, day: _Date) -> DayResult:
    """The ranking of a day."""
    _check_game(game)
    wanted = _past_day(context, day)
    daily, store = context.server.daily, context.server.store
    shown = await daily.shown(wanted)
    is_open = await daily.are_replays_open(game, wanted, context.id)
    tries, rows = await asyncio.to_thread(_tries_and_ranking, store, game, wanted, context.id)
    mine = _try_on(tries, wanted)
    players, rank = await asyncio.to_thread(_standing, store, game, wanted, mine)
    par = await daily.pars.find(game, shown.dice) if is_open and rows else None
    return DayResult(
        game=game,
        day=_day_info(shown, daily.today()),
        is_open=is_open,
        players=players,
        ranking=_ranked(rows, wanted, context.id, is_open=is_open),
        mine=None if mine is None else _played_day(mine),
        rank=rank,
        points=() if mine is None or mine.score is None else await _points(context, mine.table_id),
        par=None if par is None else ParLine(par.bot, par.points),
        is_par_coming=par is None and is_open and bool(rows),
        streak=_streak(tries, daily.today()),
    )


def _tries_and_ranking(
    store: Store, game: str, day: date, person: str | None
) -> tuple[tuple[TryRow, ...], tuple[TryRow, ...]]:
    tries = () if person is None else store.first_tries(person, game)
    return tries, store.ranking(game, day.isoformat(), MOST_RANKED)


def _ranked(rows: tuple[TryRow, ...], day: date, person: str | None, *, is_open: bool) -> tuple[Ranked, ...]:
    scores = [row.score or 0 for row in rows]
    end = start_of(day + A_DAY)
    return tuple(
        Ranked(
            rank=scores.index(score) + 1,
            name=row.name,
            score=score,
            mine=row.person_id == person,
            is_late=(row.ended_at or 0) >= end,
            table=row.table_id if is_open else None,
        )
        for row, score in zip(rows, scores, strict=True)
    )


async def _points(context: RequestContext, table_id: str) -> tuple[int, ...]:
    """The points after each round of a finished game."""
    live = (await context.server.hub.room(table_id)).live
    assert live is not None
    match, reader = live.match, context.id or context.network

    def compute() -> bytes:
        return msgspec.json.encode(points_by_round(match))

    answer = await context.server.replays.answer(reader, (table_id, "points"), compute)
    return msgspec.json.decode(answer, type=tuple[int, ...])


DAILY_ROUTES = [show_dailies, play_daily, show_daily]
