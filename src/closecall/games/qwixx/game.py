"""The descriptor of Qwixx."""

from closecall.games.descriptor import Game, GameCounts, Number, Statistics
from closecall.games.qwixx.state import MOST_GAMES, State


def _update(counted: GameCounts, before: State, after: State) -> None:
    """Sheets are read once, when a game ends; they stay on the table until the next one begins."""
    if after.roll is not None and before.roll is None:
        counted.length += 1
    if len(after.results) > len(before.results):
        for seat, sheet in enumerate(after.sheets):
            counted.counts["misthrows"][seat] += sheet.misthrows
            counted.counts["locks"][seat] += sum([row.locked for row in sheet.rows])


GAME = Game(
    slug="qwixx",
    package="closecall.games.qwixx",
    options=(Number("games", 1, MOST_GAMES, bulk_name="match"),),
    statistics=Statistics("turns", ("misthrows", "locks"), _update),
    usual_seats="you,bot",
    benchmark_seats=(1, 2, 5),
    benchmark_reference=2,
    warm_up_seats=(1, 2, 3),
    bot_names=("expert", "hard", "medium", "easy", "greedy", "random"),
    sparring_names=("skipper", "rusher", "weigher", "evaluator", "scorer", "expectimax", "solo"),
    bots="closecall.bots.qwixx.levels",
    kernel="closecall.kernels.qwixx",
    terminal="closecall.tui.qwixx",
    introduction="closecall.games.qwixx.introduction",
    training="closecall.training.qwixx",
    solver="closecall.bots.qwixx.solo_table",
)
