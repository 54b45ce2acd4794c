"""How strong the bots of a league are: shares of wins with their errors, and ratings.

Ratings follow the model of Plackett and Luce. It is told only that the winner of a game was better than
each of the others, one after another: a game has a winner but no second place. If all losers shared the
second place, a bot that always loses would seem as strong as one that often loses. In this model the odds
between two bots do not depend on the others at the table, so nothing is lost.

The model takes one game after another, and its result depends slightly on their order. So it takes them in
several random orders, each from the beginning, and the mean counts. Ratings start at 25. Every game makes
them more certain, up to `MOST_LOSERS` in all.
"""

from dataclasses import dataclass
from random import Random

from closecall.sim.league import League, Standing, TableWins
from closecall.sim.statistics import SIXTIETHS, Z_95

MOST_LOSERS = 40_000
"""In all orders together; more would hardly change a rating, and take long."""
ORDERS = 4


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a bot did at the tables where it met another, or at all of its tables."""

    games: int
    share: float
    """Of the wins; a shared win is split evenly."""
    points: float
    lost: int
    """Moves that the fallback made for it."""
    independent: float
    """The number of games with dice of their own that would tell as much."""


def meeting(league: League, standing: Standing, bot: str, other: str | None = None) -> Meeting | None:
    """How a bot did where it met another one, or everywhere; None if it has not played there."""
    games = wins = points = lost = fixtures = 0
    for fixture, order in enumerate(league.fixtures):
        if bot in order and (other is None or other in order):
            seat = order.index(bot)
            games += standing.games[fixture]
            wins += standing.wins[fixture][seat]
            points += standing.points[fixture][seat]
            lost += standing.lost[fixture][seat]
            fixtures += 1
    if games == 0:
        return None
    pair = league.bots.index(bot), league.bots.index(other or bot)
    inflation = _variance_inflation(standing.tables, pair, wins, fixtures)
    return Meeting(games, wins / SIXTIETHS / games, points / games, lost, games / inflation)


def _variance_inflation(tables: TableWins, pair: tuple[int, int], wins: int, fixtures: int) -> float:
    """The variance of the wins of a table, relative to games with dice of their own.

    At least 1: if the games of a table balance each other, that may be chance. With fewer than two whole
    tables it is unknown, and all games with the same dice count as one.
    """
    bot, other = pair
    whole, squares = tables.whole, tables.squares[bot][other]
    wins -= tables.tail[bot][other]
    share = wins / (SIXTIETHS * fixtures * whole) if whole else 0.0
    independent = SIXTIETHS**2 * fixtures * share * (1 - share)
    if whole < 2:
        return float(fixtures)
    if independent <= 0:
        return 1.0
    return max(1.0, (squares - wins * wins / whole) / (whole - 1) / independent)


def by_strength(league: League, standing: Standing) -> list[str]:
    """The bots by their share of wins; those that have not played come last."""
    found = {bot: meeting(league, standing, bot) for bot in league.bots}
    shares = {bot: 0.0 if met is None else met.share for bot, met in found.items()}
    return sorted(league.bots, key=lambda bot: -shares[bot])


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a bot and its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def ratings_of(league: League, standing: Standing) -> dict[str, Rating]:
    """The rating of every bot."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  # Slow to import, and only reports need it.

    # Bots do not change from game to game, so certainty does not fade.
    model = PlackettLuce(tau=0.0)
    games, rng = _games(league, standing), Random(f"{league.seed}/ratings")
    means, sigmas = dict.fromkeys(league.bots, 0.0), dict.fromkeys(league.bots, 0.0)
    for _ in range(ORDERS):
        known = {bot: model.rating(name=bot) for bot in league.bots}
        rng.shuffle(games)
        for winner, losers in games:
            for loser in losers:
                [[better], [worse]] = model.rate([[known[winner]], [known[loser]]])
                known[winner], known[loser] = better, worse
        for bot, rating in known.items():
            means[bot] += rating.mu / ORDERS
            sigmas[bot] += rating.sigma / ORDERS
    return {
        bot: Rating(means[bot], means[bot] - Z_95 * sigmas[bot], means[bot] + Z_95 * sigmas[bot])
        for bot in league.bots
    }


def _games(league: League, standing: Standing) -> list[tuple[str, tuple[str, ...]]]:
    """Games with these results: the winner, and who else sat there.

    Sorted by the names of the bots, so that the order in which they were named does not matter.
    """
    losers = (league.seats - 1) * standing.played
    most = min(1.0, MOST_LOSERS / ORDERS / max(1, losers))
    games = []
    for order, played, wins in sorted(zip(league.fixtures, standing.games, standing.wins, strict=True)):
        for seat, count in enumerate(_whole_games(wins, round(most * played))):
            games += [(order[seat], order[:seat] + order[seat + 1 :])] * count
    return games


def _whole_games(wins: list[int], games: int) -> list[int]:
    """This many games divided among the seats in proportion to their wins, as nearly as integers can be."""
    total = max(1, sum(wins))
    exact = [games * win / total for win in wins]
    whole = [int(part) for part in exact]
    by_rest = sorted(range(len(wins)), key=lambda seat: whole[seat] - exact[seat])
    for seat in by_rest[: games - sum(whole)]:
        whole[seat] += 1
    return whole
