"""Group commit: queued writes go to disk together, a refused write fails alone, and no promise is early."""

import sqlite3
import threading
from concurrent.futures import CancelledError, Future
from contextlib import closing
from typing import Any

import psycopg
import pytest

from closecall.store import Also, LostRace, RatingRow, SecretKind, Store, StoreError, Taken, writer
from store.store_helpers import (
    SEED,
    add,
    entries,
    execute,
    held_back,
    person,
    secret,
    set_up,
    sqlite_path,
    table,
)

MANY = [f"t{n:03}" for n in range(200)]


def test_many_appends_are_one_commit(url: str) -> None:
    """One commit for the first, and one for the two hundred that arrive meanwhile."""
    with Store.open(url) as store:
        set_up(store, "first", *MANY)
        before = store.statistics()
        with held_back(store, url):
            futures = [store.append(name, 0, [name, "more"], at=1) for name in MANY]
            assert store.statistics().waiting == 200
            assert not any(future.done() for future in futures)
        assert [future.result().length for future in futures] == [2] * 200
        after = store.statistics()
        assert (after.commits - before.commits, after.written - before.written) == (2, 201)
        assert all(entries(store, name) == [name, "more"] for name in MANY)


def test_a_batch_is_not_endless(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long queue becomes several commits."""
    monkeypatch.setattr(writer, "MOST_AT_ONCE", 30)
    with Store.open(url) as store:
        set_up(store, "first", *MANY)
        before = store.statistics().commits
        with held_back(store, url):
            futures = [store.append(name, 0, [name], at=1) for name in MANY]
        for future in futures:
            future.result()
        assert store.statistics().commits - before == 1 + 7
        assert all(entries(store, name) == [name] for name in MANY)


def test_refusals_are_alone(url: str) -> None:
    """A batch with many refusals is still one commit, and everything else is written."""
    with Store.open(url) as store:
        set_up(store, "first", "t1", *MANY)
        before = store.statistics()
        refused: list[tuple[Future[Any], str]] = []

        def refuse(future: Future[Any], code: str) -> None:
            refused.append((future, code))

        with held_back(store, url):
            good = [store.append(name, 0, [name], at=1) for name in MANY[:100]]
            refuse(store.append("t1", 1, ["gap"], at=1), "store_lost_race")
            won = store.append("t1", 0, ["won"], at=1)
            refuse(store.append("t1", 0, ["lost", "lost"], at=1), "store_lost_race")
            refuse(store.append("nothing", 0, ["x"], at=1), "store_missing")
            refuse(store.create_table(table("t1"), SEED), "store_taken")
            refuse(add(store, person()), "store_taken")
            refuse(store.save_table(table("t1", version=4)), "store_stale_table")
            stale = Also(ratings=(RatingRow("ada", "mark", 1.0, 1.0, 9),))
            refuse(store.append(MANY[150], 0, ["x"], at=1, also=stale), "store_stale_ratings")
            refuse(store.rename_person("bob", "Bob", "en"), "store_missing")
            refuse(store.add_secret(secret()), "store_taken")
            refuse(store.add_secret(secret("bob")), "store_missing")
            used = store.use_secret("secret-ada", SecretKind.SESSION, 1)
            refuse(store.use_secret("secret-ada", SecretKind.SESSION, 1), "store_spent")
            keys = [store.keep_key("cookie", value) for value in ("first", "second")]
            good += [store.append(name, 0, [name], at=1) for name in MANY[100:150]]
        for future in (*good, won):
            assert future.result().length == 1
        assert used.result() == "ada"
        assert [future.result() for future in keys] == ["first", "first"]
        for refusal, code in refused:
            with pytest.raises(StoreError) as error:
                refusal.result()
            assert error.value.code == code
        after = store.statistics()
        assert (after.commits - before.commits, after.written - before.written) == (2, 155)
        assert (after.refused, after.failed) == (len(refused), 0)
        assert all(entries(store, name) == [name] for name in MANY[:150])
        assert entries(store) == ["won"]
        assert entries(store, MANY[150]) == []


def test_only_refusals_are_no_commit(store: Store) -> None:
    """Where nothing is written, the disk is not waited for."""
    set_up(store, "t1")
    before = store.statistics().commits
    with pytest.raises(LostRace):
        store.append("t1", 1, ["x"], at=1).result()
    with pytest.raises(Taken):
        store.create_table(table("t1"), SEED).result()
    assert store.statistics().commits == before


def count_past_the_store(url: str) -> int:
    """The number of entries that others see now."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(sqlite_path(url))) as lite:
            return int(lite.execute("SELECT count(*) FROM log").fetchone()[0])
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT count(*) FROM log").fetchone()
        assert row is not None
        return int(row[0])


def test_no_promise_before_the_commit(url: str) -> None:
    """At the moment a future is completed, everybody else can see what was written."""
    with Store.open(url) as store:
        set_up(store, "t1", "t2")
        seen: list[int] = []
        for n in range(10):
            futures = [store.append(name, n, ["x"], at=1) for name in ("t1", "t2")]
            futures[0].add_done_callback(lambda _: seen.append(count_past_the_store(url)))
            for future in futures:
                future.result()
        store.close()
        # The callback of the first may run before the second append, if that is in a later batch.
        assert len(seen) == 10
        assert all(2 * n + 1 <= count <= 2 * n + 2 for n, count in enumerate(seen))


def test_a_cancelled_write_is_not_written(url: str) -> None:
    """A queued write can be cancelled, without affecting the others."""
    with Store.open(url) as store:
        set_up(store, "first", "t1", "t2")
        with held_back(store, url):
            cancelled, kept = store.append("t1", 0, ["x"], at=1), store.append("t2", 0, ["y"], at=1)
            assert cancelled.cancel()
        assert kept.result(20).length == 1
        assert not kept.cancel()
        with pytest.raises(CancelledError):
            cancelled.result()
        assert (entries(store, "t1"), entries(store, "t2")) == ([], ["y"])


def test_close_completes_queued_writes(url: str) -> None:
    """Everything that was accepted is written; everything after it is refused."""
    store = Store.open(url)
    set_up(store, "first", *MANY)
    with held_back(store, url):
        futures = [store.append(name, 0, [name], at=1) for name in MANY]
        closing_thread = threading.Thread(target=store.close)
        closing_thread.start()
        closing_thread.join(0.05)
        assert closing_thread.is_alive()
    closing_thread.join(20)
    assert [future.result(0).length for future in futures] == [1] * 200
    assert execute(url, "SELECT count(*) FROM log") == [(201,)]
    for refused in (
        lambda: store.append("t000", 1, ["x"], at=1),
        lambda: store.load_table("t000"),
        lambda: store.backup(sqlite_path("sqlite:///nowhere")),
    ):
        with pytest.raises(StoreError) as error:
            refused()
        assert error.value.code == "store_closed"
        assert "closed" in str(error.value)
    store.close()


def test_a_store_that_is_never_used(url: str) -> None:
    """It opens and closes, and its thread ends."""
    before = threading.active_count()
    with Store.open(url) as store:
        assert threading.active_count() == before + 1
        assert store.statistics().commits == 0
    assert threading.active_count() == before
