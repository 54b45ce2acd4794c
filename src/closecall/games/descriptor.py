"""What the rest of the program needs to know about a game, in one place.

Each game has a module `game.py` with its descriptor, `GAME`. The terminal, the server, the simulator and the
page derive their flags, schemas, forms and defaults from it, so that none of them knows a game by name.

Bots, kernels, terminal screens and trainers live in layers above the rules. A descriptor names their modules,
which are imported when they are needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

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
    """Its flag where many games are played and the usual name means how many."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values by name, or a value of the player's own from a file."""

    name: str
    values: tuple[str, ...]
    load: Callable[[str], Any]
    """The value of a name."""
    parse: Callable[[str], Any]
    """The value in the text of a file."""


@dataclass(frozen=True, slots=True)
class File:
    """A value that is read from the text of a file."""

    name: str
    parse: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class PerSeat:
    """A whole number for each seat, which moves with the player who sits there."""

    name: str


Option = Switch | Number | Choice | File | PerSeat
"""An option of a game: its name is a field of the rules' `OPTIONS`, its texts `option.<game>.<name>.…`."""


@dataclass(slots=True)
class GameCounts:
    """What has been counted in one game so far, while the readable engine plays it."""

    length: int
    counts: dict[str, list[int]]
    """One number for each seat, by name."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a simulation counts besides points and wins."""

    length: str
    """What the length of a game is measured in: `rounds` or `turns`."""
    counts: tuple[str, ...]
    """What is counted for each seat; the texts are `count.<name>`."""
    update: Callable[[GameCounts, Any, Any], None]
    """Count what has happened between two states."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game: its rules, and everything that the layers above need to know about it."""

    slug: str
    package: str
    """The package of its rules, which also holds RULES.md and the folder `messages`."""
    statistics: Statistics
    options: tuple[Option, ...] = ()
    usual_seats: str = "you,bot"
    """Who plays at a terminal unless somebody is named."""
    league_seats: int = 2
    """How many seats a league's tables have unless told otherwise."""
    benchmark_seats: tuple[int, ...] = ()
    warm_up_seats: tuple[int, ...] = ()
    """The tables that together make the strong bots compile everything they need."""
    bot_names: tuple[str, ...] = ("random",)
    """The bots that can sit at any table, strongest first."""
    sparring_names: tuple[str, ...] = ()
    """Bots for simulations and leagues only, to measure others by."""
    bots: str | None = None
    """The module of its bots; every game has the random one without it."""
    kernel: str | None = None
    terminal: str | None = None
    """The module that shows it at a terminal; without one, state and moves are shown as plain text."""
    introduction: str | None = None
    training: str | None = None
    solver: str | None = None
    """The module that computes perfect solitaire play: `warm_up`, `usual_folder`, `solve` and `WHOLE`."""

    @property
    def rules(self) -> AnyRules:
        """The rules, imported when first asked for."""
        rules: AnyRules = import_module(self.package)
        return rules
