"""The games that there are, and who is good at them."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import get
from litestar.params import Parameter

from closecall.bots import NAMES, has_bot
from closecall.games import rules_of, slugs
from closecall.messages import catalogue
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import Asking
from closecall.server.sockets.protocol import PHRASES
from closecall.server.tables import Clock
from closecall.server.tables.options import encode_options

MOST_ROWS = 100
KEPT_MS = 10_000
"""How long a list of the best is shown before it is read anew."""

_TAGS = ["games"]
_T = TypeVar("_T")
Game = Annotated[str, Parameter(description="The game: `mark`, `qwixx` or `enough`.", max_length=40)]


class Seats(msgspec.Struct, frozen=True):
    """For how many a game is."""

    least: int
    most: int


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    game: str
    rules_version: int
    seats: Seats
    options: dict[str, Any]
    """As usual."""
    bots: tuple[str, ...]


class ClockInfo(msgspec.Struct, frozen=True):
    """A clock: how long each decision may take."""

    clock: Clock
    seconds: int | None


class PhraseInfo(msgspec.Struct, frozen=True):
    """What can be said at a table, and how it sounds in the reader's language."""

    phrase: str
    text: str


class Offer(msgspec.Struct, frozen=True):
    """Everything one can choose from for a new table, and at it."""

    games: tuple[GameInfo, ...]
    clocks: tuple[ClockInfo, ...]
    phrases: tuple[PhraseInfo, ...]


class Famous(msgspec.Struct, frozen=True):
    """A place in the hall of fame: lifetime victories."""

    name: str
    is_bot: bool
    victories: int
    games: int
    best: int
    """The best score."""
    mine: bool


class HallOfFame(msgspec.Struct, frozen=True):
    """The most victories at a game, the most first."""

    game: str
    people: tuple[Famous, ...]


class Rated(msgspec.Struct, frozen=True):
    """How strong somebody is."""

    name: str
    is_bot: bool
    rating: float
    """What they are worth almost surely: mu − 3·sigma."""
    mu: float
    sigma: float
    games: int
    mine: bool


class Ratings(msgspec.Struct, frozen=True):
    """The best ratings at a game, the best first."""

    game: str
    people: tuple[Rated, ...]


@get("/games", tags=_TAGS, summary="The games, their bots, the clocks and the phrases", responses=problems())
async def list_games(asking: Asking) -> Offer:
    """What there is."""
    say = catalogue(asking.language)
    limits = {clock: clock.limit_ms for clock in Clock}
    clocks = tuple(ClockInfo(clock, None if ms is None else ms // 1000) for clock, ms in limits.items())
    phrases = tuple(PhraseInfo(phrase, say(f"phrase.{phrase}")) for phrase in PHRASES)
    return Offer(tuple(map(_game_info, slugs())), clocks, phrases)


def _game_info(slug: str) -> GameInfo:
    rules = rules_of(slug)
    return GameInfo(
        game=slug,
        rules_version=rules.VERSION,
        seats=Seats(rules.SEATS.start, rules.SEATS.stop - 1),
        options=encode_options(rules, rules.OPTIONS()),
        bots=tuple(name for name in NAMES if has_bot(name, slug)),
    )


@get("/fame/{game:str}", tags=_TAGS, summary="The hall of fame of a game", responses=problems(404))
async def show_fame(asking: Asking, game: Game) -> HallOfFame:
    """Lifetime victories (E17)."""
    rows = await _board(asking, "fame", game, asking.services.store.hall_of_fame)
    people = [
        Famous(row.name, row.is_bot, row.victories, row.games, row.best, row.person_id == asking.id)
        for row in rows
    ]
    return HallOfFame(game, tuple(people))


@get("/ratings/{game:str}", tags=_TAGS, summary="The best ratings at a game", responses=problems(404))
async def show_ratings(asking: Asking, game: Game) -> Ratings:
    """Ratings."""
    rows = await _board(asking, "ratings", game, asking.services.store.top_ratings)
    people = [
        Rated(
            name=row.name,
            is_bot=row.is_bot,
            rating=row.rating.mu - 3 * row.rating.sigma,
            mu=row.rating.mu,
            sigma=row.rating.sigma,
            games=row.rating.games,
            mine=row.rating.person_id == asking.id,
        )
        for row in rows
    ]
    return Ratings(game, tuple(people))


async def _board(asking: Asking, kind: str, game: str, read: Callable[[str, int], _T]) -> _T:
    """A list of the best, read from the store now and then."""
    if game not in slugs():
        raise Unknown("not_found")
    boards, now = asking.services.boards, asking.services.now()
    until, rows = boards.get((kind, game), (0, None))
    if now >= until:
        rows = await asyncio.to_thread(read, game, MOST_ROWS)
        boards[kind, game] = now + KEPT_MS, rows
    found: _T = rows
    return found


GAME_ROUTES = [list_games, show_fame, show_ratings]
