"""Start a coroutine at once, and make a task of it only if it has to wait.

Sending a frame hardly ever waits, and a task for each of the frames that a choice causes costs more than the
sending: it was an eighth of the server's time when everybody moves at once. (Python 3.12 has eager tasks.)
"""

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any


def start(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run it until it first waits; the task that goes on with it, or None if it is done."""
    try:
        awaited = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.ensure_future(_rest(coroutine, awaited))


@types.coroutine
def _rest(coroutine: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    while True:
        try:
            yield awaited  # The task waits for the very thing for which the coroutine does.
            break
        except BaseException as error:
            # A failure and a cancellation are the coroutine's own; it may go on, and wait for something else.
            try:
                awaited = coroutine.throw(error)
            except StopIteration:
                return
    yield from coroutine.__await__()
