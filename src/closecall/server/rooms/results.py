"""The results of a finished match, and the ratings that follow from them.

Ratings use the Plackett-Luce model, with every player compared to every other.

>>> won = ResultRow("t", 0, "ann", None, "Ann", "mark", score=70, won=True, ended_at=0)
>>> lost = ResultRow("t", 1, "ben", None, "Ben", "mark", score=64, won=False, ended_at=0)
>>> [(row.person_id, round(row.mu, 1), row.games) for row in new_ratings("mark", (won, lost), {})]
[('ann', 27.6, 1), ('ben', 22.4, 1)]
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations
from statistics import fmean
from typing import TYPE_CHECKING

from closecall.core.record import AnyMatch
from closecall.core.rules import Over
from closecall.games import game_of
from closecall.games.descriptor import Game, strength_rank
from closecall.server.tables import Place
from closecall.store.rows import Company, RatingRow, ResultRow

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


def results_of(
    table_id: str, match: AnyMatch, places: Sequence[Place], ended_at: int
) -> tuple[ResultRow, ...]:
    """The result of every seat.

    A seat belongs to its person even if a bot played it at the end. Seats where somebody else played at a
    person's device have a name and a household, but no person.
    """
    over = match.pending
    assert isinstance(over, Over)
    assert len(places) == match.seats
    game = game_of(match.rules.SLUG)
    company, level = company_of(game, places)
    scores = (over.scores,) if game.game_scores is None else game.game_scores(match.state)
    people = [None if place.local else place.person for place in places]
    own = [person if people.index(person) == seat else None for seat, person in enumerate(people)]
    return tuple(
        ResultRow(
            table_id=table_id,
            seat=seat,
            person_id=person,
            bot=place.bot if place.person is None else None,
            name=place.name,
            game=match.rules.SLUG,
            score=over.scores[seat],
            won=seat in over.winners and match.seats > 1,  # Nobody wins against nobody.
            ended_at=ended_at,
            household=place.person if person is None else None,
            company=company,
            level=level,
            stood_in=place.person is not None and place.away,
            games=len(scores),
            best=max(each[seat] for each in scores) if len(scores) > 1 else None,
        )
        for seat, (place, person) in enumerate(zip(places, own, strict=True))
    )


def company_of(game: Game, places: Sequence[Place]) -> tuple[Company, str | None]:
    """The company at a table and, if it is a company of bots, the strongest of them."""
    people = [place.person for place in places if place.person is not None]
    if len(places) == 1:
        return Company.ALONE, None
    if len(set(people)) > 1:
        return Company.PEOPLE, None
    if len(people) > 1:
        return Company.SHARED, None
    bots = [place.bot for place in places if place.person is None and place.bot is not None]
    return Company.BOTS, min(bots, key=lambda bot: strength_rank(game, bot))


def nobodys(results: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
    """The results of a daily game: they are in the ranking of the day, and in nobody's other statistics.

    A person can know the dice, from the formula or from an earlier try.
    """
    return tuple(replace(row, person_id=None, household=None) for row in results)


def new_ratings(
    game: str, results: Iterable[ResultRow], ratings: Mapping[str, RatingRow]
) -> tuple[RatingRow, ...]:
    """The new ratings of the people in a finished game; none if there were fewer than two.

    Our own bots and names at a shared device do not count; bots that connect over the network are people.
    Players who tied get the mean of the ratings that all orders among them would give.
    """
    own = {result.person_id: result for result in results if result.person_id is not None}
    if len(own) < 2:
        return ()
    people = sorted(own)  # The same sums to the last bit, whatever the seats.
    before = [ratings.get(person) or initial_rating(person, game) for person in people]
    model = _model()
    teams = [[model.rating(mu=row.mu, sigma=row.sigma)] for row in before]
    # With the model's own treatment of ties, a third player can gain more than two who share the victory.
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


def initial_rating(person_id: str, game: str) -> RatingRow:
    """The rating of somebody who has never played."""
    fresh = _model().rating()
    return RatingRow(person_id, game, mu=fresh.mu, sigma=fresh.sigma, games=0)


def _orders(results: list[ResultRow]) -> Iterator[list[float]]:
    """Everybody's rank in each order that the results allow; several orders if there were ties.

    Winners come first, because a tie may have been broken, then higher scores.
    """
    merits = [(result.won, result.score) for result in results]
    for order in permutations(range(len(merits))):
        if all(merits[better] >= merits[worse] for better, worse in pairwise(order)):
            yield [float(order.index(n)) for n in range(len(merits))]


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415  # slow to import, and needed only when a game ends

    return PlackettLuce()
