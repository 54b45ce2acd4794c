"""Two who write at the same place: one wins, the other hears of it, and nothing is written twice or mixed."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import replace
from multiprocessing.context import ForkServerContext
from threading import Barrier
from typing import Any

import pytest

from closecall.store import LostRace, Store
from store import children
from store.kept import entries, set_up, start, table

TABLES = ("t1", "t2", "t3", "t4", "t5", "t6")


@pytest.fixture
def two(url: str) -> Iterator[tuple[Store, Store]]:
    """Two stores on one database."""
    with Store.open(url) as one, Store.open(url) as other:
        yield one, other


def test_each_store_sees_what_the_other_has_written(two: tuple[Store, Store]) -> None:
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
    """Two processes hammer the same tables: what each has won is there exactly once, and nothing else is."""
    with Store.open(url) as store, ExitStack() as ending:
        set_up(store, *TABLES)
        together = processes.Barrier(2)
        pipes = [start(processes, ending, children.hammer, together, url, name, TABLES)[1] for name in "AB"]
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
            assert len(written) >= children.GOAL
        assert won_by_a
        assert won_by_b
        assert (lost_by_a, lost_by_b) == (len(won_by_b), len(won_by_a))


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
    assert store.find_table("t1") == replace(table("t1", seats="[1]"), version=1)
