"""Two writers at the same place: one wins, the other is told, and nothing is written twice or mixed."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import replace
from multiprocessing.context import ForkServerContext
from threading import Barrier
from typing import Any

import pytest

from closecall.store import LostRace, SecretKind, Spent, Store
from store import writer_processes
from store.store_helpers import (
    another_writes,
    entries,
    key_of,
    secret,
    set_up,
    start,
    table,
    table_of,
    wait_until,
)

TABLES = ("t1", "t2", "t3", "t4", "t5", "t6")


@pytest.fixture
def two(url: str) -> Iterator[tuple[Store, Store]]:
    """Two stores on one database; if they wait for each other in a circle, it is soon untied."""
    given = url if url.startswith("sqlite") else f"{url}%20-cdeadlock_timeout%3D20ms"
    with Store.open(given) as one, Store.open(given) as other:
        yield one, other


def test_two_stores_see_each_others_writes(two: tuple[Store, Store]) -> None:
    """At once, and the slower one loses."""
    one, other = two
    set_up(one, "t1")
    one.append("t1", 0, ["one"], at=1).result()
    assert entries(other) == ["one"]
    with pytest.raises(LostRace):
        other.append("t1", 0, ["other", "more"], at=1).result()
    other.append("t1", 1, ["other", "more"], at=1).result()
    assert entries(one) == entries(other) == ["one", "other", "more"]


def test_two_stores_and_many_threads(two: tuple[Store, Store]) -> None:
    """Eight rooms write the same five rounds to the same tables: each place has one winner."""
    set_up(two[0], *TABLES)
    together = Barrier(8)

    def play(player: int) -> list[tuple[str, int, int]]:
        store, won = two[player % 2], []
        for n in range(5):
            together.wait(20)
            tries = [(name, store.append(name, 2 * n, [f"{player}", f"{player}"], at=1)) for name in TABLES]
            for name, future in tries:
                try:
                    assert future.result().length == 2 * n + 2
                    won.append((name, n, player))
                except LostRace:
                    pass
        return won

    with ThreadPoolExecutor(8) as pool:
        won = {(name, n): player for wins in pool.map(play, range(8)) for name, n, player in wins}
    assert set(won) == {(name, n) for name in TABLES for n in range(5)}
    for name in TABLES:
        assert entries(two[1], name) == [str(won[name, n]) for n in range(5) for _ in range(2)]
    counts = [store.statistics() for store in two]
    assert sum(count.refused for count in counts) == 7 * 5 * len(TABLES)


def test_two_processes(url: str, processes: ForkServerContext) -> None:
    """Two processes write to the same tables: each won entry is stored exactly once, and nothing else."""
    with Store.open(url) as store, ExitStack() as ending:
        set_up(store, *TABLES)
        together = processes.Barrier(2)
        pipes = [
            start(processes, ending, writer_processes.hammer, together, url, name, TABLES)[1] for name in "AB"
        ]
        (won_by_a, lost_by_a), (won_by_b, lost_by_b) = (pipe.recv() for pipe in pipes)
        expected: dict[str, dict[int, str]] = {name: {} for name in TABLES}
        for name, won in (("A", won_by_a), ("B", won_by_b)):
            for table_id, n, length in won:
                for k in range(n, n + length):
                    assert k not in expected[table_id]
                    expected[table_id][k] = f"{name} {k}"
        for table_id in TABLES:
            written = dict(enumerate(entries(store, table_id)))
            assert written == expected[table_id]
            assert len(written) >= writer_processes.GOAL
        assert won_by_a
        assert won_by_b
        assert (lost_by_a, lost_by_b) == (len(won_by_b), len(won_by_a))


# Secrets and keys

HASHES = tuple(f"carry-{n:02}" for n in range(30))


def add_secrets(store: Store) -> None:
    """Ada with a secret for each hash."""
    set_up(store)
    for future in [store.add_secret(secret(hash=each, kind=SecretKind.CARRY)) for each in HASHES]:
        future.result()


def test_a_secret_is_used_once_by_many_threads(two: tuple[Store, Store]) -> None:
    """Eight who use the same secrets at once, some of them in one batch: each secret has one winner."""
    add_secrets(two[0])
    together = Barrier(8)

    def use(player: int) -> list[str]:
        won = []
        for k in range(0, len(HASHES), 5):
            together.wait(20)
            hashes = HASHES[k : k + 5] if player < 4 else reversed(HASHES[k : k + 5])
            store = two[player % 2]
            for each, future in [(each, store.use_secret(each, SecretKind.CARRY, 1)) for each in hashes]:
                try:
                    assert future.result() == "ada"
                    won.append(each)
                except Spent:
                    pass
        return won

    with ThreadPoolExecutor(8) as pool:
        won = [each for wins in pool.map(use, range(8)) for each in wins]
    assert sorted(won) == list(HASHES)
    assert [two[0].find_secret(each) for each in HASHES] == [None] * len(HASHES)
    assert sum(store.statistics().refused for store in two) == 7 * len(HASHES)


def test_secrets_and_keys_of_two_processes(url: str, processes: ForkServerContext) -> None:
    """Each secret is used by one of them; a key that was stored first wins."""
    with Store.open(url) as store, ExitStack() as ending:
        add_secrets(store)
        together = processes.Barrier(2)
        pipes = [
            start(processes, ending, writer_processes.use_and_keep, together, url, name, HASHES)[1]
            for name in "AB"
        ]
        (won_by_a, kept_by_a), (won_by_b, kept_by_b) = (pipe.recv() for pipe in pipes)
        assert sorted(won_by_a + won_by_b) == list(HASHES)
        assert won_by_a
        assert won_by_b
        assert kept_by_a == kept_by_b == [key_of(store, each) for each in HASHES]
        assert all(key in {f"A {each}", f"B {each}"} for key, each in zip(kept_by_a, HASHES, strict=True))
        assert {key[0] for key in kept_by_a} == {"A", "B"}


@pytest.mark.parametrize("and_commits", [True, False])
def test_a_secret_that_another_uses_at_this_moment(url: str, and_commits: bool) -> None:
    """We wait for the other transaction: it is theirs if they commit, otherwise ours."""
    with Store.open(url) as store:
        add_secrets(store)
        theirs = f"DELETE FROM secrets WHERE hash = '{HASHES[0]}'"
        with another_writes(url, theirs, and_commits=and_commits):
            future = store.use_secret(HASHES[0], SecretKind.CARRY, 1)
            wait_until(lambda: store.statistics().waiting == 0)
            time.sleep(0.02)
            assert not future.done()
        if and_commits:
            with pytest.raises(Spent):
                future.result(20)
        else:
            assert future.result(20) == "ada"


def test_a_session_that_another_adds_at_this_moment(url: str) -> None:
    """Signing out everywhere waits for the other transaction, and ends what that one has added too."""
    with Store.open(url) as store:
        set_up(store)
        theirs = "INSERT INTO secrets (hash, person_id, kind, created_at) VALUES ('new', 'ada', 'session', 2)"
        with another_writes(url, theirs, and_commits=True):
            future = store.end_access("ada")
            wait_until(lambda: store.statistics().waiting == 0)
            time.sleep(0.02)
            assert not future.done()
        assert future.result(20) == {"ada"}
        assert store.access_of("ada", 3) == ()


@pytest.mark.parametrize("and_commits", [True, False])
def test_a_key_that_another_keeps_at_this_moment(url: str, and_commits: bool) -> None:
    """We wait for the other transaction: theirs is stored if they commit, otherwise ours."""
    with Store.open(url) as store:
        with another_writes(url, "INSERT INTO keys VALUES ('cookie', 'theirs')", and_commits=and_commits):
            future = store.keep_key("cookie", "ours")
            wait_until(lambda: store.statistics().waiting == 0)
            time.sleep(0.02)
            assert not future.done()
            assert key_of(store, "cookie") is None
        kept = "theirs" if and_commits else "ours"
        assert future.result(20) == key_of(store, "cookie") == kept


# One store


def test_one_store_writes_in_the_order_of_its_calls(store: Store) -> None:
    """Also in one batch: a table, its entries and its change can follow each other without waiting."""
    set_up(store)
    futures: list[Future[Any]] = [
        store.create_table(table("t1"), ""),
        store.append("t1", 0, ["a"], at=1),
        store.append("t1", 1, ["b", "c"], at=1),
        store.append("t1", 3, ["d"], at=1),
        store.save_table(table("t1", seats="[1]")),
    ]
    wait(futures)
    assert entries(store) == ["a", "b", "c", "d"]
    assert table_of(store, "t1") == replace(table("t1", seats="[1]"), version=1)
