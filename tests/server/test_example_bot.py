"""The example bot: two of them play a whole game, although the server dies in the middle."""

import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from closecall import load, verify
from server.server_process import TIMEOUT_S, BrowserUser, RunningServer, TableConnection, running_server
from support.source import ROOT

EXAMPLE = ROOT / "examples" / "network_bot.py"
MIDDLE = 20
"""So long is the log when the server dies; no game is over by then."""


@contextmanager
def bot(running: RunningServer, token: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """The example as a process, stopped afterwards; its token is in the environment."""
    environ = {**os.environ, "CLOSECALL_BOT_TOKEN": token}
    process = subprocess.Popen(
        [sys.executable, str(EXAMPLE), "--url", running.url, *words],
        env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def port_for_both() -> int:
    """A free port that the system does not hand out: it is below the ephemeral range."""
    first = 10_000 + os.getpid() % 10_000
    for port in range(first, first + 1000):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError


def play_on(connection: TableConnection, n: int) -> None:
    """Ann passes until the log has this length and all wait for her, so that it does not grow further."""
    waiting: list[int] = []
    asked: Any = None
    while True:
        frame = connection.next()
        if frame["t"] == "seen":
            asked, waiting = frame, frame["seen"]["waiting"]
            assert frame["seen"]["over"] is None
        elif frame["t"] == "waiting":
            waiting = frame["waiting"]
        if asked is not None and asked["seen"]["menu"] is not None and waiting == [0]:
            if frame["n"] >= n:
                return
            choose(connection, asked)
            asked = None


def choose(connection: TableConnection, asked: Any) -> None:
    """Ann passes."""
    connection.send("commit", point=asked["seen"]["point"], nth=asked["nth"], move="pass")


def die_unheard(running: RunningServer, connection: TableConnection, *bots: "subprocess.Popen[str]") -> None:
    """Kill the server when it has answered everything except choices that it will never get."""
    asked = next(frame for frame in reversed(connection.frames) if frame["t"] == "seen")
    for process in bots:
        process.send_signal(signal.SIGSTOP)
    time.sleep(0.15)
    choose(connection, asked)  # Now the bots have to choose, and have not been told yet.
    while connection.await_frame("seen")["seen"]["point"] == asked["seen"]["point"]:
        pass
    running.process.send_signal(signal.SIGSTOP)
    for process in bots:
        process.send_signal(signal.SIGCONT)
    time.sleep(0.15)
    running.stop(signal.SIGKILL)


def test_two_bots_and_a_server_that_dies(tmp_path: Path) -> None:
    """They reconnect, send unanswered choices again, and play to the end; and the dice were fair."""
    port = f"--port={port_for_both()}"
    with running_server(tmp_path, None, port) as first:
        ann = first.person("Ann")
        made = ann.create_table(game="qwixx", seats=[{"kind": "me"}, *[{"kind": "open"}] * 2])
        table_id, code, link = made["table"]["id"], made["table"]["code"], made["link"]
        tokens = [ann.post_ok("/me/bots", name=name)["token"] for name in ("Robby", "Marvin")]
        cookies = dict(ann.browser.cookies)
        with (
            bot(first, tokens[0], "--code", code, "--words", "beep") as robby,
            bot(first, tokens[1], "--invite", link, "--bot", "random") as marvin,
        ):
            with ann.socket(table_id) as connection:
                play_on(connection, MIDDLE)
                die_unheard(first, connection, robby, marvin)
            with running_server(tmp_path, None, port) as second:
                again = second.client()
                again.cookies.update(cookies)
                ann = BrowserUser(second, again)
                with ann.socket(table_id) as connection:
                    connection.play_to_end()
                told = [process.communicate(timeout=TIMEOUT_S) for process in (robby, marvin)]
                assert [robby.returncode, marvin.returncode] == [0, 0], told
                check_the_end(ann, table_id, told)
                check_refusals(second, tokens[0])


def test_a_bot_is_ready_at_the_seat_that_it_has(tmp_path: Path) -> None:
    """As after a rematch, where nobody is ready yet; it adds its words there too."""
    with running_server(tmp_path) as running:
        ann = running.person("Ann")
        table = ann.create_table(
            game="mark", seats=[{"kind": "me"}, {"kind": "open"}], start="host", public=True
        )
        table_id, token = table["table"]["id"], ann.post_ok("/me/bots", name="Robby")["token"]
        robby = BrowserUser(running, running.client(Authorization=f"Bearer {token}"))
        robby.post_ok(f"/tables/{table_id}/sit")
        robby.post_ok(f"/tables/{table_id}/ready", ready=False)
        example = runpy.run_path(str(EXAMPLE), run_name="network_bot")
        arguments = example["parse_arguments"](["--token", token, "--table", table_id, "--words", "beep"])
        after = example["sit_down"](example["Server"](running.url, token), arguments)
    assert (after["seats"][1]["ready"], after["words"]) == (True, ["", "beep"])


def check_the_end(ann: BrowserUser, table_id: str, told: list[tuple[str, str]]) -> None:
    """The game is over, both bots know the result, and each had lost its connection."""
    assert ann.get_ok(f"/tables/{table_id}")["status"] == "over"
    record, match = load(ann.get(f"/tables/{table_id}/record").content)
    assert "beep" in record.words
    assert all(record.words[1:]), "a bot adds random words by default"
    assert record.players[0].name == "Ann"
    assert {player.name for player in record.players} == {"Ann", "Robby", "Marvin"}
    assert verify(match.rules, record) > 1
    over = match.seen_by(None).over
    assert over is not None
    results = [out.partition(":") for out, _ in told]
    assert [scores.strip() for _, _, scores in results] == [str(list(over.scores))] * 2
    assert [won for won, _, _ in results].count("won") == sum(seat != 0 for seat in over.winners)
    assert all(errors.count("at the table") >= 2 and "connection lost" in errors for _, errors in told)


def check_refusals(running: RunningServer, token: str) -> None:
    """A refused bot ends with the server's sentence."""
    with (
        bot(running, token, "--code", "ABCDEF") as wrong,
        bot(running, "x" * len(token), "--code", "ABCDEF") as unknown,
        bot(running, "", "--code", "ABCDEF") as nameless,
    ):
        assert "not valid" in wrong.communicate(timeout=TIMEOUT_S)[1]
        assert "You need a name first." in unknown.communicate(timeout=TIMEOUT_S)[1]
        assert "a token is needed" in nameless.communicate(timeout=TIMEOUT_S)[1]
        assert [wrong.returncode, unknown.returncode, nameless.returncode] == [1, 1, 2]
