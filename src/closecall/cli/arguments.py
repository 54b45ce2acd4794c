"""The arguments of the command line, read by argparse but spoken in the player's language.

Argparse's own complaints are English, so it is only asked to take words apart; what is wrong is said here
and by the commands, in sentences from the catalogue.
"""

import argparse
from collections.abc import Sequence
from typing import Any

from closecall.bots import NAMES
from closecall.core.errors import GameError
from closecall.games import game_of
from closecall.messages import LANGUAGES, Catalogue

_LEVELS = ", ".join(NAMES)


class UsageError(GameError):
    """The command line asks for something that this program does not understand."""


class Parser:
    """The arguments of one command."""

    def __init__(self, say: Catalogue, command: str, usage: str) -> None:
        self._say = say
        self._parser = argparse.ArgumentParser(
            prog="closecall",
            usage=f"closecall {usage} [{say('cli.title_options')}]",
            description=say(f"cli.{command}"),
            formatter_class=_formatter(say),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._switches: list[str] = []
        self._values: list[str] = []
        self._words = self._parser.add_argument_group(say("cli.title_arguments"))
        self._options = self._parser.add_argument_group(say("cli.title_options"))

    def positional(self, name: str, metavar: str, about: str) -> None:
        """A word without a name."""
        self._words.add_argument(name, nargs="?", metavar=metavar, help=_literal(about))

    def value(self, name: str, metavar: str, about: str) -> None:
        """An option with a value."""
        self._values.append(f"--{name}")
        self._options.add_argument(f"--{name}", metavar=metavar, help=_literal(about))

    def maybe_value(self, name: str, metavar: str, about: str) -> None:
        """An option that may have a value; an empty one if it is given without."""
        self._values.append(f"--{name}")
        self._options.add_argument(f"--{name}", nargs="?", const="", metavar=metavar, help=_literal(about))

    def switch(self, name: str, about: str) -> None:
        """An option that is given or not."""
        self._switches.append(f"--{name}")
        self._options.add_argument(f"--{name}", action="store_true", help=_literal(about))

    def group(self, title: str) -> None:
        """The options that follow have a title of their own."""
        self._options = self._parser.add_argument_group(title)

    def common(self) -> None:
        """What every command has."""
        say = self._say
        self.group(say("cli.title_common"))
        self.value("lang", "|".join(LANGUAGES), say("cli.about_lang"))
        self.switch("plain", say("cli.about_plain"))
        self._options.add_argument("-h", "--help", action="store_true", help=_literal(say("cli.about_help")))

    def has(self, word: str) -> bool:
        """Whether a word is one of the options, alone or together with its value."""
        return word.partition("=")[0] in (*self._switches, *self._values)

    def help(self) -> str:
        """The whole description."""
        return self._parser.format_help()

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """The arguments by name; UsageError says what is wrong."""
        try:
            found, rest = self._parser.parse_known_args(list(words))
        except argparse.ArgumentError as error:
            option = error.argument_name or ""
            takes_none = option in self._switches or "--help" in option
            raise UsageError("usage_value" if takes_none else "usage_no_value", option=option) from error
        if rest and not found.help:
            raise UsageError("usage_unknown", text=rest[0][:60])
        return vars(found)


def _literal(text: str) -> str:
    return text.replace("%", "%%")


def _formatter(say: Catalogue) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.HelpFormatter):
        def __init__(self, prog: str, **settings: Any) -> None:
            super().__init__(prog, **{**settings, "max_help_position": 26, "width": 79})

        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, say("cli.usage") if prefix is None else prefix)

    return Formatter


def play_parser(say: Catalogue) -> Parser:
    """`closecall play`."""
    parser = Parser(say, "play", f"play {say('cli.meta_game')}")
    parser.positional("game", say("cli.meta_game"), say("cli.about_game"))
    parser.value("seats", say("cli.meta_seats"), say("cli.about_seats", levels=_LEVELS))
    parser.switch("no-confirm", say("cli.about_no_confirm"))
    parser.value("save", say("cli.meta_file"), say("cli.about_save"))
    parser.value("seed", "HEX", say("cli.about_seed"))
    parser.value("dice", "real", say("cli.about_dice"))
    parser.group(say("game.mark"))
    parser.value("layout", say("cli.meta_file"), say("option.mark.layout.about"))
    parser.value("ages", say("option.mark.ages.metavar"), say("option.mark.ages.about"))
    parser.group(say("game.qwixx"))
    parser.value("games", "1-5", say("option.qwixx.games.about"))
    parser.group(say("game.enough"))
    parser.value("kit", say("option.enough.kit.metavar"), say("option.enough.kit.about"))
    parser.switch("advanced", say("option.enough.advanced.about"))
    parser.common()
    return parser


def bot_parser(say: Catalogue) -> Parser:
    """`closecall bot`."""
    parser = Parser(say, "bot", f"bot {say('cli.meta_game')}")
    parser.positional("game", say("cli.meta_game"), say("cli.about_game"))
    partners = ", ".join(game_of("qwixx").sparring_names)
    parser.value("level", say("cli.meta_level"), say("cli.about_level", levels=_LEVELS, partners=partners))
    parser.value("values", say("cli.meta_folder"), say("cli.about_values"))
    parser.common()
    return parser


def resume_parser(say: Catalogue) -> Parser:
    """`closecall resume`."""
    parser = Parser(say, "resume", f"resume [{say('cli.meta_file')}]")
    parser.positional("file", say("cli.meta_file"), say("cli.about_resume_file"))
    parser.switch("no-confirm", say("cli.about_no_confirm"))
    parser.common()
    return parser


def replay_parser(say: Catalogue) -> Parser:
    """`closecall replay`."""
    parser = Parser(say, "replay", f"replay {say('cli.meta_file')}")
    parser.positional("file", say("cli.meta_file"), say("cli.about_file"))
    parser.switch("step", say("cli.about_step"))
    parser.value("from", "N", say("cli.about_from"))
    parser.common()
    return parser


def verify_parser(say: Catalogue) -> Parser:
    """`closecall verify`."""
    parser = Parser(say, "verify", f"verify {say('cli.meta_file')}")
    parser.positional("file", say("cli.meta_file"), say("cli.about_file"))
    parser.common()
    return parser


def rules_parser(say: Catalogue) -> Parser:
    """`closecall rules`."""
    parser = Parser(say, "rules", f"rules {say('cli.meta_game')}")
    parser.positional("game", say("cli.meta_game"), say("cli.about_game"))
    parser.common()
    return parser


def fame_parser(say: Catalogue) -> Parser:
    """`closecall fame`."""
    parser = Parser(say, "fame", "fame")
    parser.common()
    return parser


def saved_parser(say: Catalogue) -> Parser:
    """`closecall saved`."""
    parser = Parser(say, "saved", "saved")
    parser.common()
    return parser


def serve_parser(say: Catalogue) -> Parser:
    """`closecall serve`."""
    parser = Parser(say, "serve", "serve")
    parser.value("host", say("cli.meta_host"), say("cli.about_host"))
    parser.value("port", "N", say("cli.about_port"))
    _where_things_are(parser, say)
    parser.value("url", "URL", say("cli.about_url"))
    parser.value("trusted-proxies", say("cli.meta_networks"), say("cli.about_trusted_proxies"))
    parser.value("bots", "N", say("cli.about_bots"))
    parser.value("bot-pause-ms", "MS", say("cli.about_bot_pause"))
    parser.value("stand-in", "BOT", say("cli.about_stand_in", levels=_LEVELS))
    parser.group(say("cli.title_running"))
    parser.value("log-level", "debug|info|warning|error", say("cli.about_log_level"))
    parser.switch("json-logs", say("cli.about_json_logs"))
    parser.switch("metrics", say("cli.about_metrics"))
    parser.switch("no-upgrade", say("cli.about_no_upgrade"))
    parser.value("drain-seconds", "N", say("cli.about_drain"))
    parser.group(say("cli.title_limits"))
    parser.value("most-sockets-per-address", "N", say("cli.about_most_sockets"))
    parser.value("most-frames-per-second", "N", say("cli.about_most_frames"))
    parser.value("most-frames-at-once", "N", say("cli.about_most_at_once"))
    parser.value("most-rooms", "N", say("cli.about_most_rooms"))
    parser.value("most-guesses", "N", say("cli.about_most_guesses"))
    parser.value("most-new", "N", say("cli.about_most_new"))
    parser.common()
    return parser


def backup_parser(say: Catalogue) -> Parser:
    """`closecall backup`."""
    parser = Parser(say, "backup", f"backup {say('cli.meta_file')}")
    parser.positional("file", say("cli.meta_file"), say("cli.about_backup_file"))
    _where_things_are(parser, say)
    parser.common()
    return parser


def db_parser(say: Catalogue) -> Parser:
    """`closecall db`."""
    parser = Parser(say, "db", "db upgrade")
    parser.positional("task", "upgrade", say("cli.about_upgrade"))
    _where_things_are(parser, say)
    parser.common()
    return parser


def _where_things_are(parser: Parser, say: Catalogue) -> None:
    parser.value("database", say("cli.meta_database"), say("cli.about_database"))
    parser.value("config", say("cli.meta_file"), say("cli.about_config"))
