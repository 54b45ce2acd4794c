"""Everything the rest of the program needs to know about a game, in one place.

Each game has a module `game.py` with its descriptor, `GAME`. The terminal, the server, the simulator and the
page derive their flags, schemas, forms and defaults from it, so that none of them knows a game by name.

Bots, kernels, terminal screens and trainers live in layers above the rules. A descriptor names their modules,
which are imported when they are needed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, Literal

from closecall.core.rules import AnyRules, Seat


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that is on or off."""

    name: str
    is_preselected: bool = False
    """Whether it is on in the form of a new table."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`."""

    name: str
    least: int
    most: int
    bulk_name: str | None = None
    """Its flag for simulations and leagues, where the usual name means the number of games."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values by name, or the player's own value from a file."""

    name: str
    values: tuple[str, ...]
    load: Callable[[str], Any]
    """Returns the value with a name."""
    parse: Callable[[str], Any]
    """Reads a value from the text of a file."""


@dataclass(frozen=True, slots=True)
class File:
    """A value that is read from the text of a file."""

    name: str
    parse: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Ages:
    """The players' ages: people give theirs when they sit down, and nobody else sees it. Bots have none."""

    name: str
    conceal: Callable[[Any, tuple[int | None, ...]], Any]
    """Returns options with what follows from these ages, but without the ages themselves."""


@dataclass(frozen=True, slots=True)
class OneSeat:
    """One of the players by their seat, or nobody; the choice moves with the player."""

    name: str


Option = Switch | Number | Choice | File | Ages | OneSeat
"""An option of a game: its name is a field of the rules' `OPTIONS`, its texts `option.<game>.<name>.…`."""


@dataclass(slots=True)
class GameCounts:
    """The counts of one game so far, while the readable engine plays it."""

    length: int
    counts: dict[str, list[int]]
    """One number for each seat, by name."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a simulation counts besides points and wins."""

    length: Literal["rounds", "turns"]
    """The unit of a game's length."""
    counts: tuple[str, ...]
    """The names of the counts for each seat; their texts are `count.<name>`."""
    update: Callable[[GameCounts, Any, Any], None]
    """Adds what happened between two states to the counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game: its rules, and everything that the layers above need to know about it."""

    slug: str
    package: str
    """The package of its rules, which also holds RULES.md and the folder `messages`."""
    statistics: Statistics
    game_scores: Callable[[Any], tuple[tuple[int, ...], ...]] | None = None
    """The scores of each game of a finished match by its state; None if a match is always one game."""
    options: tuple[Option, ...] = ()
    constants: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    """Numbers of the rules that a client shows, such as those printed on a sheet, by name."""
    usual_seats: str = "you,bot"
    """The players at a terminal unless they are named."""
    has_daily: bool = False
    """Whether there is a solo game of it with the same dice for everyone each day."""
    points: Callable[[Any], tuple[int, ...]] | None = None
    """Each seat's points in a state, as if the game ended there; a daily game needs them."""
    league_seats: int = 2
    """The default number of seats at the tables of a league."""
    benchmark_seats: tuple[int, ...] = ()
    benchmark_reference: int | None = None
    """The number of seats at which other libraries are compared with its kernel, if with this one."""
    bot_names: tuple[str, ...] = ("random",)
    """The bots that can sit at any table, strongest first."""
    sparring_names: tuple[str, ...] = ()
    """Bots to compare others with, for simulations and leagues only."""
    bots: str | None = None
    """The module of its bots; without one, the game has only the random bot."""
    kernel: str | None = None
    entry_points: str | None = None
    """The module of the compiled functions that its strong bots call, in WebAssembly or not."""
    terminal: str | None = None
    """The module that shows it at a terminal; without one, state and moves are shown as plain text."""
    introduction: str | None = None
    training: str | None = None
    solver: str | None = None
    """The module that computes perfect solo play: `warm_up`, `cache_folder`, `solve` and `TABLE_FILE`."""

    @property
    def rules(self) -> AnyRules:
        """The rules, imported on first use."""
        rules: AnyRules = import_module(self.package)
        return rules


def strength_rank(game: Game, bot: str) -> int:
    """The rank of a bot, 0 for the strongest of the game; unknown ones come last.

    >>> from closecall.games import game_of
    >>> [strength_rank(game_of("mark"), bot) for bot in ("expert", "hard", "nobody")]
    [0, 1, 6]
    """
    return game.bot_names.index(bot) if bot in game.bot_names else len(game.bot_names)


def options_at(game: Game, options: Any, seats: Sequence[int]) -> Any:
    """The options when only these seats remain, in this order: what is a player's moves with the seat.

    >>> from closecall.games import enough, game_of
    >>> options_at(game_of("enough"), enough.Options(scorekeeper=Seat(2)), (1, 2, 0)).scorekeeper
    1
    """
    moved: dict[str, Any] = {}
    for option in game.options:
        value = getattr(options, option.name)
        if value is None:
            continue
        match option:
            case Ages(name):
                moved[name] = tuple(value[seat] for seat in seats)
            case OneSeat(name):
                moved[name] = Seat(seats.index(value)) if value in seats else None
            case _:
                pass
    return replace(options, **moved) if moved else options
