"""How strong people are at a game, by the model of Plackett and Luce: everybody against everybody else.

>>> from closecall.store.rows import ResultRow
>>> won = ResultRow("t", 0, "ann", None, "Ann", "mark", score=70, won=True, ended_at=0)
>>> lost = ResultRow("t", 1, "ben", None, "Ben", "mark", score=64, won=False, ended_at=0)
>>> [(row.person_id, round(row.mu, 1), row.games) for row in rated("mark", (won, lost), {})]
[('ann', 27.6, 1), ('ben', 22.4, 1)]
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise, permutations
from statistics import fmean
from typing import TYPE_CHECKING

from closecall.store.rows import RatingRow, ResultRow

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


def rated(game: str, results: Iterable[ResultRow], ratings: Mapping[str, RatingRow]) -> tuple[RatingRow, ...]:
    """The new ratings of the people of a finished game, if there were two at least.

    Our own bots, and names at a shared device, are left out; bots that come over the network are people.
    Who is equal gets the mean of what all orders among them would give.
    """
    own = {result.person_id: result for result in results if result.person_id is not None}
    if len(own) < 2:
        return ()
    people = sorted(own)  # The sums are the same to the last bit, whoever sat where.
    before = [ratings.get(person) or new_rating(person, game) for person in people]
    model = _model()
    teams = [[model.rating(mu=row.mu, sigma=row.sigma)] for row in before]
    # The model's own way with ties can give a third more than two who share the victory.
    tries = [model.rate(teams, ranks=ranks) for ranks in _orders([own[person] for person in people])]
    return tuple(
        RatingRow(
            row.person_id,
            game,
            mu=fmean(after[n][0].mu for after in tries),
            sigma=fmean(after[n][0].sigma for after in tries),
            games=row.games + 1,
        )
        for n, row in enumerate(before)
    )


def new_rating(person_id: str, game: str) -> RatingRow:
    """What is thought of somebody who has never played."""
    fresh = _model().rating()
    return RatingRow(person_id, game, mu=fresh.mu, sigma=fresh.sigma, games=0)


def _orders(results: list[ResultRow]) -> Iterator[list[float]]:
    """The place of everybody in each order that the results allow: several, if some are equal.

    Winners come first, since a tie may have been broken, and then the higher score.
    """
    merits = [(result.won, result.score) for result in results]
    for order in permutations(range(len(merits))):
        if all(merits[better] >= merits[worse] for better, worse in pairwise(order)):
            yield [float(order.index(n)) for n in range(len(merits))]


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415  # Most programs never rate anybody.

    return PlackettLuce()
