"""How strong the bots of a league are, by the model of Plackett and Luce, and how sure that is.

The model looks at one game after the other, so the games of all fixtures are taken in turns. Of a game it is
told who won; all others come second. Ratings begin at 25; every game makes them surer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from closecall.sim.league import League, Standing
from closecall.sim.spread import SIXTIETHS, Z_95

MOST_GAMES = 20_000
"""More games would hardly change a rating, and take the model long."""


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
    known = {bot: model.rating(name=bot) for bot in league.bots}
    for order, winner in _games(league, standing):
        ranks = [0.0 if seat == winner else 1.0 for seat in range(len(order))]
        rated = model.rate([[known[bot]] for bot in order], ranks=ranks)
        known.update({bot: team[0] for bot, team in zip(order, rated, strict=True)})
    return {
        bot: Rating(rating.mu, rating.mu - Z_95 * rating.sigma, rating.mu + Z_95 * rating.sigma)
        for bot, rating in known.items()
    }


def _games(league: League, standing: Standing) -> Iterator[tuple[tuple[str, ...], int]]:
    """Games with these results, fixtures in turns: who sat where, and which seat won."""
    games = min(MOST_GAMES, standing.played)
    rng = Random(f"{league.seed}/ratings")
    fixtures = [fixture for fixture, played in enumerate(standing.games) if played]
    for n in range(games):
        fixture = fixtures[n % len(fixtures)]
        wins = standing.wins[fixture]
        assert sum(wins) == SIXTIETHS * standing.games[fixture]
        yield league.fixtures[fixture], rng.choices(range(league.seats), weights=wins)[0]
