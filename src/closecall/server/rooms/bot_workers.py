"""Bot workers: processes in which bots think, so that the event loop never waits for one.

A question is one line of JSON through a pipe, its answer another. Questions of tables where people wait are
answered first, and nobody's tables keep those of others waiting (`_Questions`). If a bot fails, hangs or
cheats, or a process dies, the table still gets a legal move. `bot_worker.py` is what runs in such a process.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

import msgspec

from closecall.bots import has_bot, stand_in_for
from closecall.server.fair_queue import FairQueue
from closecall.server.rooms import bot_worker
from closecall.server.rooms.bot_tables import BotTables, Player
from closecall.server.rooms.bot_worker import READY
from closecall.server.rooms.python_processes import kill_process, start_process

MOST_WAITING = 100
"""How many questions may wait for each worker before new tables with bots are refused."""
ATTEMPTS = 3
"""How many workers may die on one question before a random move is made."""
START_S = 60.0
"""How long a new worker may take to get ready, on a very busy machine."""
END_S = 1.0
"""How long a worker may take to end when it is told to."""


# Written as `logs.Log` does, which a worker need not load.
_log = logging.getLogger(__name__)


class WorkersClosed(Exception):
    """The workers are closed and answer no more questions."""


class NoMove(Exception):
    """The bot gave no move to somebody who wants no other."""


class _BotFailed(Exception):
    """A bot gave no move, and asking again would not help."""


class _WorkerDied(Exception):
    """The worker ended before it answered."""


@dataclass(frozen=True, slots=True)
class Turn:
    """When a question is answered."""

    host: str
    """Whose table it is."""
    is_awaited: bool
    """Whether a person is waiting for the answer."""
    or_other: bool = True
    """Whether the move of a stand-in, or a random one, will do if the bot cannot play."""


_ANY_TURN = Turn("", is_awaited=True)


@dataclass(frozen=True, slots=True)
class _Question:
    game: str
    bot: str
    seen: bytes
    key: str
    turn: Turn
    answer: asyncio.Future[str]

    def line(self) -> bytes:
        """The question as one line. Line breaks in JSON occur only between tokens, where a space will do."""
        asked = (_json(self.game), _json(self.bot), _json(self.turn.or_other), self.seen)
        line = b'{"game":%b,"bot":%b,"or_other":%b,"seen":%b}' % asked
        return line.replace(b"\n", b" ") + b"\n"


_json = msgspec.json.encode


class _Questions(asyncio.Queue[_Question]):
    """Questions that people wait for come first; among them, and among the others, hosts take turns."""

    def _init(self, maxsize: int) -> None:
        self._lanes: tuple[FairQueue[_Question], FairQueue[_Question]] = (FairQueue(), FairQueue())

    def qsize(self) -> int:
        return sum(map(len, self._lanes))

    def empty(self) -> bool:
        return self.qsize() == 0

    def _put(self, item: _Question) -> None:
        self._lanes[0 if item.turn.is_awaited else 1].put(item.turn.host, item)

    def _get(self) -> _Question:
        return (self._lanes[0] or self._lanes[1]).pop()


class BotWorkers:
    """A pool of workers, and the questions that wait for them."""

    def __init__(self, workers: int, timeout_s: float = 20) -> None:
        assert workers > 0
        self._workers = workers
        self.timeout_s = timeout_s
        self._questions = _Questions()
        self._loops: list[asyncio.Task[None]] = []
        self._tables = BotTables()
        self._is_closed = False
        self.thinking = 0
        """The number of questions that are being answered."""

    @property
    def waiting(self) -> int:
        """The number of questions that wait for a worker."""
        return self._questions.qsize()

    @property
    def is_overloaded(self) -> bool:
        """Whether more bots would have to wait too long for their turn."""
        return self.waiting >= MOST_WAITING * self._workers

    def start(self) -> None:
        """Start the workers in the background, if the first question has not done so."""
        if not self._loops and not self._is_closed:
            self._loops = [asyncio.create_task(self._worker_loop()) for _ in range(self._workers)]

    async def choose(  # noqa: PLR0913  # The last ones have defaults.
        self,
        game: str,
        bot: str,
        seen: Mapping[str, Any] | bytes,
        key: str,
        turn: Turn = _ANY_TURN,
        *,
        seats: int | None = None,
    ) -> str:
        """A bot's move, in notation, for what a seat sees; `key` names table and seat in logs.

        If the bot fails, it is a random move, or NoMove if that would not do. With the number of seats, a bot
        whose table is missing is replaced, or waited for.
        """
        if self._is_closed:
            raise WorkersClosed
        self.start()
        if seats is not None and has_bot(bot, game):
            bot = await self._able_bot(Player(game, bot, seats), turn)
            if self._is_closed:  # Meanwhile.
                raise WorkersClosed
        encoded = seen if isinstance(seen, bytes) else _json(seen)
        answer = asyncio.get_running_loop().create_future()
        question = _Question(game, bot, encoded, key, turn, answer)
        self._questions.put_nowait(question)
        return await question.answer

    async def _able_bot(self, player: Player, turn: Turn) -> str:
        """The bot, or a stand-in until its table is there."""
        if not await self._tables.is_missing(player):
            return player.bot
        if turn.or_other:
            self._tables.begin(player)
            return stand_in_for(player.bot, player.game, player.seats)
        if not await self._tables.wait(player):
            raise WorkersClosed if self._is_closed else NoMove("its table could not be computed")
        return player.bot

    async def close(self) -> None:
        """End all workers; unanswered questions get WorkersClosed."""
        self._is_closed = True
        loops, self._loops = self._loops, []
        for task in loops:
            task.cancel()
        await asyncio.gather(*loops, self._tables.close(), return_exceptions=True)
        while not self._questions.empty():
            _refuse(self._questions.get_nowait(), WorkersClosed())

    async def _worker_loop(self) -> None:
        """Answer one question after another with a worker."""
        worker = _Worker()
        try:
            with suppress(OSError, TimeoutError, _WorkerDied):  # The first question will try again.
                await worker.start()
            while True:
                await self._answer(await self._questions.get(), worker)
        finally:
            await worker.end()

    async def _answer(self, question: _Question, worker: "_Worker") -> None:
        if question.answer.done():  # The caller was cancelled.
            return
        self.thinking += 1
        try:
            move = await self._move(question, worker)
            if not question.answer.done():
                question.answer.set_result(move)
        except asyncio.CancelledError:
            _refuse(question, WorkersClosed())
            raise
        except Exception as error:  # An invalid question must not stop the worker.
            _refuse(question, error)
        finally:
            self.thinking -= 1

    async def _move(self, question: _Question, worker: "_Worker") -> str:
        """The bot's move or, without one, a random legal move."""
        try:
            return await self._ask(question, worker)
        except TimeoutError:
            reason = f"took longer than {self.timeout_s:g} s"
        except _WorkerDied:
            reason = f"ended {ATTEMPTS} workers"
        except (_BotFailed, OSError, ValueError) as error:
            reason = f"failed: {error}"
        facts = {"at": question.key, "bot": question.bot, "game": question.game, "reason": reason}
        if not question.turn.or_other:
            raise NoMove(reason)
        _log.error("bot_moved_at_random", extra={"fields": facts})
        return str(SystemRandom().choice(json.loads(question.seen)["menu"]))

    async def _ask(self, question: _Question, worker: "_Worker") -> str:
        for _ in range(ATTEMPTS - 1):
            try:
                return await worker.ask(question.line(), self.timeout_s)
            except _WorkerDied:
                _log.warning("thinking_process_died", extra={"fields": {"at": question.key}})
        return await worker.ask(question.line(), self.timeout_s)


def _refuse(question: _Question, error: Exception) -> None:
    if not question.answer.done():
        question.answer.set_exception(error)


class _Worker:
    """A worker process, restarted when it has died."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        """The process, ready for questions; started if it is not running."""
        if self._process is not None and self._process.returncode is None:
            return self._process
        self._process = await start_process(bot_worker.__name__)
        await self._read(START_S, expected=READY)
        return self._process

    async def ask(self, line: bytes, timeout_s: float) -> str:
        """The answer to a question; a worker that does not answer is ended."""
        process = await self.start()
        assert process.stdin is not None
        with suppress(OSError, RuntimeError):  # If it has died, reading will fail.
            process.stdin.write(line)
        kind, _, text = (await self._read(timeout_s)).rstrip(b"\n").partition(b" ")
        if kind != b"move":
            raise _BotFailed(text.decode(errors="replace"))
        return text.decode()

    async def _read(self, timeout_s: float, expected: bytes | None = None) -> bytes:
        """The next line that the worker writes."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(timeout_s):
                line = await self._process.stdout.readline()
            if not line.endswith(b"\n") or line != (expected or line):
                raise _WorkerDied
            return line
        except BaseException:
            # It may still be thinking, and its answer must not be taken for the next one.
            await self.end()
            raise

    async def end(self) -> None:
        """Tell the process to end, and kill it if it does not."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            # Not asyncio.timeout: before Python 3.11.3 it fails in a task that has been cancelled.
            await asyncio.wait([asyncio.create_task(process.wait())], timeout=END_S)
        finally:  # Even if this task is cancelled now.
            await kill_process(process)
