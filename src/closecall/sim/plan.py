"""A simulation before it is run: which game, which bots in which seats, how many tables, and which seed."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from random import Random
from typing import Any, Literal, SupportsIndex

from closecall.bots import EXTERNAL_PREFIX, compiled_play, find_bot
from closecall.bots.external import BotTrouble, ExternalBot, program_name
from closecall.core.errors import BadOptions, GameError
from closecall.core.fate import RandomSource
from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.core.rules import Chance, Decision, Seat
from closecall.core.seen import Seen
from closecall.games import game_of, rules_of
from closecall.kernels import find_kernel
from closecall.messages import Word
from closecall.sim.compiled import play_compiled
from closecall.sim.csv_export import csv_lines
from closecall.sim.limits import LARGEST_SEED, MOST_GAMES, MOST_WORKERS
from closecall.sim.readable import play_readable
from closecall.sim.result_arrays import counts_at, tally_of
from closecall.sim.statistics import Tally

Wanted = Literal["tally", "arrays", "lines"]
"""What a chunk gives besides its tally: nothing, arrays with the numbers of every game, or lines of CSV."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation before it is run. Table n of a plan plays the same wherever and whenever it is played."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Any
    rotate: bool = False
    """Whether bot b sits at seat b + n of table n, so that no bot profits from its place.

    Options that name a player move with the bot: its age, or that it is the scorekeeper.
    """
    readable: bool = False
    """Whether the readable engine plays even where a kernel could."""
    wanted: Wanted = "tally"

    def is_compiled(self) -> bool:
        """Whether compiled code plays it; compiles nothing to find out."""
        return not self.readable and compiled_play(self.game, self.bots) is not None

    def prepare(self) -> None:
        """Import what playing needs, so that the first chunk is quick; compiles nothing yet."""
        if self.is_compiled():
            find_kernel(self.game)

    def play(self, first: int, count: int) -> tuple[Tally, Any]:
        """Play some tables in a row: their tally, and whatever else is wanted."""
        play = play_compiled if self.is_compiled() else play_readable
        arrays = play(self, first, count)
        more: Any = None
        if self.wanted == "arrays":
            more = arrays
        elif self.wanted == "lines":
            more = csv_lines(self, arrays, first)
        return tally_of(arrays, game_of(self.game).statistics.length), more

    def counts(self) -> tuple[str, ...]:
        """The names of what is counted for each bot besides points and wins."""
        return counts_at(self.game, self.bots)


def plan_of(  # noqa: PLR0913  # A simulation has this many settings.
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
    """A plan that can be carried out; BadOptions says what is wrong.

    >>> plan_of("enough", ["greedy", "random"], 10)
    Traceback (most recent call last):
        ...
    closecall.core.errors.BadOptions: Close Enough needs 3 to 5 players, not 2.
    """
    rules = rules_of(game)
    game_count, chosen_seed = as_int(games), secrets.randbits(31) if seed is None else as_int(seed)
    if game_count is None or not 1 <= game_count <= MOST_GAMES:
        raise BadOptions("sim_games", games=str(games)[:40], most=MOST_GAMES)
    if chosen_seed is None or not 0 <= chosen_seed <= LARGEST_SEED:
        raise BadOptions("sim_seed", largest=LARGEST_SEED)
    if isinstance(bots, str):
        raise BadOptions("sim_bots_text", text=bots[:40])
    for bot in bots:
        _check_bot(bot, game)
    chosen = rules.OPTIONS() if options is None else options
    Match.start(rules, len(bots), chosen)  # BadOptions if it cannot be played.
    return Plan(
        game, tuple(bots), game_count, chosen_seed, chosen, rotate and len(bots) > 1, readable, wanted
    )


def as_int(number: object) -> int | None:
    """An integer of any type, NumPy's included, as Python's own; None for anything else.

    >>> as_int(3), as_int(3.0), as_int(True)
    (3, None, None)
    """
    return None if isinstance(number, bool) or not hasattr(number, "__index__") else index(number)


def _check_bot(bot: str, game: str) -> None:
    """Refuse an unknown bot, and a command that names no program."""
    try:
        found = find_bot(bot, game)
    except GameError as error:
        raise BadOptions(error.code, **error.facts) from error
    if found is None:
        raise BadOptions("unknown_bot", bot=bot[:40], game=Word(f"game.{game}"))


def check_workers(workers: int) -> None:
    """Refuse a senseless number of workers."""
    if as_int(workers) is None or not 1 <= workers <= MOST_WORKERS:
        raise BadOptions("sim_workers", most=MOST_WORKERS)


def check_programs(game: str, bots: Sequence[str], seats: int, options: Any) -> None:
    """Ask every external program for a first move: one that has none would only let its fallback play."""
    programs = dict.fromkeys([bot for bot in bots if bot.startswith(EXTERNAL_PREFIX)])
    if not programs:
        return
    seen = _first_decision(game, seats, options)
    for name in programs:
        bot = find_bot(name, game)
        assert isinstance(bot, ExternalBot)
        try:
            bot.ask(seen, 0)
        except BotTrouble as trouble:
            raise GameError("bot_not_ready", name=program_name(name), reason=trouble) from trouble
        finally:
            bot.close()


def _first_decision(game: str, seats: int, options: Any) -> Seen[Any, Any]:
    match: AnyMatch = Match.start(rules_of(game), seats, options)
    fate = RandomSource(Random(0))
    while isinstance(match.pending, Chance):
        match = match.fate(match.rules.draw(match.state, fate))
    assert isinstance(match.pending, Decision)
    return match.seen_by(Seat(min(match.pending.menus)))
