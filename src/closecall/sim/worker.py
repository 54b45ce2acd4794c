"""A worker of a simulation: `python -m closecall.sim.worker`, to be talked to through its pipes."""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from closecall.bots.external_process import end_programs
from closecall.core.errors import GameError
from closecall.sim.chunk import Announce, Chunk, Played, Work, play_chunk

COMPILING = "compiling"
"""What a worker says before its answer if that takes longer, because something has to be compiled."""


def main() -> None:
    """Play chunks until nobody is there to ask for them."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What a bot may print is no answer.
    asked: SimpleQueue[Chunk] = SimpleQueue()
    work: Work[Any] = pickle.load(sys.stdin.buffer)
    Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    work.prepare()
    with suppress(BrokenPipeError):
        while True:
            chunk = asked.get()
            _say(answers, answer(work, chunk, lambda: _say(answers, COMPILING)))
    _leave()


def _say(answers: IO[bytes], something: Played[Any] | Exception | str) -> None:
    pickle.dump(something, answers)
    answers.flush()


def _listen(pipe: IO[bytes], asked: SimpleQueue[Chunk]) -> None:
    """Take chunks in; when there can be no more, end at once, in the middle of a game too."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            asked.put(pickle.load(pipe))
    _leave()


def _leave() -> None:
    """End at once, and programs that play for us first: Python would stumble over the thread that listens."""
    end_programs()
    os._exit(0)


def answer(work: Work[Any], chunk: Chunk, begun: Announce) -> Played[Any] | Exception:
    """What came of a chunk, or why nothing did."""
    try:
        return play_chunk(work, chunk, begun)
    except GameError as error:
        return error
    except Exception:
        return RuntimeError(traceback.format_exc())


if __name__ == "__main__":
    main()
