"""What people are told before bots play: that a table is computed first, or that levels cannot play here."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import closing

from closecall.bots import LEVELS, USUAL, OnProgress, table_for
from closecall.bots.runtime import find_runtime
from closecall.cli.progress import Progress
from closecall.core.record import Player
from closecall.messages import Catalogue
from closecall.tui.screen import Console

PARTS = 1000
"""The steps of the progress line."""


def prepare_bots(game: str, players: Sequence[Player], console: Console, say: Catalogue) -> None:
    """Say if levels cannot play here, and compute the tables that are missing, with a progress line."""
    bots = [player.bot for player in players if player.bot is not None]
    if notice := no_runtime_notice(bots, say):
        console.show(*notice)
        return
    for bot in dict.fromkeys(bots):
        table = table_for(bot, game, len(players))
        if table is None or table.is_solved():
            continue
        print(table_notice(bot, say), file=sys.stderr, flush=True)
        is_plain = console.style().is_plain
        line = Progress(say, PARTS, sys.stderr, is_plain=is_plain, sentence="solve.progress")
        with closing(line):
            table.solve(_shown_on(line))


def _shown_on(line: Progress) -> OnProgress:
    return lambda share: line.show(int(PARTS * share))


def table_notice(bot: str, say: Catalogue) -> str:
    """That a table is computed, before a bot can play."""
    return say("table.begun", bot=bot)


def no_runtime_notice(bots: Iterable[str], say: Catalogue) -> list[str]:
    """A sentence if one of these bots is a level and levels cannot play here; otherwise nothing."""
    if any(bot in LEVELS for bot in bots) and find_runtime() is None:
        return [no_runtime_sentence(say)]
    return []


def no_runtime_sentence(say: Catalogue) -> str:
    """That another bot plays for all levels."""
    return say("bots.no_runtime", bot=USUAL, levels=", ".join(LEVELS))
