"""My statistics: how I have done at each game, alone, against bots of each level, and with people."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import fsum

import msgspec
from litestar import get

from closecall.games import game_of, slugs
from closecall.games.descriptor import Game, strength_rank
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.polite_threads import politely
from closecall.store import Company, PlayedRow

MOST_RESULTS = 5_000
"""Older games are not counted."""
MOST_RECENT = 50

_ORDER = Company.PEOPLE, Company.SHARED, Company.BOTS, Company.ALONE


class ScoreCount(msgspec.Struct, frozen=True):
    """How often a score was reached."""

    score: int
    times: int


class RecentGame(msgspec.Struct, frozen=True):
    """One of the latest games."""

    ended_at: int
    score: float
    """Points per game, if it was a match of several."""
    won: bool | None
    """None if it was played alone."""


class Figures(msgspec.Struct, frozen=True):
    """What somebody has achieved in some games, of which there is at least one.

    A match of several games counts as one, with its points per game. Ties are victories of all who share
    them.
    """

    games: int
    contests: int
    """The games that were not played alone."""
    victories: int
    best: int | None
    """The best score in one game; None if only sums are known."""
    best_before: int | None
    """The same without the latest game; None if there was no other."""
    average: float
    streak: int
    """The latest contests without a defeat in between."""
    longest_streak: int
    scores: tuple[ScoreCount, ...]
    """The distribution, the lowest score first."""
    recent: tuple[RecentGame, ...]
    """The latest games, the oldest first; at most 50."""


class CompanyStatistics(msgspec.Struct, frozen=True):
    """What somebody has achieved at a game in one kind of company."""

    company: Company
    level: str | None
    """The strongest bot at the table, in the company of bots."""
    figures: Figures


class GameStatistics(msgspec.Struct, frozen=True):
    """What somebody has achieved at one game."""

    game: str
    all: Figures
    companies: tuple[CompanyStatistics, ...]
    """Only those that have played: people, shared devices, bots from the strongest to the weakest, alone."""


class Statistics(msgspec.Struct, frozen=True):
    """What somebody has achieved, at each game that they have played."""

    games: tuple[GameStatistics, ...]


@get(
    "/me/statistics",
    tags=["history"],
    summary="How I have done at each game, by company",
    description=(
        "Of games that were played to the end. Those that a bot ended for me do not count, nor do names on "
        "my device: their figures are on the page of fame. Of more than 5000 games, the latest count."
    ),
    responses=problems(401),
)
async def show_statistics(context: RequestContext) -> Statistics:
    """One's own statistics."""
    me, store = context.me, context.server.store

    def compute() -> Statistics:
        return statistics_of(politely(store.played_by(me.id, slugs(), MOST_RESULTS)))

    return await asyncio.to_thread(compute)


@dataclass(slots=True)
class _Tally:
    """Figures while they are counted, game by game."""

    games: int = 0
    contests: int = 0
    victories: int = 0
    best: int | None = None
    best_before: int | None = None
    streak: int = 0
    longest_streak: int = 0
    points: list[float] = field(default_factory=list)
    scores: Counter[int] = field(default_factory=Counter)
    recent: list[RecentGame] = field(default_factory=list)

    def add(self, row: PlayedRow) -> None:
        """Count the next game."""
        points = row.score / row.games
        self.games += 1
        self.best_before = self.best
        if row.best is not None:
            self.best = row.best if self.best is None else max(self.best, row.best)
        is_contest = row.company is not Company.ALONE
        if is_contest:
            self.contests += 1
            self.victories += row.won
            self.streak = self.streak + 1 if row.won else 0
            self.longest_streak = max(self.longest_streak, self.streak)
        self.points.append(points)
        self.scores[round(points)] += 1
        self.recent.append(RecentGame(row.ended_at, points, row.won if is_contest else None))

    def figures(self) -> Figures:
        """The figures after the last game."""
        return Figures(
            games=self.games,
            contests=self.contests,
            victories=self.victories,
            best=self.best,
            best_before=self.best_before,
            average=fsum(self.points) / self.games,
            streak=self.streak,
            longest_streak=self.longest_streak,
            scores=tuple(ScoreCount(score, times) for score, times in sorted(self.scores.items())),
            recent=tuple(self.recent[-MOST_RECENT:]),
        )


def statistics_of(rows: Iterable[PlayedRow]) -> Statistics:
    """The statistics of somebody's results, the oldest first.

    >>> rows = [PlayedRow("mark", Company.BOTS, "easy", 70, 1, 70, True, at) for at in (1, 2)]
    >>> figures = statistics_of(rows).games[0].all
    >>> figures.games, figures.average, figures.streak
    (2, 70.0, 2)
    """
    totals: dict[str, _Tally] = {}
    parts: dict[str, dict[tuple[Company, str | None], _Tally]] = {}
    for row in rows:
        totals.setdefault(row.game, _Tally()).add(row)
        parts.setdefault(row.game, {}).setdefault((row.company, row.level), _Tally()).add(row)
    return Statistics(
        tuple(
            GameStatistics(game, totals[game].figures(), _companies(game_of(game), parts[game]))
            for game in slugs()
            if game in totals
        )
    )


def _companies(
    game: Game, tallies: Mapping[tuple[Company, str | None], _Tally]
) -> tuple[CompanyStatistics, ...]:
    order = sorted(tallies, key=lambda each: (_ORDER.index(each[0]), strength_rank(game, each[1] or "")))
    return tuple(CompanyStatistics(*each, tallies[each].figures()) for each in order)


STATISTICS_ROUTES = [show_statistics]
