"""External programs in simulations and at tables: the same results everywhere, and none left behind."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from closecall.sim import simulate
from closecall.sim.result_arrays import LOST_MOVES
from support.processes import end_within, needs_proc
from terminal.pseudo import LISTENING, TIMEOUT_S, command, environment, run

STAYS = """
import json, os, signal, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
with open({alive!r}, "a") as alive:
    print(os.getpid(), child.pid, file=alive)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    print(json.dumps({{"move": json.loads(line)["seen"]["menu"][0]}}), flush=True)
    time.sleep({pause})
time.sleep(600)
"""
"""It plays, but neither it nor its child ends when its input is closed."""
FLAKY = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if question["seed"] % 7 == 1: sys.exit()
    print(json.dumps({"move": question["seen"]["menu"][0]}), flush=True)
"""


def bot(folder: Path, name: str, code: str) -> str:
    """The seat of a program with this code."""
    (folder / name).write_text(code)
    return f"bot:{shlex.quote(sys.executable)} {shlex.quote(str(folder / name))}"


def staying(folder: Path, pause: float = 0.0) -> str:
    """A program that does not end by itself."""
    return bot(folder, "stays.py", STAYS.format(alive=str(folder / "alive"), pause=pause))


def are_gone(folder: Path) -> bool:
    """Whether all programs and their children end soon."""
    pids = [int(pid) for pid in (folder / "alive").read_text().split()]
    return len(pids) > 0 and end_within(pids, TIMEOUT_S)


@needs_proc
@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_is_left_after_a_simulation(home: Path, tmp_path: Path, workers: str) -> None:
    """With one worker or two."""
    words = ("simulate", "qwixx", "--bots", f"greedy,{staying(tmp_path)}", "--games", "6", "--seed", "1")
    done = run(home, *words, "--workers", workers)
    assert (done.returncode, done.stderr) == (0, "")
    assert are_gone(tmp_path)


@needs_proc
@pytest.mark.parametrize(
    ("words", "signals", "code"),
    [
        (("play", "qwixx", "--plain", "--seats"), [signal.SIGINT], 130),
        (("play", "qwixx", "--plain", "--seats"), [signal.SIGINT, signal.SIGINT], 130),
        (("play", "qwixx", "--plain", "--seats"), [signal.SIGTERM], 143),
        (("simulate", "qwixx", "--games", "99999", "--workers", "2", "--bots"), [signal.SIGINT], 130),
        (("simulate", "qwixx", "--games", "99999", "--workers", "2", "--bots"), [signal.SIGTERM], 143),
    ],
    ids=["stopped", "stopped twice", "ended", "stopped workers", "ended workers"],
)
def test_nothing_is_left_after_an_interruption(
    home: Path, tmp_path: Path, words: tuple[str, ...], signals: list[signal.Signals], code: int
) -> None:
    """Whatever the signal, a program that does not end by itself is killed, without a traceback."""
    with subprocess.Popen(
        command(*words, f"greedy,{staying(tmp_path, pause=0.05)}", code=LISTENING),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home, CLOSECALL_BOT_PAUSE="0"),
    ) as running:
        until, wanted = time.monotonic() + TIMEOUT_S, 2 if words[0] == "simulate" else 1
        # A simulation starts each program once more before, to check it.
        while len(_lines(tmp_path / "alive")) < (wanted + 1 if wanted == 2 else 1):
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(0.3)
        for number in signals:
            running.send_signal(number)
            time.sleep(0.3)
        _, said = running.communicate(timeout=TIMEOUT_S)
    assert running.returncode == code
    assert "Traceback" not in said
    assert are_gone(tmp_path)


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def test_lost_moves_are_the_same_everywhere(tmp_path: Path, home: Path) -> None:
    """An unreliable program loses the same moves in one process and in two, and they are counted."""
    bots = ("greedy", bot(tmp_path, "flaky.py", FLAKY))
    alone = simulate("qwixx", bots, 6, seed=1)
    together = simulate("qwixx", bots, 6, seed=1, workers=2)
    assert together.tally == alone.tally
    assert alone.seats[0].counts[LOST_MOVES].mean == 0
    mean = alone.seats[1].counts[LOST_MOVES].mean
    assert mean is not None
    assert mean > 1


def test_a_program_that_cannot_play_is_reported_first(home: Path, tmp_path: Path) -> None:
    """No game is played in its name; the sentence is in the reader's language."""
    words = ("simulate", "qwixx", "--bots", "greedy,bot:python3 nowhere.py", "--games", "3", "--json")
    for language, told in (("en", "made no first move"), ("de", "keinen ersten Zug"), ("fr", "premier coup")):
        done = run(home, *words, "--lang", language)
        assert (done.returncode, done.stdout) == (1, "")
        assert told in done.stderr
        assert "Traceback" not in done.stderr


def test_lost_moves_are_reported_in_the_readers_language(home: Path, tmp_path: Path) -> None:
    """By workers too, and the report has a line for them."""
    flaky = bot(tmp_path, "flaky.py", FLAKY)
    words = ("simulate", "qwixx", "--bots", f"greedy,{flaky}", "--games", "2", "--seed", "1")
    done = run(home, *words, "--workers", "2", "--lang", "de")
    assert "Ein anderer Bot wählt für ihn." in done.stderr
    assert "verlorene Züge" in done.stdout


def test_a_file_starts_no_program_unasked(home: Path, tmp_path: Path) -> None:
    """The command in a saved game may be anybody's, so resuming shows it and asks."""
    file, mark = tmp_path / "game.json", tmp_path / "started"
    code = f"open({str(mark)!r}, 'w').close()\n{FLAKY.replace('if question', 'if 0 and question')}"
    words = ("play", "qwixx", "--plain", "--seats", "you,greedy", "--save", str(file))
    run(home, *words, typed="-\n\n")
    record = json.loads(file.read_text())
    record["players"][1]["bot"] = bot(tmp_path, "theirs.py", code)
    file.write_text(json.dumps(record))
    for typed in ("", "\n", "no\n"):
        refused = run(home, "resume", str(file), "--plain", typed=typed)
        assert refused.returncode == 1
        assert "theirs.py" in refused.stdout
        assert "The program was not started" in refused.stderr
        assert not mark.exists()
    run(home, "resume", str(file), "--plain", typed="y\n-\n\n-\n\n")
    assert mark.exists()
