"""The result of a simulation: statistics of every bot, and the single games if they were kept."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from closecall.core import codec
from closecall.games import game_of
from closecall.sim.plan import Plan
from closecall.sim.result_arrays import GameArrays, Numbers
from closecall.sim.statistics import ALL, Spread, Tally, spread_of, wilson, win_share


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a bot did, in all of its seats."""

    bot: str
    score: Spread
    win_share: float | None
    """A shared win is split evenly."""
    win_ci: tuple[float, float] | None
    """The 95 % confidence interval."""
    wins: int
    """Not shared."""
    shared_wins: int
    counts: dict[str, Spread]
    scores: dict[int, int]
    """How often each score occurred."""


@dataclass(frozen=True, slots=True)
class Result:
    """The tables of a plan that have been played, all of them or the first ones."""

    plan: Plan
    is_compiled: bool
    tally: Tally
    arrays: GameArrays | None = field(repr=False, default=None)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.tally.games

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """A result for each bot, in the order given."""
        return tuple([_seat_result(self.plan, self.tally, bot) for bot in range(len(self.plan.bots))])

    @property
    def length_unit(self) -> str:
        """The unit of a game's length: `rounds` or `turns`."""
        return game_of(self.plan.game).statistics.length

    @property
    def length(self) -> Spread:
        """How long the games were."""
        return spread_of(self.tally.histograms.get((self.length_unit, ALL), {}))

    @property
    def scores(self) -> Numbers:
        """The points: a row for each game, a column for each bot."""
        return self._kept().scores

    @property
    def won(self) -> NDArray[np.bool_]:
        """Who won: a row for each game, a column for each bot; several where a win is shared."""
        return self._kept().won

    @property
    def lengths(self) -> Numbers:
        """How long each game was."""
        return self._kept().length

    @property
    def counts(self) -> dict[str, Numbers]:
        """Everything else that was counted, by name: a row for each game, a column for each bot."""
        return self._kept().counts

    def _kept(self) -> GameArrays:
        if self.arrays is None:
            raise ValueError("simulate(…, arrays=False) keeps no single games")
        return self.arrays

    def as_json(self) -> dict[str, Any]:
        """Everything but the single games, as JSON values."""
        plan = self.plan
        return {
            "game": plan.game,
            "games": self.games,
            "asked": plan.games,
            "seed": plan.seed,
            "options": codec.encode(game_of(plan.game).rules.OPTIONS, plan.options),
            "rotate": plan.rotate,
            "compiled": self.is_compiled,
            "length": {"unit": self.length_unit, **_spread_json(self.length)},
            "seats": [_seat_json(seat) for seat in self.seats],
        }


def _seat_result(plan: Plan, tally: Tally, bot: int) -> SeatResult:
    scores, winners = (tally.histograms.get((name, bot), {}) for name in ("score", "winners"))
    share = win_share(winners)
    return SeatResult(
        bot=plan.bots[bot],
        score=spread_of(scores),
        win_share=share,
        win_ci=None if share is None else _interval(plan, share, tally.games),
        wins=winners.get(1, 0),
        shared_wins=sum([count for sharing, count in winners.items() if sharing > 1]),
        counts={name: spread_of(tally.histograms.get((name, bot), {})) for name in plan.counts()},
        scores=scores,
    )


def _interval(plan: Plan, share: float, games: int) -> tuple[float, float]:
    """Winning alone at a table involves no chance."""
    return (share, share) if len(plan.bots) == 1 else wilson(share, games)


def _spread_json(spread: Spread) -> dict[str, Any]:
    return {
        "mean": spread.mean,
        "se": spread.se,
        "sd": spread.sd,
        "min": spread.least,
        "max": spread.most,
        "percentiles": {str(percent): number for percent, number in spread.percentiles.items()},
    }


def _seat_json(seat: SeatResult) -> dict[str, Any]:
    return {
        "bot": seat.bot,
        **_spread_json(seat.score),
        "win_share": seat.win_share,
        "win_ci": None if seat.win_ci is None else list(seat.win_ci),
        "wins": seat.wins,
        "shared_wins": seat.shared_wins,
        "counts": {name: _spread_json(spread) for name, spread in seat.counts.items()},
    }
