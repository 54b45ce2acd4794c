"""What came of a simulation, and the call that makes one."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from closecall.core import codec
from closecall.games import rules_of
from closecall.sim.counting import COUNTED, counted_for
from closecall.sim.plan import Plan, Wanted, plan_of
from closecall.sim.program_check import rehearse
from closecall.sim.run import Engine, played_chunks
from closecall.sim.spread import Spread, spread_of, wilson, win_share
from closecall.sim.tally import ALL, Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from closecall.sim.result_arrays import Games


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a bot did, wherever it sat."""

    bot: str
    score: Spread
    win_share: float | None
    """A shared win is split."""
    win_ci: tuple[float, float] | None
    """The interval of 95 %."""
    wins: int
    """Alone."""
    shared_wins: int
    counts: dict[str, Spread]
    scores: dict[int, int]
    """How often there was which score."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the tables that have been played, all of the plan's or the first of them."""

    plan: Plan
    is_compiled: bool
    tally: Tally
    arrays: "Games | None" = field(repr=False, default=None)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.tally.games

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """The bots as they were given."""
        return tuple([_seat_result(self.plan, self.tally, bot) for bot in range(len(self.plan.bots))])

    @property
    def length_unit(self) -> str:
        """In what the length of a game is counted: `rounds` or `turns`."""
        return COUNTED[self.plan.game].length

    @property
    def length(self) -> Spread:
        """How long the games were."""
        return spread_of(self.tally.histograms.get((self.length_unit, ALL), {}))

    @property
    def scores(self) -> "NDArray[np.int16]":
        """The points: a row for each game, a column for each bot."""
        return self._kept().scores

    @property
    def won(self) -> "NDArray[np.bool_]":
        """Who won: a row for each game, a column for each bot; several where a win is shared."""
        return self._kept().won

    @property
    def lengths(self) -> "NDArray[np.int16]":
        """How long each game was."""
        return self._kept().length

    @property
    def counts(self) -> "dict[str, NDArray[np.int16]]":
        """What else was counted, by name: a row for each game, a column for each bot."""
        return self._kept().counts

    def _kept(self) -> "Games":
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
            "options": codec.encode(rules_of(plan.game).OPTIONS, plan.options),
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
        shared_wins=sum([count for many, count in winners.items() if many > 1]),
        counts={
            name: spread_of(tally.histograms.get((name, bot), {}))
            for name in counted_for(plan.game, plan.bots).counts
        },
        scores=scores,
    )


def _interval(plan: Plan, share: float, games: int) -> tuple[float, float]:
    """Whoever plays alone has won, which is no matter of chance."""
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


def simulate(  # noqa: PLR0913  # All but the first three have a usual value.
    game: str,
    bots: Sequence[str],
    games: SupportsIndex,
    seed: SupportsIndex | None = None,
    *,
    options: Any = None,
    rotate: bool = False,
    readable: bool = False,
    workers: int | None = None,
    engine: Engine = "local",
    address: str | None = None,
    arrays: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Let bots play many games. The same seed gives the same games, whoever plays them and how many at once.

    `progress` is told how many games have been played, a few times a second. Without `arrays` only counts are
    kept, so that memory does not grow with the number of games. Without `workers` one plays, or on a cluster
    of Ray as many as it has CPUs.

    >>> result = simulate("mark", ["greedy", "random"], games=10, seed=4, readable=True)
    >>> [round(seat.score.mean, 1) for seat in result.seats], int(result.won.sum())
    ([80.9, 28.7], 10)
    """
    wanted: Wanted = "arrays" if arrays else "tally"
    plan = plan_of(game, bots, games, seed, options, rotate=rotate, readable=readable, wanted=wanted)
    rehearse(plan.game, plan.bots, len(plan.bots), plan.options)
    tally, kept = Tally(), []
    # A generator, so that its workers end with this call, whatever happens in it.
    many, may_fill = (1, True) if workers is None else (workers, False)
    with closing(played_chunks(plan, many, engine, address, may_fill=may_fill)) as chunks:
        for played in chunks:
            tally.add(played.tally)
            kept.append(played.more)
            if progress is not None:
                progress(tally.games)
    return Result(plan, plan.is_compiled(), tally, _joined(kept) if arrays else None)


def _joined(parts: "list[Games]") -> "Games":
    """The games of all chunks one after the other."""
    import numpy as np  # noqa: PLC0415

    from closecall.sim.result_arrays import Games  # noqa: PLC0415  # Loads NumPy.

    return Games(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.length for part in parts]),
        {name: np.concatenate([part.counts[name] for part in parts]) for name in parts[0].counts},
    )
