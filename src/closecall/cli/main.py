"""The `closecall` command: which language, which command, and how mistakes are answered."""

import io
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from closecall import __version__
from closecall.cli import arguments as args
from closecall.cli.arguments_bench import bench_parser
from closecall.cli.arguments_league import league_parser
from closecall.cli.arguments_sim import simulate_parser
from closecall.cli.arguments_solve import solve_parser
from closecall.cli.arguments_train import train_parser
from closecall.core.errors import BadOptions, GameError
from closecall.messages import LANGUAGES, Catalogue, Word, catalogue

INTERRUPTED = 130  # What shells report after Ctrl-C …
TERMINATED = 143  # … and after SIGTERM.

_PARSERS = {
    "serve": args.serve_parser,
    "play": args.play_parser,
    "resume": args.resume_parser,
    "replay": args.replay_parser,
    "verify": args.verify_parser,
    "rules": args.rules_parser,
    "fame": args.fame_parser,
    "saved": args.saved_parser,
    "simulate": simulate_parser,
    "league": league_parser,
    "solve": solve_parser,
    "train": train_parser,
    "bench": bench_parser,
    "bot": args.bot_parser,
    "backup": args.backup_parser,
    "db": args.db_parser,
}
_ALSO = {"games": "saved"}


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and give the exit code: 0 done, 1 it failed, 2 it was not understood."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # A terminal that knows only ASCII gets question marks.
    if words is None:
        # Whoever ends us politely wants what we have started to end too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
        # And what we start speaks our language.
        os.environ["CLOSECALL_LANG"] = language_of(sys.argv[1:], os.environ)
    try:
        return _answered(list(sys.argv[1:] if words is None else words))
    except KeyboardInterrupt:
        return INTERRUPTED


def _answered(words: list[str]) -> int:
    """Run a command and put every refusal into a sentence."""
    say = catalogue(language_of(words, os.environ))
    try:
        return _written(words, say)
    except (args.UsageError, BadOptions) as error:
        _complain(error.sentence(say))
        return 2
    except GameError as error:
        _complain(error.sentence(say))
        return 1


def _written(words: list[str], say: Catalogue) -> int:
    """Run a command until all that it says is written; trouble with a file is a refusal that names it."""
    try:
        code = _dispatch(words, say)
        if sys.stdout is not None:  # There is none where a shell has closed it.
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Nobody reads any more (`closecall rules mark | head`).
        _say_no_more()
        return 1
    except OSError as error:
        reason = import_module("closecall.cli.storage").trouble_with(say, error)
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
        _say_no_more()
        return True
    return False


def _say_no_more() -> None:
    """What is left for standard output goes nowhere: it must not raise at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str) -> None:
    # A file's name may hold anything; nothing of it may move the cursor.
    print(re.sub(r"[\x00-\x1f\x7f-\x9f]", "?", sentence), file=sys.stderr)


def language_of(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language to speak: `--lang`, `$CLOSECALL_LANG`, then what the system says, else English.

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


_LANGUAGE_VARIABLES = ("CLOSECALL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def _dispatch(words: list[str], say: Catalogue) -> int:
    command, rest = _command(words, say)
    if command == "help":  # `closecall help play` is `closecall play --help`.
        return _dispatch([*rest, "--help"], say)
    if command is None:
        return _without_command(rest, say)
    command = _ALSO.get(command, command)
    if command not in _PARSERS:
        raise args.UsageError("usage_command", text=command[:40], commands=", ".join(_PARSERS))
    parser = _PARSERS[command](say)
    arguments = parser.parse(rest)
    if arguments["help"]:
        print(parser.help(), end="")
        return 0
    _check_language(arguments["lang"])
    return _run(command, arguments, say)


def _run(command: str, arguments: dict[str, Any], say: Catalogue) -> int:
    code: int = import_module("closecall.cli.commands").run(command, arguments, say)
    return code


def _command(words: list[str], say: Catalogue) -> tuple[str | None, list[str]]:
    """The first word that is neither an option nor the value of --lang, and all the others.

    Without any command, `closecall --port 8080` is for the server, as `closecall` alone is.
    """
    if not {*_PARSERS, *_ALSO, "help"}.intersection(words) and _are_for_server(words, say):
        return "serve", words
    for n, word in enumerate(words):
        if not word.startswith("-") and (n == 0 or words[n - 1] != "--lang"):
            return word, words[:n] + words[n + 1 :]
    return None, words


def _are_for_server(words: list[str], say: Catalogue) -> bool:
    """Whether they begin with an option, and some of the options are the server's own."""
    if not words or not words[0].startswith("-"):
        return False
    alone, serve = _alone_parser(say), args.serve_parser(say)
    return any(serve.has(word) and not alone.has(word) for word in words)


def _alone_parser(say: Catalogue) -> args.Parser:
    """`closecall` without a command."""
    parser = args.Parser(say, "alone", say("cli.meta_command"))
    parser.switch("version", say("cli.about_version"))
    parser.common()
    return parser


def _without_command(words: list[str], say: Catalogue) -> int:
    arguments = _alone_parser(say).parse(words)
    _check_language(arguments["lang"])
    if not arguments["version"] and not arguments["help"]:
        return _run("serve", args.serve_parser(say).parse(words), say)
    print(f"closecall {__version__}" if arguments["version"] else "\n".join(_welcome(say)))
    return 0


def _check_language(text: str | None) -> None:
    if text is not None and text not in LANGUAGES:
        raise args.UsageError("usage_lang", text=text[:40], languages=", ".join(LANGUAGES))


def _welcome(say: Catalogue) -> list[str]:
    width = max(map(len, _PARSERS))
    commands = [f"  {command:{width}}  {say(f'cli.{command}')}" for command in _PARSERS]
    return [
        say("cli.welcome", version=__version__),
        "",
        say("cli.shortest_way"),
        f"  closecall            {say('cli.in_browser')}",
        f"  closecall play mark  {say('cli.in_terminal')}",
        "",
        say("cli.title_commands"),
        *commands,
        "",
        say("cli.title_games"),
        *(f"  {slug:{width}}  {say(f'game.{slug}')}" for slug in ("mark", "qwixx", "enough")),
        "",
        say("cli.more_help"),
    ]
