"""Everything the rest of the program needs to know about a game, in one place.

Each game has a module `game.py` with its descriptor, `GAME`. The terminal, the server, the simulator and the
page derive their flags, schemas, forms and defaults from it, so that none of them knows a game by name.

Bots, kernels, terminal screens and trainers live in layers above the rules. A descriptor names their modules,
which are imported when they are needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from closecall.core.rules import AnyRules


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that is on or off."""

    name: str


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
class PerSeat:
    """A whole number for each seat, which moves with its player."""

    name: str


Option = Switch | Number | Choice | File | PerSeat
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
    options: tuple[Option, ...] = ()
    usual_seats: str = "you,bot"
    """The players at a terminal unless they are named."""
    league_seats: int = 2
    """The default number of seats at the tables of a league."""
    benchmark_seats: tuple[int, ...] = ()
    benchmark_reference: int | None = None
    """The number of seats at which other libraries are compared with its kernel, if with this one."""
    warm_up_seats: tuple[int, ...] = ()
    """Numbers of seats that together make the strong bots compile everything they need."""
    bot_names: tuple[str, ...] = ("random",)
    """The bots that can sit at any table, strongest first."""
    sparring_names: tuple[str, ...] = ()
    """Bots to compare others with, for simulations and leagues only."""
    bots: str | None = None
    """The module of its bots; without one, the game has only the random bot."""
    kernel: str | None = None
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
