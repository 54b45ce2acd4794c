"""Workers: neither their number nor their death changes a result, and none is left behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from closecall.cli.main import main
from closecall.sim import cluster, simulate
from closecall.sim import run as sim_run
from closecall.sim.league import league_of
from closecall.sim.plan import plan_of
from closecall.sim.workers import WorkersFailed
from support.processes import children, command_of, descendants, end_within, needs_proc, open_files
from terminal.pseudo import LISTENING, TIMEOUT_S, command, environment
from terminal.shown import Shown

TWO = ("random", "random")


def workers_of(parent: int) -> list[int]:
    """The workers that a process has started."""
    return [pid for pid in children(parent) if "closecall.sim.workers" in command_of(pid)]


@needs_proc
@pytest.mark.parametrize("is_readable", [True, pytest.param(False, marks=pytest.mark.long)])
def test_workers_change_nothing(is_readable: bool) -> None:
    """One process or several play the same games in the same order."""
    games = 40 if is_readable else 3000
    alone = simulate("mark", TWO, games, seed=9, readable=is_readable, rotate=True)
    for workers in (2, 3) if is_readable else (2,):
        together = simulate("mark", TWO, games, seed=9, readable=is_readable, rotate=True, workers=workers)
        assert together.tally == alone.tally
        assert (together.scores == alone.scores).all()
        assert (together.won == alone.won).all()
    assert workers_of(os.getpid()) == []


@needs_proc
def test_a_killed_worker_is_replaced() -> None:
    """After a real SIGKILL, its tables are played again with the same results."""
    killed: list[int] = []
    counts: list[int] = []

    def kill_one(games: int) -> None:
        counts.append(games)
        if not killed and games >= 20:
            killed.extend(workers_of(os.getpid())[:1])
            os.kill(killed[0], signal.SIGKILL)

    alone = simulate("mark", TWO, 150, seed=4, readable=True)
    together = simulate("mark", TWO, 150, seed=4, readable=True, workers=2, progress=kill_one)
    assert killed
    assert together.tally == alone.tally
    assert (together.scores == alone.scores).all()
    assert counts == sorted(counts)
    assert counts[-1] == 150
    assert workers_of(os.getpid()) == []


def test_workers_that_always_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error, instead of waiting for ever."""
    (tmp_path / "sitecustomize.py").write_text("import os; os._exit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(WorkersFailed, match="3 workers in a row died"):
        simulate("mark", TWO, 10, seed=1, readable=True, workers=2)


@needs_proc
def test_an_error_ends_the_workers() -> None:
    """None is left behind."""

    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("mark", TWO, 10**9, seed=1, readable=True, workers=2, progress=stop)
    assert workers_of(os.getpid()) == []


@pytest.fixture
def endless(home: Path, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """The program with an endless number of games, once some of them have been played."""
    lines = tmp_path / "games.csv"
    words = ("simulate", "mark", "--bots", "random,random", "--games", "900000000", "--seed", "6", "--json")
    with subprocess.Popen(
        command(*words, "--readable", "--workers", "2", "--csv", str(lines), code=LISTENING),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
    ) as running:
        until = time.monotonic() + TIMEOUT_S
        while not (lines.exists() and lines.stat().st_size > 1500):
            assert running.poll() is None, running.communicate()
            assert time.monotonic() < until
            time.sleep(0.02)
        yield running
        running.kill()


@needs_proc
def test_ctrl_c_shows_the_games_so_far(endless: "subprocess.Popen[str]", tmp_path: Path) -> None:
    """Exit code 130; exactly the results of that number of games; no process is left."""
    pids = workers_of(endless.pid)
    assert len(pids) == 2
    endless.send_signal(signal.SIGINT)
    out, err = endless.communicate(timeout=TIMEOUT_S)
    assert endless.returncode == 130
    shown = json.loads(out)
    games = shown["games"]
    assert err == f"Stopped after {games} of 900000000 games.\n"
    assert games >= 20
    again = simulate("mark", TWO, games, seed=6, readable=True).as_json()
    assert shown == {**again, "asked": 900000000}
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 1 + 2 * games
    assert end_within(pids, TIMEOUT_S)


@needs_proc
def test_no_worker_outlives_a_killed_program(endless: "subprocess.Popen[str]") -> None:
    """It had no chance to end them."""
    pids = workers_of(endless.pid)
    assert len(pids) == 2
    endless.kill()
    assert end_within(pids, TIMEOUT_S)


@needs_proc
@pytest.mark.long
def test_a_killed_worker_of_ray(home: Path) -> None:
    """The same results as without Ray, and it listens on the loopback only."""
    pytest.importorskip("ray")
    words = (
        "simulate",
        "mark",
        "--bots",
        "random,random",
        "--games",
        "800",
        "--seed",
        "6",
        "--json",
        "--readable",
    )
    killed, listening = 0, ""
    with subprocess.Popen(
        command(*words, "--engine", "ray", "--workers", "2", code=LISTENING),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
    ) as running:
        while running.poll() is None and not killed:
            playing = [pid for pid in descendants(running.pid) if "ray::play_chunk" in command_of(pid)]
            if playing:
                listening = listeners({running.pid, *descendants(running.pid)})
                with suppress(ProcessLookupError):  # It has just ended by itself; try the next one.
                    os.kill(playing[0], signal.SIGKILL)
                    killed = playing[0]
            time.sleep(0.1)
        pids = descendants(running.pid)
        out, err = running.communicate(timeout=240)
    assert killed, err
    assert running.returncode == 0, err
    wanted = simulate("mark", TWO, 800, seed=6, readable=True, workers=2, arrays=False).as_json()
    assert json.loads(out) == wanted
    assert end_within(pids, TIMEOUT_S)
    assert listening, "no listener was found"
    assert {line.rpartition(":")[0] for line in listening.split()} <= {
        "127.0.0.1",
        "[::ffff:127.0.0.1]",
        "[::1]",
    }


@pytest.mark.parametrize(
    ("bots", "readable", "games", "workers"),
    [
        (("random", "greedy"), False, 200_000, 1),
        (("random", "greedy"), False, 200_001, 7),
        (("random", "greedy"), True, 51, 7),
        (("hard", "medium"), False, 200_000, 1),
        (("hard", "expert"), False, 200, 1),
        (("hard", "expert"), False, 201, 7),  # Even a compiled expert takes a hundredth of a second.
    ],
)
def test_the_default_number_of_workers(
    bots: tuple[str, ...], readable: bool, games: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One, if it would be done before others have started."""
    monkeypatch.setattr(sim_run, "cores", lambda: 7)
    assert sim_run.default_workers(plan_of("mark", bots, games, 1, readable=readable)) == workers
    if not readable:
        assert sim_run.default_workers(league_of("mark", bots, 2, games, seed=1)) == workers


class Cluster:
    """The part of Ray that we use, run in this process; it notes the most chunks it has had at once."""

    def __init__(self, cpus: int) -> None:
        self.exceptions = SimpleNamespace(RayTaskError=LookupError, RayError=LookupError)
        self.cpus, self.most, self.is_up = cpus, 0, False

    def is_initialized(self) -> bool:
        return self.is_up

    def init(self, **settings: Any) -> None:
        self.is_up = True
        self.cpus = settings.get("num_cpus", self.cpus)

    def shutdown(self) -> None:
        self.is_up = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cpus)}

    def put(self, work: Any) -> Any:
        return work

    def remote(self, **_: Any) -> Any:
        return lambda play: SimpleNamespace(remote=lambda *what: (play, what))

    def wait(self, waiting: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        self.most = max(self.most, len(waiting))
        return waiting[:num_returns], waiting[num_returns:]

    def get(self, reference: Any) -> Any:
        play, what = reference
        return play(*what)


@pytest.mark.parametrize(
    ("words", "is_remote", "most"),
    [
        (["--workers", "2"], True, 2),
        (["--workers", "9"], True, 9),
        ([], True, 2 * 6),  # One chunk waits for each CPU.
        (["--workers", "2"], False, 2 * 2),  # The same with our own Ray, which has two CPUs.
    ],
)
def test_workers_on_a_cluster(
    words: list[str], is_remote: bool, most: int, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    """As many as asked for, or as many as it has CPUs."""
    ray = Cluster(cpus=6)
    monkeypatch.setattr(cluster, "import_module", lambda _: ray)
    monkeypatch.setattr(cluster, "_check_reached", lambda _: None)
    address = ["--ray-address", "head:6379"] if is_remote else []
    asked = ["--games", "60", "--seed", "1", "--readable", "--engine", "ray", *address, *words, "--json"]
    assert main(["simulate", "mark", "--bots", "random,random", *asked]) == 0
    assert ray.most == most
    assert not ray.is_up
    wanted = simulate("mark", TWO, 60, seed=1, readable=True, arrays=False).as_json()
    assert json.loads(capsys.readouterr().out) == wanted


@pytest.mark.parametrize(("workers", "most"), [(None, 12), (3, 3)])
def test_a_cluster_that_is_connected_already(
    workers: int | None, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A caller's own connection to Ray is used and left open."""
    ray = Cluster(cpus=6)
    ray.init()
    monkeypatch.setattr(cluster, "import_module", lambda _: ray)
    simulate("mark", TWO, 60, seed=1, readable=True, engine="ray", workers=workers)
    assert (ray.most, ray.is_up) == (most, True)


def listeners(pids: set[int]) -> str:
    """The addresses at which these processes listen, from the kernel's tables."""
    nodes: set[str] = set()
    for pid in pids:
        nodes |= open_files(pid)
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            cells = line.split()
            if cells[3] == "0A" and f"socket:[{cells[9]}]" in nodes:
                found.append(address(cells[1]))
    return " ".join(found)


def address(text: str) -> str:
    """A readable address from the four-byte words in /proc."""
    host, port = text.split(":")
    words = [int(host[at : at + 8], 16).to_bytes(4, sys.byteorder) for at in range(0, len(host), 8)]
    last = ".".join(map(str, words[-1]))
    if len(words) == 1:
        return f"{last}:{int(port, 16)}"
    mapped = words[:3] == [bytes(4), bytes(4), b"\0\0\xff\xff"]
    return f"[::ffff:{last}]:{int(port, 16)}" if mapped else f"[{b''.join(words).hex()}]:{int(port, 16)}"


def test_help_imports_nothing_heavy(home: Path) -> None:
    """Neither arrays nor a compiler nor a cluster."""
    program = (
        "import sys; from closecall.cli.main import main\n"
        "code = main(['simulate', '--help']) + main(['league', '--help'])\n"
        "print({'numba', 'numpy', 'ray'} & set(sys.modules), code)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment(home), check=True
    )
    assert ran.stdout.endswith("set() 0\n")
