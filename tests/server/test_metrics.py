"""The figures for Prometheus."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from closecall import __version__
from closecall.server.metrics import Metrics
from closecall.store import WriterStatistics
from server.room_fixtures import AsgiSocket, role_server
from server.server_process import BrowserUser, running_server


def figures(text: str) -> dict[str, float]:
    """Every figure by its name and labels, as Prometheus would read it."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


def test_events_are_counted() -> None:
    """Each event has its figure."""
    metrics = Metrics(started=1_500)
    metrics.requested("GET", "/health", 200, 0.003)
    metrics.requested("BREW", "/health", 405, 0.003)
    metrics.socket_opened()
    metrics.socket_opened()
    metrics.socket_opened()
    metrics.socket_closed()
    metrics.room_loaded()
    metrics.room_loaded()
    metrics.room_dropped()
    metrics.tasks_counted(9)
    metrics.tasks_counted(7)
    metrics.frame_sent()
    metrics.frame_sent()
    metrics.frame_refused("too_long")
    metrics.committed("mark", 3)
    metrics.refused("stale")
    metrics.appended(0.002)
    metrics.published(0.04)
    metrics.bot_thought("greedy", 0.2)
    found = figures(metrics.text().decode())
    wanted = {
        "closecall_start_time_seconds{}": 1.5,
        "closecall_requests_total{method=GET,route=/health,status=200}": 1,
        "closecall_requests_total{method=other,route=/health,status=405}": 1,
        "closecall_request_seconds_count{route=/health}": 2,
        "closecall_sockets{}": 2,
        "closecall_rooms{}": 1,
        "closecall_tasks{}": 7,
        "closecall_frames_sent_total{}": 2,
        "closecall_frames_refused_total{reason=too_long}": 1,
        "closecall_commits_total{game=mark}": 3,
        "closecall_refusals_total{code=stale}": 1,
        "closecall_append_seconds_sum{}": 0.002,
        "closecall_published_seconds_bucket{le=0.025}": 0,
        "closecall_published_seconds_bucket{le=0.05}": 1,
        "closecall_thinking_seconds_count{bot=greedy}": 1,
    }
    assert {name: found.get(name) for name in wanted} == wanted
    assert any(name.startswith("closecall_build_info{") and __version__ in name for name in found)


def test_frames_and_choices_of_a_real_game_are_counted(tmp_path: Path) -> None:
    """Every frame that is sent counts; only stored choices have a publishing time."""
    with running_server(tmp_path, None, "--metrics") as running:
        ann, ben = running.person("Ann"), running.person("Ben")
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = ann.create_table(game="qwixx", seats=seats, public=True)["table"]
        ben.post_ok(f"/tables/{table['id']}/sit")
        stranger = BrowserUser(running, running.client())
        with ExitStack() as open_sockets:
            sockets = [open_sockets.enter_context(who.socket(table["id"])) for who in (ann, ben, stranger)]
            here = sockets[0]
            seen = here.await_frame("seen")
            at = {"point": seen["seen"]["point"], "nth": seen["nth"]}
            here.send("commit", **at, move="no move")
            assert here.await_frame("refused")["code"] == "qwixx_notation"
            here.send("why", point=at["point"], move=seen["seen"]["menu"][0])
            here.await_frame("ack")
            here.send("commit", **at, move=seen["seen"]["menu"][0])
            here.await_frame("ack")
            here.send("take_back", point=at["point"], nth=at["nth"] + 1)
            here.await_frame("ack")
            for socket in sockets:
                socket.send("ping")
                socket.await_frame("pong")
            found = figures(running.client().get("/metrics").text)
            assert found["closecall_published_seconds_count{}"] == 2
            assert found["closecall_tasks{}"] > len(sockets)  # Each socket has one.
            assert found["closecall_frames_sent_total{}"] == sum(len(socket.frames) for socket in sockets)


def test_the_store_is_asked_each_time() -> None:
    """Its queue is as long as it is now."""
    metrics = Metrics(started=0)
    now = WriterStatistics(commits=1, written=2, refused=3, failed=4, waiting=5)
    metrics.watch_store(lambda: now)
    assert figures(metrics.text().decode())["closecall_store_waiting{}"] == 5
    assert figures(metrics.text().decode())["closecall_store_failing{}"] == 0
    now = WriterStatistics(commits=10, written=20, refused=30, failed=40, waiting=0, failing="disk full")
    found = figures(metrics.text().decode())
    names = ("commits", "written", "refused", "failed")
    assert [found[f"closecall_store_{name}_total{{}}"] for name in names] == [10, 20, 30, 40]
    assert found["closecall_store_waiting{}"] == 0
    assert found["closecall_store_failing{}"] == 1


def test_two_servers_do_not_share_figures() -> None:
    """No global registry: two may live in one process, as in tests."""
    one, other = Metrics(started=0), Metrics(started=0)
    one.frame_sent()
    assert figures(other.text().decode())["closecall_frames_sent_total{}"] == 0


@pytest.mark.anyio
@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
async def test_sockets_are_counted_while_they_are_open(tmp_path: Path) -> None:
    """Those that were refused never were."""
    async with role_server(tmp_path) as found:

        def count() -> float:
            return figures(found.server.metrics.text().decode())["closecall_sockets{}"]

        table, _ = await found.table("playing", "player", is_public=False)
        async with AsgiSocket(found, "player", table.id).opened() as status:
            assert (status, count()) == (101, 1)
            async with AsgiSocket(found, "stranger", table.id).opened() as refused:
                assert refused != 101
                assert count() == 1
        assert count() == 0
