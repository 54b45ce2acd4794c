"""The descriptor of Close Enough."""

from closecall.games.descriptor import Choice, Game, GameCounts, OneSeat, Statistics, Switch
from closecall.games.enough.kit import SHIPPED, parse_kit, shipped_kit
from closecall.games.enough.state import State


def _update(counted: GameCounts, before: State, after: State) -> None:
    """Calls are counted from the public end of a round; the token drawn after it changes nothing."""
    ended, known = after.last, before.last
    if ended is None or (known is not None and known.round == ended.round):
        return
    counted.length += 1
    if ended.caller is not None:
        counted.counts["calls"][ended.caller] += 1
        counted.counts["calls_won"][ended.caller] += ended.won


GAME = Game(
    slug="enough",
    package="closecall.games.enough",
    options=(Choice("kit", SHIPPED, shipped_kit, parse_kit), Switch("advanced"), OneSeat("scorekeeper")),
    statistics=Statistics("rounds", ("calls", "calls_won"), _update),
    usual_seats="you,bot,bot",
    league_seats=3,
    benchmark_seats=(3, 5),
    bot_names=("expert", "hard", "medium", "easy", "greedy", "random"),
    bots="closecall.bots.enough.levels",
    kernel="closecall.kernels.enough.kernel",
    entry_points="closecall.bots.enough.entry_points",
    terminal="closecall.tui.enough",
    introduction="closecall.games.enough.introduction",
    training="closecall.training.enough",
)
