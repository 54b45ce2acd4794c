"""The `closecall` command: which language, which command, and how mistakes are answered."""

import argparse
import io
import os
import re
import signal
import sys
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from itertools import pairwise

from closecall import __version__
from closecall.cli import sim_extra
from closecall.cli.parser import INTERRUPTED, Command, Parser, UsageError, formatter
from closecall.cli.saved_games import trouble_with
from closecall.core.errors import BadOptions, GameError
from closecall.games import slugs
from closecall.messages import LANGUAGES, Catalogue, Word, catalogue
from closecall.tui.screen import standard_terminal

TERMINATED = 143  # What shells report after SIGTERM.

COMMANDS = (
    "serve", "play", "daily", "resume", "replay", "verify", "rules", "fame", "saved", "simulate", "league",
    "solve", "train", "bench", "bot", "backup", "db", "completion",
)  # fmt: skip
"""Each is a module `closecall.cli.<command>`, imported when it is needed."""
_ALIASES = {"games": "saved"}
_LANGUAGE_VARIABLES = ("CLOSECALL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and give the exit code: 0 done, 1 it failed, 2 it was not understood."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # A terminal that knows only ASCII gets question marks.
    if words is None:
        # Exit on SIGTERM instead of dying, so that child processes are ended too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
        # Child processes speak the same language.
        os.environ["CLOSECALL_LANG"] = language_of(sys.argv[1:], os.environ)
        if "_ARGCOMPLETE" in os.environ:  # A shell asks what could come next.
            _complete(os.environ.get("COMP_LINE", "").split())
    try:
        return _run_safely(list(sys.argv[1:] if words is None else words))
    except KeyboardInterrupt:
        return INTERRUPTED


def _run_safely(words: list[str]) -> int:
    """Run a command and put every refusal into a sentence."""
    say = catalogue(language_of(words, os.environ))
    try:
        return _run_and_flush(words, say)
    except (UsageError, BadOptions) as error:
        _complain(error.sentence(say))
        return 2
    except GameError as error:
        _complain(error.sentence(say))
        return 1


def _run_and_flush(words: list[str], say: Catalogue) -> int:
    """Run a command and write out all of its output; trouble with a file is a refusal that names it."""
    try:
        code = _dispatch(words, say)
        if sys.stdout is not None:  # A shell may have closed it.
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has gone (`closecall rules mark | head`).
        _discard_output()
        return 1
    except OSError as error:
        reason = trouble_with(say, error)
        if error.filename:
            raise GameError("disk_failed", file=str(error.filename), reason=reason) from error
        if _is_output_stuck():
            raise GameError("disk_failed", file=Word("disk.output"), reason=reason) from error
        raise GameError("disk_unnamed", reason=reason) from error


def _is_output_stuck() -> bool:
    """Whether nothing more can be written to standard output; an empty line shows it."""
    try:
        print(flush=True)
    except OSError:
        _discard_output()
        return True
    return False


def _discard_output() -> None:
    """Send the rest of standard output nowhere, so that it does not raise at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str) -> None:
    # A file name may hold anything; none of it may move the cursor.
    print(re.sub(r"[\x00-\x1f\x7f-\x9f]", "?", sentence), file=sys.stderr)


def language_of(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language to speak: from `--lang`, `$CLOSECALL_LANG` or the system's settings; English by default.

    >>> language_of(["play", "--lang", "de"], {})
    'de'
    >>> language_of([], {"LANG": "fr_CH.UTF-8"})
    'fr'
    """
    asked = [after for word, after in pairwise(words) if word == "--lang"]
    asked += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    for text in (*asked, *(environ.get(name, "") for name in _LANGUAGE_VARIABLES)):
        language = text[:2].lower()
        if language in LANGUAGES and text[2:3] in ("", "_", "-", ".", "@"):
            return language
        if text.split(".")[0] in ("C", "POSIX"):
            break
    return "en"


def command_line(
    say: Catalogue, names: Collection[str]
) -> tuple[argparse.ArgumentParser, Parser, dict[str, Parser]]:
    """The parser, what it takes without a command, and the arguments of the named commands.

    All commands are known to the parser, but only the modules of the named ones are imported.
    """
    top = argparse.ArgumentParser(
        prog="closecall",
        formatter_class=formatter(say),
        add_help=False,
        allow_abbrev=False,
        exit_on_error=False,
    )
    alone = Parser(top, say, say("cli.meta_command"))
    alone.switch("version", say("cli.about_version"))
    alone.common()
    commands = top.add_subparsers(dest="command")
    parsers = {}
    for name in COMMANDS:
        about = say(f"cli.{name}")
        aliases = [alias for alias, meant in _ALIASES.items() if meant == name]
        sub = commands.add_parser(
            name,
            aliases=aliases,
            help=about,
            description=about,
            formatter_class=formatter(say),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        if name in names:
            parsers[name] = Parser(sub, say, name)
            _module(name).add_arguments(parsers[name])
            parsers[name].common()
    return top, alone, parsers


def _module(name: str) -> Command:
    command: Command = import_module(f"closecall.cli.{name}")
    return command


def _dispatch(words: list[str], say: Catalogue) -> int:
    name, rest = _command(words, say)
    if name == "help":  # `closecall help play` is `closecall play --help`.
        return _dispatch([*rest, "--help"], say)
    if name is None:
        return _without_command(rest, say)
    name = _ALIASES.get(name, name)
    if name not in COMMANDS:
        raise UsageError("usage_command", text=name[:40], commands=", ".join(COMMANDS))
    top, _, parsers = command_line(say, [name])
    parser = parsers[name]
    found = _parsed(top, parser, [name, *rest])
    if found.help:
        print(parser.help(), end="")
        return 0
    _check_language(found.lang)
    module = _module(name)
    arguments = parser.read(found, module.Arguments)
    if name in sim_extra.COMMANDS:
        sim_extra.require_sim()
    return module.run(arguments, standard_terminal(plain=found.plain), say)


def _parsed(top: argparse.ArgumentParser, parser: Parser, words: list[str]) -> argparse.Namespace:
    try:
        found, rest = top.parse_known_args(_with_lists(words))
    except argparse.ArgumentError as error:
        raise parser.refusal(error) from error
    if rest and not found.help:
        raise UsageError("usage_unknown", text=rest[0][:60])
    return found


def _with_lists(words: list[str]) -> list[str]:
    """The words with `--ages -,38` as `--ages=-,38`: argparse would take such a list for an option."""
    joined: list[str] = []
    for word in words:
        if word.startswith("-,") and joined and joined[-1].startswith("--"):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _command(words: list[str], say: Catalogue) -> tuple[str | None, list[str]]:
    """The first word that is neither an option nor the value of --lang, and all the others.

    Without a command, `closecall --port 8080` is for the server, as `closecall` alone is.
    """
    if not {*COMMANDS, *_ALIASES, "help"}.intersection(words) and _are_for_server(words, say):
        return "serve", words
    for n, word in enumerate(words):
        if not word.startswith("-") and (n == 0 or words[n - 1] != "--lang"):
            return word, words[:n] + words[n + 1 :]
    return None, words


def _are_for_server(words: list[str], say: Catalogue) -> bool:
    """Whether the words begin with an option, and one of their options is the server's own."""
    if not words or not words[0].startswith("-"):
        return False
    _, alone, _ = command_line(say, [])
    others = [word for word in words if word.startswith("-") and not alone.has(word)]
    return bool(others) and any(map(command_line(say, ["serve"])[2]["serve"].has, others))


def _without_command(words: list[str], say: Catalogue) -> int:
    top, alone, _ = command_line(say, [])
    found = _parsed(top, alone, words)
    _check_language(found.lang)
    if not found.version and not found.help:
        return _dispatch(["serve", *words], say)
    print(f"closecall {__version__}" if found.version else "\n".join(_welcome(say)))
    return 0


def _check_language(text: str | None) -> None:
    if text is not None and text not in LANGUAGES:
        raise UsageError("usage_lang", text=text[:40], languages=", ".join(LANGUAGES))


def _welcome(say: Catalogue) -> list[str]:
    width = max(map(len, COMMANDS))
    return [
        say("cli.welcome", version=__version__),
        "",
        say("cli.shortest_way"),
        f"  closecall            {say('cli.in_browser')}",
        f"  closecall play {slugs()[0]}  {say('cli.in_terminal')}",
        "",
        say("cli.title_commands"),
        *(f"  {name:{width}}  {say(f'cli.{name}')}" for name in COMMANDS),
        "",
        say("cli.title_games"),
        *(f"  {slug:{width}}  {say(f'game.{slug}')}" for slug in slugs()),
        "",
        say("cli.more_help"),
    ]


def _complete(words: list[str]) -> None:
    """Tell a shell what could come next, and exit."""
    import argcomplete  # noqa: PLC0415  # Only shells need it.

    say = catalogue(language_of(words, os.environ))
    top, _, _ = command_line(say, {_ALIASES.get(word, word) for word in words})
    argcomplete.autocomplete(top, always_complete_options=False)
