"""The example bot: two of them play a whole game, though the server dies in the middle of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from closecall import load, verify
from server.serving import PATIENCE_S, Running, Somebody, running_server
from support.source import ROOT

EXAMPLE = ROOT / "examples" / "network_bot.py"
MIDDLE = 20
"""So long is the log when the server dies; no game is over by then."""


@contextmanager
def bot(running: Running, token: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """The example as a process, ended in any case; its token is in the environment."""
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


def await_entries(ann: Somebody, table_id: str) -> None:
    """Look on until the game has well begun."""
    with ann.socket(table_id) as socket:
        while (frame := socket.until("seen"))["n"] < MIDDLE:
            pass
        assert frame["seen"]["over"] is None


def die_unheard(running: Running, *bots: "subprocess.Popen[str]") -> None:
    """Kill the server when it has answered everything, but for choices that it will never hear."""
    for process in bots:
        process.send_signal(signal.SIGSTOP)
    time.sleep(0.15)
    running.process.send_signal(signal.SIGSTOP)
    for process in bots:
        process.send_signal(signal.SIGCONT)
    time.sleep(0.15)
    running.stop(signal.SIGKILL)


def test_two_bots_and_a_server_that_dies(tmp_path: Path) -> None:
    """They come back, send again what nobody answered, and play to the end; and the dice were fair."""
    with running_server(tmp_path) as first:
        ann = first.person("Ann")
        made = ann.did("/tables", game="qwixx", seats=[{"kind": "open"}] * 2)
        table_id, code, link = made["table"]["id"], made["table"]["code"], made["link"]
        tokens = [ann.did("/me/bots", name=name)["token"] for name in ("Robby", "Marvin")]
        cookies, port = dict(ann.browser.cookies), first.url.rpartition(":")[2]
        with (
            bot(first, tokens[0], "--code", code, "--words", "beep") as robby,
            bot(first, tokens[1], "--invite", link, "--bot", "random") as marvin,
        ):
            await_entries(ann, table_id)
            die_unheard(first, robby, marvin)
            with running_server(tmp_path, None, f"--port={port}") as second:
                told = [process.communicate(timeout=PATIENCE_S) for process in (robby, marvin)]
                assert [robby.returncode, marvin.returncode] == [0, 0], told
                again = second.client()
                again.cookies.update(cookies)
                check_the_end(Somebody(second, again), table_id, told)
                check_refusals(second, tokens[0])


def check_the_end(ann: Somebody, table_id: str, told: list[tuple[str, str]]) -> None:
    """The game is over, both bots know how it ended, and each had lost its connection."""
    assert ann.saw(f"/tables/{table_id}")["status"] == "over"
    record, match = load(ann.get(f"/tables/{table_id}/record").content)
    assert "beep" in record.words
    assert {player.name for player in record.players} == {"Robby", "Marvin"}
    assert verify(match.rules, record) > 1
    over = match.seen_by(None).over
    assert over is not None
    results = [out.partition(":") for out, _ in told]
    assert [scores.strip() for _, _, scores in results] == [str(list(over.scores))] * 2
    assert [won for won, _, _ in results].count("won") == len(over.winners)
    assert all(errors.count("at the table") >= 2 and "connection lost" in errors for _, errors in told)


def check_refusals(running: Running, token: str) -> None:
    """Whoever is refused ends, with the server's own sentence."""
    with (
        bot(running, token, "--code", "ABCDEF") as wrong,
        bot(running, "x" * len(token), "--code", "ABCDEF") as unknown,
        bot(running, "", "--code", "ABCDEF") as nameless,
    ):
        assert "not valid" in wrong.communicate(timeout=PATIENCE_S)[1]
        assert "You need a name first." in unknown.communicate(timeout=PATIENCE_S)[1]
        assert "a token is needed" in nameless.communicate(timeout=PATIENCE_S)[1]
        assert [wrong.returncode, unknown.returncode, nameless.returncode] == [1, 1, 2]
