"""Simulations on Ray: the same chunks on the machines of a cluster, or on a Ray of our own on this machine.

Ray plays a chunk again when its worker dies, which changes nothing: a chunk plays the same wherever it does.
"""

import logging
import os
import socket
from collections.abc import Generator, Iterator
from importlib import import_module
from typing import Any

from closecall.core.errors import GameError
from closecall.sim.chunk import C, Played, Work, play_chunk
from closecall.sim.chunks import Chunks, in_order

RETRIES = 5
"""How many workers may die over one chunk before it is given up."""
REACHED_S = 10.0
"""How long a cluster may take to answer."""


class NoRay(GameError):
    """Ray is not installed, or the cluster cannot be reached."""


def play_on_ray(
    work: Work[C], workers: int, chunks: Chunks, address: str | None, *, may_fill: bool = False
) -> Generator[Played[C], None, None]:
    """Play all tables on Ray; a Ray that was started for this ends with it.

    On a cluster so many chunks are played at once, or, if it may be filled, as many as it has CPUs.
    """
    address = address or os.environ.get("RAY_ADDRESS") or None
    if address is not None:
        _check_reached(address)
    ray = _ray(is_local=address is None)
    is_cluster = address is not None or ray.is_initialized()
    is_ours = _connect(ray, workers, address)
    try:
        if is_cluster and may_fill:
            chunks.workers = workers = max(workers, int(ray.cluster_resources().get("CPU", 1)))
        # Our own Ray and a full cluster have no more CPUs, so each worker can have a chunk that waits; else a
        # cluster would play that one too.
        at_once = workers if is_cluster and not may_fill else 2 * workers
        yield from in_order(_played(ray, work, at_once, chunks), chunks.next)
    finally:
        if is_ours:
            ray.shutdown()


def _check_reached(address: str) -> None:
    """Refuse at once a cluster where nobody answers: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        return  # Such as `auto`, which Ray understands.
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=REACHED_S).close()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise NoRay("sim_ray_unreached", address=address[:80], reason=reason) from error


def _ray(*, is_local: bool) -> Any:
    # It would tell its makers that it is used, and whoever plays games did not ask for that.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if is_local:
        # A Ray that can have no second machine listens on the loopback alone; it looks when it is imported.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        return import_module("ray")
    except ImportError as error:
        raise NoRay("sim_no_ray") from error


def _connect(ray: Any, workers: int, address: str | None) -> bool:
    """Go to the cluster, or start a Ray of our own; whether it is to be ended by us."""
    if ray.is_initialized():
        return False
    quietly = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address is not None:
            ray.init(address=address, **quietly)
        else:
            ray.init(
                address="local",
                num_cpus=workers,
                include_dashboard=False,
                object_store_memory=100 * 1024 * 1024,
                **quietly,
            )
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise NoRay("sim_ray_failed", reason=str(error).split("\n")[0][:200]) from error
    return True


def _played(ray: Any, work: Work[C], at_once: int, chunks: Chunks) -> Iterator[Played[C]]:
    """What comes back, in any order; so many chunks at once are given to Ray."""
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_chunk)
    shared = ray.put(work)
    waiting: list[Any] = []
    wanted = 1  # The first one compiles where that is still to be done, and all others find it done.
    try:
        while True:
            while len(waiting) < wanted and (chunk := chunks.take()) is not None:
                waiting.append(task.remote(shared, chunk))
            if not waiting:
                return
            done, waiting = ray.wait(waiting, num_returns=1)
            played: Played[C] = _fetched(ray, done[0])
            chunks.note(played)
            wanted = at_once
            yield played
    finally:
        for left in waiting:
            ray.cancel(left, force=True)


def _fetched(ray: Any, reference: Any) -> Played[Any]:
    try:
        played: Played[Any] = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        raise cause if isinstance(cause, GameError) else error from None
    except ray.exceptions.RayError as error:
        raise NoRay("sim_ray_failed", reason=str(error).split("\n")[0][:200]) from error
    return played
