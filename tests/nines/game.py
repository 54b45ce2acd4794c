"""The descriptor of Nines."""

from closecall.games.descriptor import Game, GameCounts, Number, Statistics
from nines import MOST_ROUNDS, State


def _update(counted: GameCounts, before: State, after: State) -> None:
    """A stand is a cup with one die at the end of a round."""
    counted.length = after.round
    if after.round > before.round:
        for seat, cup in enumerate(after.shown):
            counted.counts["stands"][seat] += len(cup) == 1


GAME = Game(
    slug="nines",
    package="nines",
    options=(Number("rounds", 1, MOST_ROUNDS),),
    statistics=Statistics("rounds", ("stands",), _update),
    usual_seats="you,random",
)
