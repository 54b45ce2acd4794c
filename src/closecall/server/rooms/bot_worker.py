"""A process in which bots think. It imports little: every server has several of them.

It ends when the pipe is closed, because it was told to or because the server was killed.
"""

import json
import os
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import IO, Any

from closecall.bots import LEVELS, NAMES, find_bot, has_bot
from closecall.bots.runtime import find_runtime
from closecall.child_process import open_replies, read_requests
from closecall.core.seen import decode_seen
from closecall.games import rules_of, slugs

READY = b"ready\n"
"""The first line that it writes."""


def main() -> None:
    """Answer questions until the server closes the pipe."""
    if hasattr(os, "nice"):
        os.nice(5)  # The server has priority.
    replies = open_replies()
    questions = read_requests(sys.stdin.buffer)
    for game in slugs():
        for name in set(NAMES) - set(LEVELS):  # Levels are slow to load, and few tables use them.
            find_bot(name, game)
    with suppress(BrokenPipeError):
        _reply(replies, READY)
        for line in questions:
            _reply(replies, answer(line))
    os._exit(0)  # Without waiting for the thread that reads.


def _reply(replies: IO[bytes], line: bytes) -> None:
    replies.write(line)
    replies.flush()


def answer(line: bytes) -> bytes:
    """The answer to a question: `move` and the move, or `failed` and where it failed."""
    try:
        question = json.loads(line)
        return f"move {_choice(**question)}\n".encode()
    except Exception as error:
        # Not the error's message: it may mention hidden cards.
        where = traceback.extract_tb(error.__traceback__)[-1]
        description = f"{type(error).__name__} in {os.path.basename(where.filename)}:{where.lineno}"
        return f"failed {description}\n".encode()


class NoRuntime(Exception):
    """The strong bots do not run on this machine."""


def _choice(game: str, bot: str, seen: Mapping[str, Any], or_other: bool = True) -> str:
    rules = rules_of(game)
    # Names come from the network: run only our own bots, never a command.
    found = find_bot(bot, game) if has_bot(bot, game) else None
    if found is None:
        raise LookupError(bot)
    if bot in LEVELS and not or_other and find_runtime() is None:
        raise NoRuntime
    sight = decode_seen(rules, seen)
    move = found.choose(sight, Random())
    if sight.menu is None or move not in sight.menu:
        raise ValueError("not on the menu")
    return rules.format_move(move)
