"""What each command does, brought together; imported only when one is run, so that help comes at once."""

from collections.abc import Callable
from typing import Any

from closecall.cli.answering import bot
from closecall.cli.leaguing import league
from closecall.cli.playing import play, resume
from closecall.cli.reading import fame, replay, rules, saved, verify
from closecall.cli.serving import backup, db, serve
from closecall.cli.simulating import simulate
from closecall.cli.solving import solve
from closecall.cli.teaching import train
from closecall.messages import Catalogue
from closecall.tui.screen import Console, standard_terminal


def bench(arguments: dict[str, Any], console: Console, say: Catalogue) -> int:
    """Measure how fast it goes."""
    from closecall.cli import benching  # noqa: PLC0415  # No other command needs what it loads.

    return benching.bench(arguments, console, say)


COMMANDS: dict[str, Callable[[dict[str, Any], Console, Catalogue], int]] = {
    "serve": serve,
    "play": play,
    "resume": resume,
    "replay": replay,
    "verify": verify,
    "rules": rules,
    "fame": fame,
    "saved": saved,
    "bot": bot,
    "backup": backup,
    "db": db,
    "simulate": simulate,
    "league": league,
    "bench": bench,
    "solve": solve,
    "train": train,
}


def run(command: str, arguments: dict[str, Any], say: Catalogue) -> int:
    """Run a command at the terminal; the exit code."""
    return COMMANDS[command](arguments, standard_terminal(plain=arguments["plain"]), say)
