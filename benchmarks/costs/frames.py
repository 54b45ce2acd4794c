"""The handshake and every frame of the socket protocol, at the busiest table."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from benchmarks.costs.world import AsgiSocket, World

from closecall.server.sockets.protocol import MOST_BYTES

Act = Callable[[], Awaitable[object]]
Prepare = Callable[[World], Awaitable[Act]]
"""Prepares something; what it returns is measured."""


async def _handshake(world: World) -> Act:
    socket = AsgiSocket(world, world.crowded, world.ann)
    world.sockets.append(socket)
    return socket.open


async def _decider(world: World) -> tuple[AsgiSocket, dict[str, Any]]:
    """A player who has to choose, and their view."""
    for socket in world.sockets:
        socket.forget()
    for person in (world.ann, *world.others):
        socket = AsgiSocket(world, world.crowded, person)
        await socket.open()
        world.sockets.append(socket)
        told = next(iter(socket.seen.values()))
        if told["seen"]["menu"] is not None:
            return socket, told
    raise LookupError("nobody has to choose")


def _frame(**fields: Any) -> str:
    return json.dumps({"id": 1, **fields})


async def _look(world: World) -> Act:
    socket, told = await _decider(world)
    return lambda: socket.answer_to(_frame(t="look", point=told["seen"]["point"]))


async def _why(world: World) -> Act:
    socket, told = await _decider(world)
    move = ("+".join(told["seen"]["menu"][-1:] * 50))[:200]
    return lambda: socket.answer_to(_frame(t="why", point=told["seen"]["point"], move=move))


async def _commit(world: World) -> Act:
    socket, told = await _decider(world)
    move, point = told["seen"]["menu"][-1], told["seen"]["point"]
    return lambda: socket.answer_to(_frame(t="commit", point=point, nth=told["nth"], move=move))


async def _take_back(world: World) -> Act:
    socket, told = await _decider(world)
    move, point, nth = told["seen"]["menu"][-1], told["seen"]["point"], told["nth"]
    await socket.answer_to(_frame(t="commit", point=point, nth=nth, move=move))
    return lambda: socket.answer_to(_frame(t="take_back", point=point, nth=nth + 1))


async def _say(world: World) -> Act:
    socket, _ = await _decider(world)
    return lambda: socket.answer_to(_frame(t="say", phrase="good_luck"))


async def _ping(world: World) -> Act:
    return lambda: world.sockets[0].answer_to(_frame(t="ping"))


async def _bad(world: World) -> Act:
    socket = AsgiSocket(world, world.crowded, world.ann)
    await socket.open()
    world.sockets.append(socket)
    return lambda: socket.answer_to("[" * MOST_BYTES)


FRAMES: dict[str, Prepare] = {
    "handshake": _handshake,
    "commit": _commit,
    "take_back": _take_back,
    "look": _look,
    "why": _why,
    "say": _say,
    "ping": _ping,
    "malformed": _bad,
}
"""By the name of the frame."""
