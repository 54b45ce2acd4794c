"""Tables played by the readable engine: slow, but it plays every game, and any bot can sit at its tables.

Every table has one generator for fate and one for each bot, derived from the seed, the number of the table
and their user, so what one bot draws changes no other numbers.
"""

from random import Random
from typing import TYPE_CHECKING

from closecall.bots import AnyBot, seat_bot
from closecall.core.errors import GameError
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Over
from closecall.games import game_of
from closecall.games.descriptor import GameCounts, options_at
from closecall.sim.result_arrays import LOST_MOVES, GameArrays, empty_arrays

if TYPE_CHECKING:
    from closecall.sim.plan import Plan


class TableFailed(GameError):
    """A bot failed or cheated, so a table could not be played to its end."""


def play_readable(plan: "Plan", first: int, count: int) -> GameArrays:
    """Play some tables in a row."""
    game, seats = game_of(plan.game), len(plan.bots)
    arrays = empty_arrays(count, seats, plan.counts())
    orders = [[(seat - moved) % seats for seat in range(seats)] for moved in range(seats)]
    starts = [Match.start(game.rules, seats, options_at(game, plan.options, order)) for order in orders]
    for n in range(count):
        table = first + n
        moved = table % seats if plan.rotate else 0
        bot_at = orders[moved]
        over, counted = _play_table(starts[moved], plan, table, bot_at)
        arrays.length[n] = counted.length
        for seat, bot in enumerate(bot_at):
            arrays.scores[n, bot] = over.scores[seat]
            arrays.won[n, bot] = seat in over.winners
            for name, counts in arrays.counts.items():
                counts[n, bot] = counted.counts[name][seat]
    return arrays


def _play_table(start: AnyMatch, plan: "Plan", table: int, bot_at: list[int]) -> tuple[Over, GameCounts]:
    """Play one table to its end, and count on the way."""
    fate = RandomSource(_generator(plan.seed, table, "fate"))
    rngs = [_generator(plan.seed, table, str(bot)) for bot in bot_at]
    bots = [_seated(plan.bots[bot], plan.game) for bot in bot_at]
    statistics = game_of(plan.game).statistics
    counted = GameCounts(0, {name: [0] * start.seats for name in statistics.counts})
    try:
        match = start
        while not isinstance(match.pending, Over):
            before = match.state
            if isinstance(match.pending, Chance):
                match = match.fate(match.rules.draw(match.state, fate))
            else:
                match = _decide(match, match.pending, bots, rngs)
            statistics.update(counted, before, match.state)
    except Exception as error:
        reason = error if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
        raise TableFailed("sim_table_failed", table=table, reason=reason) from error
    counted.counts[LOST_MOVES] = [getattr(bot, "lost", 0) for bot in bots]
    return match.pending, counted


def _generator(seed: int, table: int, user: str) -> Random:
    return Random(f"closecall/{seed}/{table}/{user}")


def _seated(name: str, game: str) -> AnyBot:
    bot = seat_bot(name, game)
    assert bot is not None, "plan_of has checked it"
    return bot


def _decide(match: AnyMatch, due: Decision[object], bots: list[AnyBot], rngs: list[Random]) -> AnyMatch:
    """Commit a move of every bot that has to decide."""
    point = match.point
    for seat in due.menus:
        move = bots[seat].choose(match.seen_by(seat), rngs[seat])
        match = match.commit(seat, move, point=point)
    return match
