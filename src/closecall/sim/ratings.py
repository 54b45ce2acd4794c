"""How strong the bots of a league are, by the model of Plackett and Luce, and how sure that is.

Of a game the model is told that its winner was better than each of the others, one after the other, and
nothing about those others: a game has a winner and no second. If all who lose were second together, whoever
always loses would seem as strong as whoever loses often. By the model, who of two wins does not depend on who
else sits there, so nothing is lost.

The model looks at one game after the other, and what it thinks in the end depends a little on their order: so
it looks at them several times, each time from the beginning and well mixed, and the mean counts. Ratings
begin at 25; every game makes them surer, as long as there are no more than `MOST_LOSERS` in all.
"""

from dataclasses import dataclass
from random import Random

from closecall.sim.league import League, Standing
from closecall.sim.spread import Z_95

MOST_LOSERS = 40_000
"""More of them would hardly change a rating, and take the model long; all orders together."""
ORDERS = 4


@dataclass(frozen=True, slots=True)
class Rating:
    """What is thought of a bot."""

    mean: float
    low: float
    high: float
    """The bounds of 95 %."""


def ratings_of(league: League, standing: Standing) -> dict[str, Rating]:
    """The rating of every bot."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  # Only a league rates anybody here.

    # Bots do not change from game to game, so what is known of them does not fade.
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
    """Games with these results: who won, and who else sat there.

    They are listed by the names of the bots: in whatever order somebody has named them, the list is the same.
    """
    losers = (league.seats - 1) * standing.played
    most = min(1.0, MOST_LOSERS / ORDERS / max(1, losers))
    games = []
    for order, played, wins in sorted(zip(league.fixtures, standing.games, standing.wins, strict=True)):
        for seat, count in enumerate(_whole(wins, round(most * played))):
            games += [(order[seat], order[:seat] + order[seat + 1 :])] * count
    return games


def _whole(wins: list[int], games: int) -> list[int]:
    """So many games, won by the seats in these parts as nearly as whole games can be."""
    total = max(1, sum(wins))
    exact = [games * win / total for win in wins]
    whole = [int(part) for part in exact]
    by_rest = sorted(range(len(wins)), key=lambda seat: whole[seat] - exact[seat])
    for seat in by_rest[: games - sum(whole)]:
        whole[seat] += 1
    return whole
