"""What the other processes of these tests do; each reports to its parent through a pipe."""

import random
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from closecall.store import LostRace, SecretKind, Spent, Store, StoreError
from store.store_helpers import log_of

GOAL = 60
"""When a log is long enough."""

Won = tuple[str, int, int]
"""A table, where an append began, and how many entries it had."""


@contextmanager
def _racing(together: Barrier, name: str, k: int, rng: random.Random) -> Iterator[None]:
    """The kth race: chance decides who is first, except in two of ten, where A or B surely is."""
    first = {0: "A", 1: "B"}.get(k % 10)
    if first is None:
        time.sleep(rng.uniform(0, 0.004))
    elif first != name:
        together.wait(60)
    yield
    if first == name:
        together.wait(60)


def hammer(pipe: Connection, together: Barrier, url: str, name: str, table_ids: tuple[str, ...]) -> None:
    """Append to all tables when another process does, until each is long enough; tell who won what."""
    won: list[Won] = []
    lost, rng = 0, random.Random(name)
    with Store.open(url) as store:
        for k in count():
            together.wait(60)
            lengths = {table_id: len(log_of(store, table_id)) for table_id in table_ids}
            together.wait(60)
            short = [table_id for table_id in table_ids if lengths[table_id] < GOAL]
            if not short:
                break
            with _racing(together, name, k, rng):
                tries = []
                for table_id in short:
                    n = lengths[table_id]
                    texts = [f"{name} {at}" for at in range(n, n + 1 + n % 3)]
                    tries.append((table_id, n, texts, store.append(table_id, n, texts, at=1)))
                for table_id, n, texts, future in tries:
                    try:
                        future.result()
                        won.append((table_id, n, len(texts)))
                    except LostRace:
                        lost += 1
    pipe.send((won, lost))


def use_and_keep(pipe: Connection, together: Barrier, url: str, name: str, hashes: tuple[str, ...]) -> None:
    """Use each secret while another process does, and store a key for each; report what was won and
    stored."""
    won: list[str] = []
    kept: list[str] = []
    rng = random.Random(name)
    with Store.open(url) as store:
        for k, each in enumerate(hashes):
            together.wait(60)
            with _racing(together, name, k, rng):
                used = store.use_secret(each, SecretKind.CARRY, 1)
                key = store.keep_key(each, f"{name} {each}")
                try:
                    assert used.result() == "ada"
                    won.append(each)
                except Spent:
                    pass
                kept.append(key.result())
    pipe.send((won, kept))


def append_for_ever(pipe: Connection, url: str, table_ids: tuple[str, ...]) -> None:
    """Append to all tables and report each acknowledged entry, until this process is killed."""
    store = Store.open(url)
    lengths = {table_id: len(log_of(store, table_id)) for table_id in table_ids}
    while True:
        futures = {name: store.append(name, n, [f"{name} {n}"], at=1) for name, n in lengths.items()}
        for table_id, future in futures.items():
            lengths[table_id] = future.result().length
            pipe.send((table_id, lengths[table_id] - 1))


def fill_the_disk(pipe: Connection, url: str, table_id: str) -> None:
    """Append until the disk is full, as far as this process can tell, and continue when there is space
    again."""
    store = Store.open(url)
    kept = 0
    failures: list[tuple[str, str, object]] = []
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, most))
    while len(failures) < 3:
        try:
            kept = store.append(table_id, kept, ["x" * 20_000], at=1).result().length
        except StoreError as error:
            failures.append((type(error).__name__, error.code, error.facts["reason"]))
            kept = len(log_of(store, table_id))
    pipe.send((kept, failures))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    pipe.send(store.append(table_id, kept, ["room again"], at=1).result().length)
    store.close()


def open_and_close(pipe: Connection, url: str) -> None:
    """Open a database at the same moment as others do."""
    pipe.send("ready")
    pipe.recv()
    try:
        with Store.open(url) as store:
            pipe.send(repr(store.unfinished_tables()))
    except StoreError as error:
        pipe.send(f"{error.code} {error.facts}")
