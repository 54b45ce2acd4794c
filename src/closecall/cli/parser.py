"""Subcommands and their arguments: argparse takes the words apart, the catalogue does the talking.

Argparse complains in English only, so nothing is left for it to complain about: values are checked here, and
refused in sentences from the catalogue.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any, Protocol

from closecall.core.errors import GameError
from closecall.games import find_game, slugs
from closecall.games.descriptor import Game
from closecall.messages import LANGUAGES, Catalogue
from closecall.tui.screen import Console

INTERRUPTED = 130
"""The exit code that shells report after Ctrl-C."""
MOST_DIGITS = 15
"""A longer number is beyond every limit there is; a shorter one fits every sentence and every record."""

Complete = Callable[..., Iterable[str]]
"""Suggests values to a shell; argcomplete calls it with `prefix` and `parsed_args`, among others."""


class UsageError(GameError):
    """The command line asks for something that this program does not understand."""


class Command(Protocol):
    """A command; each module `closecall.cli.<command>` is one."""

    Arguments: type[Any]
    """A dataclass with a field for each argument that the command reads."""

    def add_arguments(self, parser: "Parser") -> None:
        """Declare the arguments."""

    def run(self, arguments: Any, console: Console, say: Catalogue) -> int:
        """Do it; the exit code."""


class Parser:
    """The arguments of one command: how they are written, and the values they stand for."""

    def __init__(self, parser: argparse.ArgumentParser, say: Catalogue, usage: str) -> None:
        self.say = say
        self._parser = parser
        self._usage = [usage]
        self._positionals = parser.add_argument_group(say("cli.title_arguments"))
        self._options = parser.add_argument_group(say("cli.title_options"))
        self._switches: list[str] = []
        self._values: list[str] = []
        self._fields: dict[str, Callable[[argparse.Namespace], Any]] = {}

    def positional(  # noqa: PLR0913  # All but three have defaults.
        self,
        name: str,
        metavar: str,
        about: str,
        *,
        optional: bool = False,
        convert: Callable[[str | None], Any] | None = None,
        complete: Complete | None = None,
    ) -> None:
        """A word without a flag; a missing one is None, for the command to refuse."""
        self._usage.append(f"[{metavar}]" if optional else metavar)
        action = self._positionals.add_argument(name, nargs="?", metavar=metavar, help=_literal(about))
        _set_completer(action, complete)
        self.field(name, lambda found: convert(getattr(found, name)) if convert else getattr(found, name))

    def game(self) -> None:
        """The game, as a descriptor."""
        say = self.say
        *first, last = slugs()
        about = say("play.or", first=", ".join(first), last=last)
        self.positional("game", say("cli.meta_game"), about, convert=game_named, complete=lambda **_: slugs())

    def value(  # noqa: PLR0913  # All but three have defaults.
        self,
        name: str,
        metavar: str,
        about: str,
        *,
        field: str | None = None,
        convert: Callable[[str], Any] = str,
        required: bool = False,
        complete: Complete | None = None,
    ) -> None:
        """An option with a value; None if it is not given."""
        if required:
            self._usage.append(f"--{name} {metavar}")
        dest = self._add_value(name, metavar, about, complete)

        def read(found: argparse.Namespace) -> Any:
            text = getattr(found, dest)
            return None if text is None else convert(text)

        self.field(field or dest, read)

    def number(self, name: str, metavar: str, about: str, **more: Any) -> None:
        """An option with a whole number; its limits are for the command to check."""
        self.value(name, metavar, about, convert=partial(whole_number, f"--{name}"), **more)

    def maybe_value(self, name: str, metavar: str, about: str) -> None:
        """An option whose value may be left out; True stands for none."""
        dest = self._add_value(name, metavar, about, None, nargs="?", const=True)
        self.field(dest, lambda found: getattr(found, dest))

    def switch(self, name: str, about: str) -> None:
        """An option that is given or not."""
        self._switches.append(f"--{name}")
        self._options.add_argument(f"--{name}", action="store_true", help=_literal(about))
        dest = name.replace("-", "_")
        self.field(dest, lambda found: getattr(found, dest))

    def field(
        self, name: str, read: Callable[[argparse.Namespace], Any], *, replaces: Iterable[str] = ()
    ) -> None:
        """Declare how a field of the command's arguments is read from the parsed words.

        It may take the place of several fields of single words.
        """
        for replaced in replaces:
            del self._fields[replaced]
        self._fields[name] = read

    @property
    def field_names(self) -> frozenset[str]:
        """The fields that can be read."""
        return frozenset(self._fields)

    def group(self, title: str) -> None:
        """Begin a group of options with a title of its own."""
        self._options = self._parser.add_argument_group(title)

    def common(self) -> None:
        """Add the options of every command; they come last."""
        say = self.say
        self.group(say("cli.title_common"))
        self.value("lang", "|".join(LANGUAGES), say("cli.about_lang"), complete=lambda **_: LANGUAGES)
        self.switch("plain", say("cli.about_plain"))
        # Nothing moves on a dumb terminal, whatever was typed.
        self.field("plain", lambda found: found.plain or os.environ.get("TERM") == "dumb")
        self._options.add_argument("-h", "--help", action="store_true", help=_literal(say("cli.about_help")))
        self._parser.usage = f"closecall {' '.join(self._usage)} [{say('cli.title_options')}]"

    def has(self, word: str) -> bool:
        """Whether a word is one of the options, alone or together with its value."""
        return word.partition("=")[0] in ("-h", "--help", *self._switches, *self._values)

    def refusal(self, error: argparse.ArgumentError) -> UsageError:
        """What argparse found wrong, as a sentence of ours."""
        option = error.argument_name or ""
        takes_none = option in self._switches or "--help" in option
        return UsageError("usage_value" if takes_none else "usage_no_value", option=option)

    def read(self, found: argparse.Namespace, arguments: type[Any]) -> Any:
        """The arguments of the command, converted in the order in which they were declared."""
        wanted = {field.name for field in fields(arguments)}
        return arguments(**{name: read(found) for name, read in self._fields.items() if name in wanted})

    def help(self) -> str:
        """The whole description."""
        return self._parser.format_help()

    def _add_value(self, name: str, metavar: str, about: str, complete: Complete | None, **more: Any) -> str:
        self._values.append(f"--{name}")
        action = self._options.add_argument(f"--{name}", metavar=metavar, help=_literal(about), **more)
        _set_completer(action, complete)
        return action.dest


def _set_completer(action: argparse.Action, complete: Complete | None) -> None:
    if complete is not None:
        action.completer = complete  # type: ignore[attr-defined]  # This is where argcomplete looks for it.


def _literal(text: str) -> str:
    return text.replace("%", "%%")


def formatter(say: Catalogue) -> type[argparse.HelpFormatter]:
    """Argparse's formatter, in the reader's language and as wide on every terminal."""

    class Formatter(argparse.HelpFormatter):
        def __init__(self, prog: str, **settings: Any) -> None:
            super().__init__(prog, **{**settings, "max_help_position": 26, "width": 79})

        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, say("cli.usage") if prefix is None else prefix)

    return Formatter


# Values that several commands read.


def game_named(text: str | None) -> Game:
    """The descriptor of a game; UsageError lists the games."""
    if text is None:
        raise UsageError("usage_no_game", games=", ".join(slugs()))
    game = find_game(text.lower())
    if game is None:
        raise UsageError("usage_game", text=text[:40], games=", ".join(slugs()))
    return game


def whole_number(option: str, text: str) -> int:
    """A number without sign or fraction."""
    if not (text.isascii() and text.isdigit()):
        raise UsageError("usage_number", option=option, text=text[:40])
    if len(text.lstrip("0")) > MOST_DIGITS:
        raise UsageError("usage_large", option=option)
    return int(text.lstrip("0") or "0")


def check_range(option: str, number: int, least: int, most: int) -> None:
    """UsageError unless a number is within its limits."""
    if not least <= number <= most:
        raise UsageError("usage_range", option=option, least=least, most=most, number=number)


# Suggestions for a shell.


def list_of(names: Callable[[argparse.Namespace], Sequence[str]]) -> Complete:
    """Complete the last name of a list with commas."""

    def complete(prefix: str, parsed_args: argparse.Namespace, **_: Any) -> list[str]:
        begun = prefix[: prefix.rfind(",") + 1]
        return [begun + name for name in names(parsed_args)]

    return complete


def bots_of_game(found: argparse.Namespace) -> tuple[str, ...]:
    """The names of the bots of the game on the command line, sparring partners included."""
    game = find_game(getattr(found, "game", None) or "")
    return () if game is None else (*game.bot_names, *game.sparring_names)
