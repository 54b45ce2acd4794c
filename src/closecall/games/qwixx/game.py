"""The descriptor of Qwixx."""

from closecall.games.descriptor import Game, GameCounts, Number, Statistics, Switch
from closecall.games.qwixx.scoring import POINTS, score
from closecall.games.qwixx.state import MOST_GAMES, MOST_MISTHROWS, State


def _update(counted: GameCounts, before: State, after: State) -> None:
    """Sheets are read once, when a game ends; they stay on the table until the next one begins."""
    if after.roll is not None and before.roll is None:
        counted.length += 1
    if len(after.results) > len(before.results):
        for seat, sheet in enumerate(after.sheets):
            counted.counts["misthrows"][seat] += sheet.misthrows
            counted.counts["locks"][seat] += sum([row.locked for row in sheet.rows])


def _points(state: State) -> tuple[int, ...]:
    return tuple(score(sheet).total for sheet in state.sheets)


GAME = Game(
    slug="qwixx",
    package="closecall.games.qwixx",
    options=(Number("games", 1, MOST_GAMES, bulk_name="match"), Switch("one_more", is_preselected=True)),
    game_scores=lambda state: tuple(result.scores for result in state.results),
    constants={"MOST_GAMES": MOST_GAMES, "MOST_MISTHROWS": MOST_MISTHROWS, "POINTS": POINTS},
    statistics=Statistics("turns", ("misthrows", "locks"), _update),
    usual_seats="you,bot",
    has_daily=True,
    points=_points,
    benchmark_seats=(1, 2, 5),
    benchmark_reference=2,
    bot_names=("expert", "hard", "medium", "easy", "greedy", "random"),
    sparring_names=("skipper", "rusher", "weigher", "evaluator", "scorer", "expectimax", "solo"),
    bots="closecall.bots.qwixx.levels",
    kernel="closecall.kernels.qwixx.kernel",
    entry_points="closecall.bots.qwixx.entry_points",
    terminal="closecall.tui.qwixx",
    introduction="closecall.games.qwixx.introduction",
    training="closecall.training.qwixx",
    solver="closecall.bots.qwixx.solo_table",
)
