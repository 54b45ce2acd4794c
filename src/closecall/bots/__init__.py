"""Bots: they decide for a seat, and see what a person in that seat would see.

A bot is anything with a `choose`. Bots are found by their name and the game.

>>> from random import Random
>>> from closecall import new_match, with_fate
>>> bot = find_bot("greedy", "qwixx")
>>> match = with_fate(new_match("qwixx", seats=1), seed=bytes([4] * 32))
>>> match.rules.format_move(bot.choose(match.seen_by(0), Random(7)))
'g10'

The module that a game's descriptor names as `bots` (`closecall.bots.qwixx.levels`, for example) has

| name | what it is |
|---|---|
| `find(name)` | the bot of this name |
| `table_for(name, seats)` | optional: the `SolvedTable` by which this bot plays, or None |
| `play_tables(bots, seed, first_table, start, results)` | with a kernel: plays whole tables, compiled |
| `rebuild(view)` | with a kernel: seats, options and a state that look like a view, for `view_check` |
| `trained_levels`, `values_file`, `check_values(run, path)` | with training: who plays by trained values |
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from random import Random
from typing import Any, Protocol

from closecall.core.rules import M, V
from closecall.core.seen import Seen
from closecall.games import find_game, game_of

LEVELS = ("expert", "hard", "medium", "easy")
"""How well a bot plays: the first as well as it can; the others look less far ahead and make mistakes."""
NAMES = (*LEVELS, "greedy", "random")
"""The bots of a game that has them all, strongest first."""
USUAL = "greedy"
"""The bot for a seat for which none is named: plain Python, which runs on every machine."""
EXTERNAL_PREFIX = "bot:"
"""The prefix of a bot that is an external program; the rest is its command."""

Play = Callable[[int, int, Any, Any], None]
"""Plays tables to their end: seed, number of the first table, start, and the kernel's results, a row each."""


class Bot(Protocol[M, V]):
    """Decides for a seat; the same view and the same random numbers give the same move."""

    def choose(self, seen: Seen[M, V], rng: Random) -> M:
        """A move from the menu of what this seat sees."""


AnyBot = Bot[Any, Any]

OnProgress = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""


class SolvedTable(Protocol):
    """A table by which a bot plays; computed once on a machine, which takes a while."""

    def is_solved(self) -> bool:
        """Whether it has been computed on this machine."""

    def solve(self, on_progress: OnProgress) -> None:
        """Compute it, and keep it for all later processes."""


def has_bot(name: str, game: str) -> bool:
    """Whether a game has a bot of this name that can sit at any table."""
    found = find_game(game)
    return found is not None and name in found.bot_names


def usual_bot(names: tuple[str, ...]) -> str:
    """The one of a game's bots that plays where none is named, or where a program gives no answer."""
    return USUAL if USUAL in names else names[-1]


def find_bot(name: str, game: str) -> AnyBot | None:
    """The bot of this name for a game, or None if there is none.

    Sparring partners are found too. A name that begins with `bot:` is the command of a program: see
    `closecall.bots.external`.
    """
    found = find_game(game)
    if found is None:
        return None
    if name.startswith(EXTERNAL_PREFIX):
        return _external_bot(name, game)
    if name not in (*found.bot_names, *found.sparring_names):
        return None
    if name == "random":
        random_bot: AnyBot = import_module(f"{__name__}.random")
        return random_bot
    bot: AnyBot = import_module(str(found.bots)).find(name)
    return bot


def table_for(name: str, game: str, seats: int) -> SolvedTable | None:
    """The table by which a bot plays when there are this many seats; None if it needs none, as most do."""
    found = game_of(game)
    if found.bots is None or name not in found.bot_names:
        return None
    of_game: Callable[[str, int], SolvedTable | None] | None = getattr(
        import_module(found.bots), "table_for", None
    )
    return None if of_game is None else of_game(name, seats)


def stand_in_for(name: str, game: str, seats: int) -> str:
    """The strongest of the weaker bots that need no table: it plays until the table is there."""
    names = game_of(game).bot_names
    return next(bot for bot in names[names.index(name) + 1 :] if table_for(bot, game, seats) is None)


@cache
def _external_bot(name: str, game: str) -> AnyBot:
    """One program plays all seats that name the same command."""
    external = import_module(f"{__name__}.external")
    fallback = find_bot(usual_bot(game_of(game).bot_names), game)
    program: AnyBot = external.ExternalBot(game, name.removeprefix(EXTERNAL_PREFIX), fallback)
    return program


def seat_bot(name: str, game: str) -> AnyBot | None:
    """The bot of this name for a seat of a new table, where a program has not lost any move yet."""
    bot = find_bot(name, game)
    at_new_table: Callable[[], AnyBot] | None = getattr(bot, "at_new_table", None)
    return bot if at_new_table is None else at_new_table()


def compiled_play(game: str, bots: tuple[str, ...]) -> Play | None:
    """How compiled code plays tables of these bots, or None if it cannot; nothing heavy is imported yet."""
    found = game_of(game)
    if found.kernel is None:
        return None
    if set(bots) <= {"random"}:
        return partial(_play_random, found.kernel)
    if found.bots is None or not set(bots) <= {*found.bot_names, *found.sparring_names}:
        return None
    play: Play = partial(import_module(found.bots).play_tables, bots)
    return play


def _play_random(kernel: str, seed: int, first_table: int, start: Any, results: Any) -> None:
    import_module(kernel).play(seed, first_table, start, results)
