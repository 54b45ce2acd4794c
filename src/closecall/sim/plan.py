"""What is to be simulated: which game, who sits where, how many tables, and from which seed."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from closecall.bots import find_bot
from closecall.core.errors import BadOptions, GameError
from closecall.core.match import Match
from closecall.games import rules_of, slugs
from closecall.messages import Word
from closecall.sim.engine_choice import kernel_name, play_of

if TYPE_CHECKING:
    from closecall.sim.tally import Tally

MOST_GAMES = 10**12
LARGEST_SEED = 2**63 - 1

Wanted = Literal["tally", "arrays", "lines"]
"""What comes of a chunk beside its tally: nothing, the numbers of every game, or those as lines of CSV."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation before it is run. Table n of a plan plays the same wherever and whenever it is played."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Any
    rotate: bool = False
    """Whether bot b sits at seat b + n of table n, so that nobody profits from a place."""
    readable: bool = False
    """Whether the readable engine plays even where a kernel could."""
    wanted: Wanted = "tally"

    def is_compiled(self) -> bool:
        """Whether compiled code plays it; nothing is compiled to find out."""
        return not self.readable and play_of(self.game, self.bots) is not None

    def prepare(self) -> None:
        """Load what playing needs, so that the first chunk is quick; nothing is compiled yet."""
        kernel = kernel_name(self.game)
        if self.is_compiled() and kernel is not None:
            import_module(kernel)

    def play(self, first: int, count: int) -> "tuple[Tally, Any]":
        """Play some tables: how often there was what, and what else is wanted."""
        # What follows loads NumPy, which whoever only adds up does not need.
        from closecall.sim.tables import play_tables  # noqa: PLC0415

        return play_tables(self, first, count)


def plan_of(  # noqa: PLR0913  # As many as a simulation has.
    game: str,
    bots: Sequence[str],
    games: SupportsIndex,
    seed: SupportsIndex | None = None,
    options: Any = None,
    *,
    rotate: bool = False,
    readable: bool = False,
    wanted: Wanted = "tally",
) -> Plan:
    """A plan that can be carried out; BadOptions says why another cannot.

    >>> plan_of("enough", ["greedy", "random"], 10)
    Traceback (most recent call last):
        ...
    closecall.core.errors.BadOptions: Close Enough needs 3 to 5 players, not 2.
    """
    if game not in slugs():
        raise BadOptions("usage_game", text=str(game)[:40], games=", ".join(slugs()))
    many, chosen_seed = whole(games), secrets.randbits(31) if seed is None else whole(seed)
    if many is None or not 1 <= many <= MOST_GAMES:
        raise BadOptions("sim_games", games=str(games)[:40], most=MOST_GAMES)
    if chosen_seed is None or not 0 <= chosen_seed <= LARGEST_SEED:
        raise BadOptions("sim_seed", largest=LARGEST_SEED)
    if isinstance(bots, str):
        raise BadOptions("sim_bots_text", text=bots[:40])
    for bot in bots:
        _check_bot(bot, game)
    rules = rules_of(game)
    chosen = rules.OPTIONS() if options is None else options
    Match.start(rules, len(bots), chosen)  # BadOptions if it cannot be played.
    return Plan(game, tuple(bots), many, chosen_seed, chosen, rotate and len(bots) > 1, readable, wanted)


def whole(number: object) -> int | None:
    """A whole number of whatever kind, NumPy's too, as Python's own; None for anything else.

    >>> whole(3), whole(3.0), whole(True)
    (3, None, None)
    """
    return None if isinstance(number, bool) or not hasattr(number, "__index__") else index(number)


def _check_bot(bot: str, game: str) -> None:
    """Refuse a bot that there is not, or a program that cannot be one."""
    try:
        found = find_bot(bot, game)
    except GameError as error:
        raise BadOptions(error.code, **error.facts) from error
    if found is None:
        raise BadOptions("unknown_bot", bot=bot[:40], game=Word(f"game.{game}"))


def rotation_of(plan: Plan, table: int) -> int:
    """How many places everybody has moved on at a table."""
    return table % len(plan.bots) if plan.rotate else 0


def check_workers(workers: int) -> None:
    """Refuse a number of workers that makes no sense."""
    if whole(workers) is None or not 1 <= workers <= 1024:
        raise BadOptions("sim_workers", most=1024)
