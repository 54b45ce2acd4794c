"""Simulations on Ray: the same chunks, on the machines of a cluster or on a Ray of our own on this machine.

Ray repeats a chunk when its worker dies. That changes nothing: a chunk plays the same everywhere.
"""

import logging
import os
import socket
from collections.abc import Generator, Iterator, Sequence
from importlib import import_module
from typing import Any

from closecall.child_process import register_games, registered_packages
from closecall.core.errors import GameError
from closecall.sim.chunks import C, Chunk, ChunkQueue, PlayedChunk, Work, in_order, play_chunk

RETRIES = 5
"""How many workers may die over one chunk before the simulation fails."""
CONNECT_S = 10.0
"""How long a cluster may take to answer."""


class NoRay(GameError):
    """Ray is not installed, or the cluster cannot be reached."""


def play_on_ray(
    work: Work[C], workers: int, chunks: ChunkQueue, address: str | None, *, may_fill: bool = False
) -> Generator[PlayedChunk[C], None, None]:
    """Play all tables on Ray. A Ray that was started for this ends with the generator.

    A cluster plays `workers` chunks at once or, with `may_fill`, as many as it has CPUs.
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
        # Our own Ray and a full cluster have no spare CPU, so a second chunk can wait for each worker. Any
        # other cluster would play that one at once, with more workers than asked for.
        at_once = workers if is_cluster and not may_fill else 2 * workers
        yield from in_order(_play(ray, work, at_once, chunks), chunks.next)
    finally:
        if is_ours:
            ray.shutdown()


def _check_reached(address: str) -> None:
    """Refuse a cluster that does not answer. Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        return  # An address such as `auto`, which Ray understands.
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_S).close()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise NoRay("sim_ray_unreached", address=address[:80], reason=reason) from error


def _ray(*, is_local: bool) -> Any:
    # No usage reports.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if is_local:
        # Restricts Ray to one machine, so that it listens on the loopback only; read on import.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        return import_module("ray")
    except ImportError as error:
        raise NoRay("sim_no_ray") from error


def _connect(ray: Any, workers: int, address: str | None) -> bool:
    """Connect to the cluster, or start a Ray of our own; returns whether we have to shut it down."""
    if ray.is_initialized():
        return False
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address is not None:
            ray.init(address=address, **quiet)
        else:
            ray.init(
                address="local",
                num_cpus=workers,
                include_dashboard=False,
                object_store_memory=100 * 1024 * 1024,
                **quiet,
            )
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise NoRay("sim_ray_failed", reason=str(error).split("\n")[0][:200]) from error
    return True


def _play(ray: Any, work: Work[C], at_once: int, chunks: ChunkQueue) -> Iterator[PlayedChunk[C]]:
    """Give Ray this many chunks at once; results in any order."""
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_chunk_on_ray)
    packages, shared = registered_packages(), ray.put(work)
    waiting: list[Any] = []
    wanted = 1  # The first worker compiles what has to be compiled; the others then find it on disk.
    try:
        while True:
            while len(waiting) < wanted and (chunk := chunks.take()) is not None:
                waiting.append(task.remote(packages, shared, chunk))
            if not waiting:
                return
            done, waiting = ray.wait(waiting, num_returns=1)
            played: PlayedChunk[C] = _fetch(ray, done[0])
            chunks.adapt(played)
            wanted = at_once
            yield played
    finally:
        for left in waiting:
            ray.cancel(left, force=True)


def play_chunk_on_ray(packages: Sequence[str], work: Work[C], chunk: Chunk) -> PlayedChunk[C]:
    """Play a chunk in a worker of Ray, with the games that are registered in the main process."""
    register_games(packages)
    return play_chunk(work, chunk)


def _fetch(ray: Any, reference: Any) -> PlayedChunk[Any]:
    try:
        played: PlayedChunk[Any] = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        raise cause if isinstance(cause, GameError) else error from None
    except ray.exceptions.RayError as error:
        raise NoRay("sim_ray_failed", reason=str(error).split("\n")[0][:200]) from error
    return played
