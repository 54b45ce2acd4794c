"""The games: the list of them, their rules and introductions, the hall of fame and the ratings."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from closecall.bots.cast import CAST
from closecall.core.record import AnyMatch
from closecall.games import find_game, game_of, rules_text, slugs
from closecall.games import introduction as introductions
from closecall.games.descriptor import Game, strength_rank
from closecall.messages import catalogue
from closecall.server.http.bodies import Language
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.sockets.protocol import PHRASES, seen_value
from closecall.server.tables import Clock
from closecall.server.tables.options import encode_options
from closecall.store import Company, FameRow

MOST_ROWS = 100
CACHED_MS = 10_000
"""How long a leaderboard is cached."""

_TAGS = ["games"]
_T = TypeVar("_T")
_Slug = Annotated[str, Parameter(description="The game, by its name in the list of games.", max_length=40)]
_Wanted = Annotated[
    Language | None, Parameter(description="The language; without one, the reader's preference.")
]
_LESSONS = ResponseSpec(dict[str, Any], description="The lessons.", generate_examples=False)


class Seats(msgspec.Struct, frozen=True):
    """The numbers of players that a game allows."""

    least: int
    most: int


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    game: str
    rules_version: int
    seats: Seats
    options: dict[str, Any]
    """The defaults."""
    bots: tuple[str, ...]


class CharacterInfo(msgspec.Struct, frozen=True):
    """A named opponent, who plays every game that has its level."""

    character: str
    name: str
    level: str
    """The bot that it is."""
    temperament: str
    """In the reader's language."""


class ClockInfo(msgspec.Struct, frozen=True):
    """A clock: how long each decision may take."""

    clock: Clock
    seconds: int | None


class PhraseInfo(msgspec.Struct, frozen=True):
    """A phrase that can be said at a table, and its text in the reader's language."""

    phrase: str
    text: str


class Offer(msgspec.Struct, frozen=True):
    """Everything that can be chosen for a new table, and the phrases."""

    games: tuple[GameInfo, ...]
    cast: tuple[CharacterInfo, ...]
    clocks: tuple[ClockInfo, ...]
    phrases: tuple[PhraseInfo, ...]


class Famous(msgspec.Struct, frozen=True):
    """An entry in the hall of fame: lifetime victories."""

    name: str
    is_bot: bool
    victories: int
    games: int
    best: int | None
    """The best score in one game; None if only sums are known."""
    mine: bool


class LevelFame(msgspec.Struct, frozen=True):
    """The people with the most victories against bots of one level."""

    level: str
    """The strongest bot at the table."""
    people: tuple[Famous, ...]


class HallOfFame(msgspec.Struct, frozen=True):
    """The people with the most victories at a game, the most first, by the company in which they played.

    Solo games have no victories. Those that a bot ended for somebody do not count, and names on a shared
    device are on the page of fame of their household only.
    """

    game: str
    people: tuple[Famous, ...]
    """On several devices."""
    shared: tuple[Famous, ...]
    """With others on one device."""
    bots: tuple[LevelFame, ...]
    """Alone against bots, the strongest first; levels at which nobody has played are left out."""


class Rated(msgspec.Struct, frozen=True):
    """A person's rating."""

    name: str
    is_bot: bool
    rating: float
    """A cautious estimate of the strength: mu − 3·sigma."""
    mu: float
    sigma: float
    games: int
    mine: bool


class Ratings(msgspec.Struct, frozen=True):
    """The best ratings at a game, the best first."""

    game: str
    people: tuple[Rated, ...]


@get(
    "/games",
    tags=_TAGS,
    summary="The games, their bots, the cast, the clocks and the phrases",
    responses=problems(),
)
async def list_games(context: RequestContext) -> Offer:
    """What can be chosen."""
    say = catalogue(context.language)
    limits = {clock: clock.limit_ms for clock in Clock}
    clocks = tuple(ClockInfo(clock, None if ms is None else ms // 1000) for clock, ms in limits.items())
    phrases = tuple(PhraseInfo(phrase, say(f"phrase.{phrase}")) for phrase in PHRASES)
    games = tuple(_game_info(game_of(slug)) for slug in slugs())
    cast = tuple(CharacterInfo(one.slug, one.name, one.level, say(f"home.cast.{one.slug}")) for one in CAST)
    return Offer(games, cast, clocks, phrases)


def _game_info(game: Game) -> GameInfo:
    rules = game.rules
    return GameInfo(
        game=game.slug,
        rules_version=rules.VERSION,
        seats=Seats(rules.SEATS.start, rules.SEATS.stop - 1),
        options=encode_options(rules, rules.OPTIONS()),
        bots=game.bot_names,
    )


# Rules and introductions.


class RulesText(msgspec.Struct, frozen=True):
    """The rules of a game in our own words."""

    game: str
    language: str
    markdown: str
    """Headings, paragraphs, lists, tables, `code`, **bold**, and *(ours)* after our own decisions."""


class Reply(msgspec.Struct, frozen=True):
    """A move to try in a lesson, and the match after it."""

    move: str
    seen: dict[str, Any]


class Lesson(msgspec.Struct, frozen=True):
    """A situation, a text about it, and the moves to try."""

    text: str
    """The key of the text."""
    facts: dict[str, int]
    """The numbers in the text."""
    seen: dict[str, Any]
    """The match through the learner's eyes, as in the socket's `seen` frames."""
    effects: tuple[Any, ...]
    """What the moves of the menu do, in its order."""
    replies: tuple[Reply, ...]
    """The moves to try; none if there is only something to see."""
    hint: str | None
    """The key of the text after any other move."""
    praise: str | None
    """The key of the text after a move to try."""


class Introduction(msgspec.Struct, frozen=True):
    """A game in a few lessons."""

    game: str
    lessons: tuple[Lesson, ...]


class Reason(msgspec.Struct, frozen=True):
    """Why a move is not possible; None if it is."""

    sentence: str | None


@get("/games/{game:str}/rules", tags=_TAGS, summary="The rules of a game", responses=problems(404))
async def show_rules(context: RequestContext, game: _Slug, language: _Wanted = None) -> RulesText:
    """The rules."""
    _known(game)
    chosen = language or context.language
    return RulesText(game, chosen, rules_text(game, chosen))


@get(
    "/games/{game:str}/introduction",
    tags=_TAGS,
    summary="A game in a few lessons",
    description="Real situations with the moves to try; every text is the key of a message.",
    responses={**problems(404), 200: _LESSONS},
)
async def show_introduction(game: _Slug) -> Introduction:
    """The introduction."""
    return introduction(_known(game))


def introduction(game: Game) -> Introduction:
    """The introduction as it is sent; Unknown if the game has none."""
    lessons = introductions.lessons_of(game)
    if not lessons:
        raise Unknown("not_found")
    return Introduction(game.slug, tuple(map(_lesson, lessons)))


def _lesson(lesson: introductions.Lesson) -> Lesson:
    return Lesson(
        text=lesson.text,
        facts=lesson.facts,
        seen=_seen(lesson.match),
        effects=lesson.effects,
        replies=tuple(Reply(move, _seen(match)) for move, match in lesson.replies),
        hint=lesson.hint,
        praise=lesson.praise,
    )


def _seen(match: AnyMatch) -> dict[str, Any]:
    return seen_value(match.rules, match.seen_by(introductions.LEARNER))


@get(
    "/games/{game:str}/introduction/{lesson:int}/why",
    tags=_TAGS,
    summary="Why a move is not possible in a lesson",
    responses=problems(404),
)
async def explain_move(
    context: RequestContext,
    game: _Slug,
    lesson: Annotated[int, Parameter(ge=0, le=99, description="Which lesson, from 0.")],
    move: Annotated[str, Parameter(max_length=400, description="The move in the game's notation.")],
    language: _Wanted = None,
) -> Reason:
    """The rules' own reason."""
    lessons = introductions.lessons_of(_known(game))
    if lesson >= len(lessons):
        raise Unknown("not_found")
    match = lessons[lesson].match
    seen, wanted = match.seen_by(introductions.LEARNER), match.rules.parse_move(move)
    if seen.menu is None or wanted in seen.menu:
        return Reason(None)
    refusal = match.rules.why_not(seen.view, wanted)
    return Reason(refusal.sentence(catalogue(language or context.language)))


def _known(slug: str) -> Game:
    game = find_game(slug)
    if game is None:
        raise Unknown("not_found")
    return game


# Leaderboards.


@get("/fame/{game:str}", tags=_TAGS, summary="The hall of fame of a game", responses=problems(404))
async def show_fame(context: RequestContext, game: _Slug) -> HallOfFame:
    """Lifetime victories (E17)."""
    rows = await _leaderboard(context, "fame", game, context.server.store.hall_of_fame)
    return hall_of_fame(game_of(game), rows, context.id)


def hall_of_fame(game: Game, rows: Iterable[FameRow], reader: str | None) -> HallOfFame:
    """The hall of fame as it is sent to a reader."""
    lists: dict[tuple[Company, str | None], list[Famous]] = {}
    for row in rows:
        famous = Famous(row.name, row.is_bot, row.victories, row.games, row.best, row.person_id == reader)
        lists.setdefault((row.company, row.level), []).append(famous)
    levels = [level for company, level in lists if company is Company.BOTS and level is not None]
    return HallOfFame(
        game=game.slug,
        people=tuple(lists.get((Company.PEOPLE, None), ())),
        shared=tuple(lists.get((Company.SHARED, None), ())),
        bots=tuple(
            LevelFame(level, tuple(lists[Company.BOTS, level]))
            for level in sorted(levels, key=lambda level: strength_rank(game, level))
        ),
    )


@get("/ratings/{game:str}", tags=_TAGS, summary="The best ratings at a game", responses=problems(404))
async def show_ratings(context: RequestContext, game: _Slug) -> Ratings:
    """Ratings."""
    rows = await _leaderboard(context, "ratings", game, context.server.store.top_ratings)
    people = [
        Rated(
            name=row.name,
            is_bot=row.is_bot,
            rating=row.rating.mu - 3 * row.rating.sigma,
            mu=row.rating.mu,
            sigma=row.rating.sigma,
            games=row.rating.games,
            mine=row.rating.person_id == context.id,
        )
        for row in rows
    ]
    return Ratings(game, tuple(people))


async def _leaderboard(context: RequestContext, kind: str, game: str, read: Callable[[str, int], _T]) -> _T:
    """A leaderboard, from the store or from the cache."""
    _known(game)
    boards, now = context.server.leaderboards, context.server.time_source.elapsed()
    until, rows = boards.get((kind, game), (0, None))
    if now >= until:
        rows = await asyncio.to_thread(read, game, MOST_ROWS)
        boards[kind, game] = now + CACHED_MS, rows
    found: _T = rows
    return found


GAME_ROUTES = [list_games, show_rules, show_introduction, explain_move, show_fame, show_ratings]
