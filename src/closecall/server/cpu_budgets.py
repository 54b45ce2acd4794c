"""CPU budgets: every request is charged by what it costs, to a person and to an address.

Counting requests is not enough, because the most expensive ones cost a thousand times as much as the
cheapest. `metered` measures a coroutine each time it runs, so nothing inside has to be instrumented. Work
that a request causes later, in tasks, callbacks and threads, is charged to the same `Payer`, who is found
through the context that they inherit.

A payer within their budget is served at once. One who has spent much of it takes turns with others like them
(`_Turns`), so that together they leave half of the event loop to everybody else. One who has spent all of it
has to wait.
"""

import asyncio
import threading
import time
import types
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import Context, ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from closecall.server.fair_queue import FairQueue

T = TypeVar("T")

BURST_S = 10
"""A budget can be saved up for so long: a burst of ten seconds' worth is allowed now and then."""
LONGEST_DEBT_S = 60
"""Nobody has to wait longer, whatever they have caused."""
FREE = 0.8
"""A payer with less than this part of the burst left takes turns with others."""
MOST_KEYS = 5_000
"""The people and the addresses whose budgets are remembered; a forgotten budget is a full one."""

LEAST_PAUSE_S = 0.002
"""After a turn, for those who go on only after they have waited for something."""

REQUEST_S = 0.0003
FRAME_S = 0.00005
"""The parts of a request and of a frame that cannot be measured: the operating system, and the web server
around us."""


class CpuBudget:
    """CPU time by key: a steady rate, and a burst now and then. All times are in seconds."""

    def __init__(self, rate: float, burst_s: float = BURST_S, most_keys: int = MOST_KEYS) -> None:
        """`rate` is the part of a core that a key may use, `burst_s` for how long it can be saved up."""
        assert rate > 0
        self._rate = rate
        self._burst, self._debt = rate * burst_s, rate * LONGEST_DEBT_S
        self._most_keys = most_keys
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What is left and when that was, ordered by the latest charge."""
        self._lock = threading.Lock()  # Threads charge for their own work.

    def __len__(self) -> int:
        return len(self._left)

    def charge(self, key: str, seconds: float, now: float) -> None:
        """Charge a key. It may get into debt, because costs are known only afterwards."""
        with self._lock:
            self._left[key] = max(-self._debt, self._now_left(key, now) - seconds), now
            self._left.move_to_end(key)
            if len(self._left) > self._most_keys:
                self._left.popitem(last=False)

    def left(self, key: str, now: float) -> float:
        """The part of the burst that is left: 1 if nothing was spent, negative in debt."""
        return self._now_left(key, now) / self._burst

    def wait_s(self, key: str, now: float) -> float:
        """How long a key has to wait until it has paid its debt."""
        return max(0.0, -self._now_left(key, now) / self._rate)

    def _now_left(self, key: str, now: float) -> float:
        left, at = self._left.get(key, (self._burst, now))
        return min(self._burst, left + max(0.0, now - at) * self._rate)


class CpuBudgets:
    """The budgets of all people and of all addresses."""

    def __init__(
        self, person_rate: float, network_rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.of_people = CpuBudget(person_rate)
        self.of_networks = CpuBudget(network_rate)
        self.clock = clock
        self.turns = _Turns()

    def payer(self, network: str | None, person: str | None = None) -> "Payer":
        """Somebody who pays for what they cause."""
        return Payer(self, network, person)


@dataclass(slots=True, eq=False)
class Payer:
    """A person and an address that pay for a request or a socket."""

    _budgets: CpuBudgets
    network: str | None
    """None if the work is for somebody who need not be connected."""
    person: str | None = None
    """None as long as it is unknown who it is; then the address alone pays."""

    def charge(self, seconds: float, *, is_on_loop: bool = True) -> None:
        """Charge for CPU time of the event loop, or of another thread."""
        budgets = self._budgets
        now = budgets.clock()
        if self.person is not None:
            budgets.of_people.charge(self.person, seconds, now)
        if self.network is not None:
            budgets.of_networks.charge(self.network, seconds, now)
        if is_on_loop:
            budgets.turns.spent += seconds

    def wait_s(self) -> float:
        """How long to wait before anything else may be done; 0 within the budget."""
        now = self._budgets.clock()
        return max((budget.wait_s(key, now) for budget, key in self._keys()), default=0.0)

    async def turn(self) -> None:
        """Return at once or, after much of the budget was spent, when it is one's turn."""
        now = self._budgets.clock()
        if any(budget.left(key, now) < FREE for budget, key in self._keys()):
            await self._budgets.turns.next(self.person or self.network or "")

    def _keys(self) -> Iterator[tuple[CpuBudget, str]]:
        if self.person is not None:
            yield self._budgets.of_people, self.person
        if self.network is not None:
            yield self._budgets.of_networks, self.network


class _Turns:
    """Lets one go on at a time, and then pauses for as long as that took, so that others are served."""

    def __init__(self) -> None:
        self.spent = 0.0
        """CPU time of all payers on the event loop, in seconds."""
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._task: asyncio.Task[None] | None = None

    async def next(self, who: str) -> None:
        """Wait for one's turn."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.put(who, turn)
        if self._task is None:
            self._task = asyncio.create_task(self._take_turns(), context=Context())
        await turn

    async def _take_turns(self) -> None:
        try:
            while self._waiting:
                before, turn = self.spent, self._waiting.pop()
                if turn.done():  # The client has gone.
                    continue
                turn.set_result(None)
                await asyncio.sleep(0)  # Here it goes on, as far as it gets without waiting.
                await asyncio.sleep(max(LEAST_PAUSE_S, self.spent - before))
        finally:
            self._task = None


_payer: ContextVar[Payer | None] = ContextVar("payer", default=None)


def current_payer() -> Payer | None:
    """Who pays for what is done now; None for work of the server itself."""
    return _payer.get()


@contextmanager
def paying(payer: Payer | None) -> Iterator[None]:
    """Let somebody pay for whatever is started here."""
    before = _payer.set(payer)
    try:
        yield
    finally:
        _payer.reset(before)


async def paid_by(payer: Payer, work: Callable[..., Coroutine[Any, Any, T]], *arguments: Any) -> T:
    """Run an asynchronous function whose CPU time somebody pays, including whatever it starts."""
    _payer.set(payer)
    return await metered(work(*arguments), payer.charge)


@types.coroutine
def metered(coroutine: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Run a coroutine and charge for each time that it runs, but not for the time while it waits."""
    resume: Callable[[], Any] = partial(coroutine.send, None)
    while True:
        started = time.thread_time()
        try:
            awaited = resume()
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            # It may hold an error whose traceback leads back here: a cycle that would stay in memory.
            del resume
            charge(time.thread_time() - started)
        try:
            resume = partial(coroutine.send, (yield awaited))
        except BaseException as error:  # Failures and cancellations belong to the coroutine.
            resume = partial(coroutine.throw, error)


@contextmanager
def charged() -> Iterator[None]:
    """Charge for work in a callback."""
    payer = _payer.get()
    if payer is None:
        yield
        return
    started = time.thread_time()
    try:
        yield
    finally:
        payer.charge(time.thread_time() - started)


class PaidThreads(ThreadPoolExecutor):
    """Threads whose work is paid by whoever causes it."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Call a function in a thread."""
        payer = _payer.get()
        if payer is None:
            return super().submit(fn, *args, **kwargs)
        return super().submit(_paid_call, payer, partial(fn, *args, **kwargs))


def _paid_call(payer: Payer, work: Callable[[], T]) -> T:
    started = time.thread_time()
    try:
        return work()
    finally:
        payer.charge(time.thread_time() - started, is_on_loop=False)
