"""Households: a person, and everybody who has played as a name on that person's device."""

import asyncio
from collections.abc import Iterable
from math import fsum

import msgspec
from litestar import get

from closecall.games import slugs
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.store import HouseholdRow

MOST_NAMES = 100
MOST_TROPHIES = 20


class GameFame(msgspec.Struct, frozen=True):
    """What one member of a household has achieved at a game."""

    game: str
    victories: int
    games: int
    """How many games they have played, alone or with others."""
    best: int | None
    """The best score in one game; None if there is none, or only sums are known."""
    average: float | None
    """The average score; a match counts with its points per game. None without a game."""
    trophies: tuple[int, ...]
    """When the latest victories were won, the newest first; at most 20."""
    champion: bool
    """Whether nobody else in the household has won more often."""


class Member(msgspec.Struct, frozen=True):
    """A member of a household."""

    name: str
    mine: bool
    """Whether this is the person who owns the device."""
    fame: tuple[GameFame, ...]
    """One entry for each game."""


class PageOfFame(msgspec.Struct, frozen=True):
    """The members of a household, the most victories first."""

    members: tuple[Member, ...]


@get(
    "/me/fame",
    tags=["people"],
    summary="The page of fame of my household",
    description=(
        "Lifetime victories and their dates, games, best and average scores: mine, and those of every name "
        "that has played on my device. Games that a bot ended for somebody do not count. Nobody else can see "
        "it."
    ),
    responses=problems(401, 403),
)
async def show_page_of_fame(context: RequestContext) -> PageOfFame:
    """The household's own page (E17)."""
    me = context.human
    rows = await asyncio.to_thread(context.server.store.household_fame, me.id, slugs(), MOST_TROPHIES)
    return page_of_fame(me.name, rows)


def page_of_fame(owner: str, rows: Iterable[HouseholdRow]) -> PageOfFame:
    """The page for the owner of a device; names that differ only in case are one member.

    >>> rows = [HouseholdRow(None, "mark", 1, 2, 50, (50,)), HouseholdRow("kim", "mark", 2, 3, 40, (40, 30))]
    >>> [(member.name, member.mine) for member in page_of_fame("Ann", rows).members]
    [('kim', False), ('Ann', True)]
    >>> [(member.name, member.mine) for member in page_of_fame("Kim", rows).members]
    [('Kim', True)]
    """
    by_name: dict[str, list[HouseholdRow]] = {}
    for row in rows:
        name = owner if row.name is None else row.name
        by_name.setdefault(name.casefold(), []).append(row)
    most = {game: max((_victories(own, game) for own in by_name.values()), default=0) for game in slugs()}
    members = [
        Member(
            name=owner if folded == owner.casefold() else _latest_spelling(own),
            mine=folded == owner.casefold(),
            fame=tuple(_game_fame(own, game, most[game]) for game in slugs()),
        )
        for folded, own in by_name.items()
    ]
    return PageOfFame(tuple(sorted(members, key=_merit)[:MOST_NAMES]))


def _latest_spelling(rows: list[HouseholdRow]) -> str:
    return max((row.last_at, row.name or "") for row in rows)[1]


def _victories(rows: list[HouseholdRow], game: str) -> int:
    return sum(row.victories for row in rows if row.game == game)


def _game_fame(rows: list[HouseholdRow], game: str, most: int) -> GameFame:
    victories = _victories(rows, game)
    trophies = sorted((at for row in rows if row.game == game for at in row.trophies), reverse=True)
    games = sum(row.games for row in rows if row.game == game)
    best = [row.best for row in rows if row.game == game and row.best is not None]
    return GameFame(
        game=game,
        victories=victories,
        games=games,
        best=max(best, default=None),
        average=fsum(row.points for row in rows if row.game == game) / games if games else None,
        trophies=tuple(trophies[:MOST_TROPHIES]),
        champion=0 < victories == most,
    )


def _merit(member: Member) -> tuple[int, int, str]:
    """Ties go to fewer games, as in the hall of fame."""
    victories = sum(each.victories for each in member.fame)
    return -victories, sum(each.games for each in member.fame), member.name.casefold()


HOUSEHOLD_ROUTES = [show_page_of_fame]
