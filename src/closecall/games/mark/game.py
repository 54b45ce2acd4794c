"""The descriptor of Close to the Mark!."""

from closecall.games.descriptor import Ages, File, Game, GameCounts, Statistics
from closecall.games.mark.layout import parse_layout
from closecall.games.mark.rules import conceal_ages
from closecall.games.mark.scoring import GRADES, score
from closecall.games.mark.state import ROUNDS, State


def _update(counted: GameCounts, _before: State, after: State) -> None:
    """Everything is counted once, when the sheets are full."""
    counted.length = after.round
    if after.round == ROUNDS:
        for seat, sheet in enumerate(after.sheets):
            scored = score(sheet)
            counted.counts["crosses"][seat] = sum(scored.crosses)
            counted.counts["extreme_crosses"][seat] = scored.extreme_crosses


def _points(state: State) -> tuple[int, ...]:
    return tuple(score(sheet).total for sheet in state.sheets)


GAME = Game(
    slug="mark",
    package="closecall.games.mark",
    options=(File("layout", parse_layout), Ages("ages", conceal_ages)),
    constants={"GRADES": GRADES},
    statistics=Statistics("rounds", ("crosses", "extreme_crosses"), _update),
    usual_seats="you,bot",
    has_daily=True,
    points=_points,
    benchmark_seats=(1, 2, 5),
    bot_names=("expert", "hard", "medium", "easy", "greedy", "random"),
    bots="closecall.bots.mark.levels",
    kernel="closecall.kernels.mark.kernel",
    entry_points="closecall.bots.mark.entry_points",
    terminal="closecall.tui.mark",
    introduction="closecall.games.mark.introduction",
    training="closecall.training.mark",
)
