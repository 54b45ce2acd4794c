"""A full disk: players and the operator learn the reason, and with space again everything continues."""

import asyncio
import resource
from pathlib import Path

import pytest

from closecall.server.rooms import hub as hub_module
from closecall.store import NotKept, Store, engines
from server.room_fixtures import person, server_on, wait_until
from server.server_process import BrowserUser, RunningServer, TableConnection, problem, running_server
from store.store_helpers import key_of, locked_log

pytestmark = pytest.mark.anyio

FAILURES = ("store_in_doubt", "store_not_kept")


def fill(running: RunningServer, database: Path) -> None:
    """No file of the server may become larger than its database's log is now."""
    size = Path(f"{database}-wal").stat().st_size
    assert size > 10 * running.log.stat().st_size
    resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def empty(running: RunningServer) -> None:
    """There is room again."""
    infinity = resource.RLIM_INFINITY
    resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (infinity, infinity))


def health(running: RunningServer) -> tuple[int, str]:
    """The status and the reason."""
    answer = running.client().get("/health")
    return answer.status_code, answer.json()["status"]


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """Players learn that their choice could not be stored; the log and /health report it too."""
    with running_server(tmp_path, None, "--metrics") as running:
        ann, ben = running.person("Ann"), running.person("Ben")
        table = ann.create_table(game="qwixx", seats=[{"kind": "me"}, {"kind": "open"}], public=True)["table"]
        ben.post_ok(f"/tables/{table['id']}/sit")
        with ann.socket(table["id"]) as connection:
            seen = connection.await_frame("seen")
            assert health(running) == (200, "ok")
            fill(running, tmp_path / "tables.db")
            for _ in range(3):
                refused = answer_to(connection, seen)
                assert refused["code"] in FAILURES, refused
                assert "disk" in refused["sentence"]
            expect_refusal(ben, f"/tables/{table['id']}/leave")
            assert health(running) == (503, "not_kept")
            assert "\nclosecall_store_failing 1.0\n" in running.client().get("/metrics").text
            empty(running)
            assert answer_to(connection, seen)["t"] == "ack"
            assert health(running) == (200, "ok")
        events = [line.split()[2] for line in running.log_text().splitlines()]
        assert [event for event in events if event.startswith("store_")] == [
            "store_failing",
            "store_works_again",
        ]
        [line] = [line for line in running.log_text().splitlines() if "store_failing" in line]
        assert "disk" in line


def answer_to(connection: TableConnection, seen: dict[str, dict[str, list[str]]]) -> dict[str, str]:
    """The outcome of the first move on the menu."""
    connection.send("commit", point=seen["seen"]["point"], nth=seen["nth"], move=seen["seen"]["menu"][0])
    while True:
        frame: dict[str, str] = connection.next()
        if frame["t"] in ("ack", "refused"):
            return frame


def expect_refusal(user: BrowserUser, path: str) -> None:
    """The reason is the disk, not a lost race."""
    answer = user.post(path)
    status, code = problem(answer)
    assert status == 503
    assert code in FAILURES
    assert "disk" in answer.json()["sentence"]


async def test_a_store_that_has_failed_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nobody plays: monitoring may keep everybody out until the store works again."""
    settings = tuple(text.replace("= 10000", "= 50") for text in engines._SQLITE_SETTINGS)
    monkeypatch.setattr(engines, "_SQLITE_SETTINGS", settings)
    monkeypatch.setattr(hub_module, "SWEEP_S", 0.02)

    async with server_on(tmp_path) as server:
        with locked_log(f"sqlite:///{tmp_path}/tables.db"):
            with pytest.raises(NotKept):
                await person(server, "Ann")
            assert server.store.statistics().failing == "database is locked"
            await asyncio.sleep(0.2)
            assert server.store.statistics().failing == "database is locked"
        await wait_until(lambda: server.store.statistics().failing is None)
        assert key_of(server.store, "try-out") is None


def test_nothing_to_write_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleting nothing works on any disk."""
    settings = tuple(text.replace("= 10000", "= 50") for text in engines._SQLITE_SETTINGS)
    monkeypatch.setattr(engines, "_SQLITE_SETTINGS", settings)
    with Store.open(tmp_path / "tables.db") as store:
        with locked_log(f"sqlite:///{tmp_path}/tables.db"), pytest.raises(NotKept):
            store.try_out().result()
        assert store.forget_expired(1).result() == 0
        assert store.statistics().failing == "database is locked"
        store.try_out().result()
        assert store.statistics().failing is None
