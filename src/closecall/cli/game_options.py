"""The options of the games as flags, derived from the games' descriptors.

A flag has the name of its option. Where many games are played, `--games` says how many, so a number may have
another name there (`Number.bulk_name`). Games may share a flag: the one that is played decides its meaning.
"""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from closecall.cli.parser import Complete, Parser, UsageError, check_range, whole_number
from closecall.cli.saved_games import read_limited
from closecall.core.errors import BadOptions
from closecall.core.rules import SEAT_LETTERS, Seat
from closecall.games import game_of, slugs
from closecall.games.descriptor import Ages, Choice, File, Game, Number, OneSeat, Option, Switch
from closecall.messages import Catalogue, Word

ASK = "ask"
"""In place of ages: people type them in before the game."""


@dataclass(frozen=True, slots=True)
class GivenOptions:
    """The game options on a command line, of whichever game."""

    values: Mapping[str, str | bool]
    """By flag, without its dashes: the text, or True for a switch."""
    is_bulk: bool
    """Whether many games are played."""

    def of(self, game: Game) -> Any:
        """The options of a game; UsageError for a flag of another game, BadOptions for a bad value."""
        own = {_flag(option, is_bulk=self.is_bulk): option for option in game.options}
        for flag in self.values:
            if flag not in own:
                owner = _owners(is_bulk=self.is_bulk)[flag][0][0]
                facts = {"owner": Word(f"game.{owner.slug}"), "game": Word(f"game.{game.slug}")}
                raise UsageError("usage_other_game", option=f"--{flag}", **facts)
        chosen = {
            option.name: _value(flag, option, self.values[flag], is_bulk=self.is_bulk)
            for flag, option in own.items()
            if flag in self.values
        }
        return game.rules.OPTIONS(**chosen)

    def asks_for(self, option: Ages) -> bool:
        """Whether people are to be asked for their ages."""
        return self.values.get(_flag(option, is_bulk=self.is_bulk)) == ASK

    def answered(self, option: Ages, ages: str) -> "GivenOptions":
        """The same options with the ages that people have given."""
        return replace(self, values={**self.values, _flag(option, is_bulk=self.is_bulk): ages})

    def words(self) -> list[str]:
        """The flags as they were given, to be given again."""
        return [
            word
            for flag, value in self.values.items()
            for word in ([f"--{flag}"] if value is True else [f"--{flag}", str(value)])
        ]


def ages_option(game: Game) -> Ages | None:
    """The option for the players' ages, if the game has one."""
    return next((option for option in game.options if isinstance(option, Ages)), None)


def add_game_options(parser: Parser, *, is_bulk: bool = False) -> None:
    """Add the flags of all games, in a group for each."""
    say, flags = parser.say, _owners(is_bulk=is_bulk)
    free = {flag: owners for flag, owners in flags.items() if not parser.has(f"--{flag}")}
    for slug in slugs():
        own = {flag: owners for flag, owners in free.items() if owners[0][0].slug == slug}
        if own:
            parser.group(say(f"game.{slug}"))
        for flag, owners in own.items():
            _add_flag(parser, slug, flag, [option for _, option in owners], is_bulk=is_bulk)

    names = {flag: flag.replace("-", "_") for flag in free}

    def read(found: Namespace) -> GivenOptions:
        texts = {flag: getattr(found, name) for flag, name in names.items()}
        return GivenOptions({flag: text for flag, text in texts.items() if text}, is_bulk)

    parser.field("options", read, replaces=names.values())


def _owners(*, is_bulk: bool) -> dict[str, list[tuple[Game, Option]]]:
    """Every flag with the options that it stands for."""
    flags: dict[str, list[tuple[Game, Option]]] = {}
    for game in map(game_of, slugs()):
        for option in game.options:
            flags.setdefault(_flag(option, is_bulk=is_bulk), []).append((game, option))
    return flags


def _name(option: Option, *, is_bulk: bool) -> str:
    return (option.bulk_name if is_bulk and isinstance(option, Number) else None) or option.name


def _flag(option: Option, *, is_bulk: bool) -> str:
    return _name(option, is_bulk=is_bulk).replace("_", "-")


def _add_flag(parser: Parser, slug: str, flag: str, options: list[Option], *, is_bulk: bool) -> None:
    say, name = parser.say, flag.replace("-", "_")
    about = say(f"option.{slug}.{name}.about") if f"option.{slug}.{name}.about" in say else flag
    if is_bulk and f"option.{slug}.{name}.bulk_about" in say:
        about = say(f"option.{slug}.{name}.bulk_about")
    metavar = _metavar(say, options[0])
    if f"option.{slug}.{name}.metavar" in say:
        metavar = say(f"option.{slug}.{name}.metavar")
    switches = [isinstance(option, Switch) for option in options]
    if all(switches):
        parser.switch(flag, about)
    elif any(switches):  # Games that share a flag need not agree whether it has a value.
        parser.maybe_value(flag, metavar, about)
    else:
        parser.value(flag, metavar, about, complete=_complete(options[0]))


def _metavar(say: Catalogue, option: Option) -> str:
    match option:
        case Number(least=least, most=most):
            return f"{least}-{most}"
        case Choice(values=values):
            return "|".join(values)
        case Ages():
            return "N,N,…"
        case OneSeat():
            return "A-E"
        case _:
            return say("cli.meta_file")


def _complete(option: Option) -> Complete | None:
    """What a shell may suggest; None for the names of files."""
    match option:
        case Number(least=least, most=most):
            return lambda **_: [str(number) for number in range(least, most + 1)]
        case Choice(values=values):
            return lambda **_: values
        case OneSeat():
            return lambda **_: list(SEAT_LETTERS)
        case Ages():
            return lambda **_: (ASK,)
        case _:
            return None


def _value(flag: str, option: Option, given: str | bool, *, is_bulk: bool) -> Any:
    if isinstance(option, Switch):
        if given is not True:
            raise UsageError("usage_value", option=f"--{flag}")
        return True
    if given is True:
        raise UsageError("usage_no_value", option=f"--{flag}")
    text = str(given)
    match option:
        case Number():
            number = whole_number(f"--{flag}", text)
            if is_bulk:  # The rules would call the option by its other name.
                check_range(f"--{flag}", number, option.least, option.most)
            return number
        case Choice():
            return option.load(text) if text in option.values else option.parse(_content(text))
        case File():
            return option.parse(_content(text))
        case Ages():
            ages = [age.strip() for age in text.split(",")]
            return tuple(None if age == "-" else whole_number(f"--{flag}", age) for age in ages)
        case OneSeat():
            return _seat(flag, text)


def _seat(flag: str, text: str) -> Seat:
    if text.upper() not in tuple(SEAT_LETTERS):
        raise UsageError("usage_seat", option=f"--{flag}", text=text[:40])
    return Seat(SEAT_LETTERS.index(text.upper()))


def _content(name: str) -> str:
    try:
        return read_limited(Path(name)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadOptions("not_utf8", where=name, position=error.start) from error
