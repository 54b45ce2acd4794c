"""Tables played by the readable engine: slow, but any bot can sit at them.

Every table has generators of its own, one for fate and one for each bot, made from the seed, the number of
the table and who uses it: what a bot draws changes nobody else's numbers.
"""

from random import Random

from closecall.bots import AnyBot, seat_bot
from closecall.core.errors import GameError
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Over
from closecall.games import rules_of
from closecall.sim.counting import LOST_MOVES, Watcher, counted_for
from closecall.sim.plan import Plan, rotation_of
from closecall.sim.result_arrays import Games, empty_games


class TableFailed(GameError):
    """A bot has failed, or cheated, so that a table could not be played to its end."""


def play_readable(plan: Plan, first: int, count: int) -> Games:
    """The games of some tables."""
    seats = len(plan.bots)
    games = empty_games(count, seats, counted_for(plan.game, plan.bots))
    start: AnyMatch = Match.start(rules_of(plan.game), seats, plan.options)
    for n in range(count):
        by_seat = _seated(plan, first + n)
        over, watcher = _played(start, plan, first + n, by_seat)
        games.length[n] = watcher.length
        for seat, bot in enumerate(by_seat):
            games.scores[n, bot] = over.scores[seat]
            games.won[n, bot] = seat in over.winners
            for name, counts in games.counts.items():
                counts[n, bot] = watcher.counts[name][seat]
    return games


def _seated(plan: Plan, table: int) -> list[int]:
    """Which bot sits at each seat."""
    seats, moved = len(plan.bots), rotation_of(plan, table)
    return [(seat - moved) % seats for seat in range(seats)]


def generator(seed: int, table: int, who: str) -> Random:
    """The numbers of one participant of one table."""
    return Random(f"closecall/{seed}/{table}/{who}")


def _played(start: AnyMatch, plan: Plan, table: int, by_seat: list[int]) -> tuple[Over, Watcher]:
    """One table from its start to its end, and what was counted there."""
    fate = RandomSource(generator(plan.seed, table, "fate"))
    numbers = [generator(plan.seed, table, str(bot)) for bot in by_seat]
    bots = [_bot(plan.bots[bot], plan.game) for bot in by_seat]
    watcher = Watcher(plan.game, start)
    try:
        match = start
        while not isinstance(match.pending, Over):
            if isinstance(match.pending, Chance):
                match = match.fate(match.rules.draw(match.state, fate))
            else:
                match = _decided(match, match.pending, bots, numbers)
            watcher.look(match)
    except Exception as error:
        reason = error if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
        raise TableFailed("sim_table_failed", table=table, reason=reason) from error
    watcher.counts[LOST_MOVES] = [getattr(bot, "lost", 0) for bot in bots]
    return match.pending, watcher


def _bot(name: str, game: str) -> AnyBot:
    bot = seat_bot(name, game)
    assert bot is not None, "plan_of has looked"
    return bot


def _decided(match: AnyMatch, due: Decision[object], bots: list[AnyBot], numbers: list[Random]) -> AnyMatch:
    """Everybody who is asked decides."""
    point = match.point
    for seat in due.menus:
        move = bots[seat].choose(match.seen_by(seat), numbers[seat])
        match = match.commit(seat, move, point=point)
    return match
