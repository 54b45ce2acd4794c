"""A consistent copy, while others go on writing."""

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from closecall.store import Store, StoreError
from store.store_helpers import entries, set_up, sqlite_path, wait_until


def test_a_backup_while_somebody_writes(sqlite_database: str, tmp_path: Path) -> None:
    """Two tables that grow together do so in the copy too, which holds all that came before it."""
    filling = ["x" * 2000] * 20
    with Store.open(sqlite_database) as store:
        set_up(store, "t1", "t2")
        stop = threading.Event()
        lengths: list[int] = []

        def write() -> None:
            n = 0
            while not stop.is_set():
                # The first is as long as the second, or one step ahead of it.
                store.append("t1", n, filling, at=1).result()
                n = store.append("t2", n, filling, at=1).result().length
                lengths.append(n)

        writing = threading.Thread(target=write)
        writing.start()
        wait_until(lambda: len(lengths) >= 3)
        copies = []
        for n in range(3):
            before, path = lengths[-1], tmp_path / f"copy {n}.db"
            store.backup(path)
            copies.append((before, path))
        stop.set()
        writing.join()
    for before, path in copies:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with closing(sqlite3.connect(path)) as lite:
            assert lite.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with Store.open(f"sqlite:///{path}") as copy:
            one, two = len(entries(copy, "t1")), len(entries(copy, "t2"))
            assert one - two in (0, len(filling))
            assert two >= before
    expected = {"closecall.db", *(path.name for _, path in copies)}
    assert {file.name for file in tmp_path.iterdir()} == expected


def test_a_backup_never_replaces_a_file(sqlite_database: str, tmp_path: Path) -> None:
    """Not even the database itself."""
    path = tmp_path / "precious"
    path.write_text("precious", "utf-8")
    with Store.open(sqlite_database) as store:
        set_up(store, "t1")
        for taken in (path, sqlite_path(sqlite_database)):
            with pytest.raises(StoreError) as refused:
                store.backup(taken)
            assert str(refused.value) == f"The file {taken} already exists; a backup never overwrites a file."
        assert path.read_text("utf-8") == "precious"
        assert entries(store) == []
    assert {file.name for file in tmp_path.iterdir()} == {"precious", "closecall.db"}


def test_a_backup_to_nowhere(sqlite_database: str, tmp_path: Path) -> None:
    """The sentence says why."""
    with Store.open(sqlite_database) as store, pytest.raises(StoreError) as refused:
        store.backup(tmp_path / "no folder" / "copy.db")
    assert str(refused.value) == "The backup could not be made: No such file or directory."


def test_a_server_has_its_own_tool(postgres_database: str, tmp_path: Path) -> None:
    """The sentence names it."""
    with Store.open(postgres_database) as store, pytest.raises(StoreError) as refused:
        store.backup(tmp_path / "copy.db")
    assert "pg_dump" in str(refused.value)
    assert list(tmp_path.iterdir()) == []
