"""The benchmark measures what it reports, and reports what it cannot measure."""

import json
import os
import time
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from closecall.cli.main import main
from closecall.kernels import find_kernel
from closecall.messages import catalogue
from closecall.sim import bench, bench_peers, bench_scaling
from closecall.sim.bench import Yardsticks
from closecall.sim.bench_peers import PEERS, Peer, PeerLine, measure_peers
from closecall.sim.bench_scaling import WorkersLine, measure_workers
from support.source import ROOT

SHORT = 0.01
"""Seconds for each part; the tests ignore how fast it was."""
say = catalogue("en")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOSECALL_LANG", "en")
    monkeypatch.setattr(bench, "SECONDS", SHORT)
    monkeypatch.setattr(bench, "seat_counts", {"mark": (2,), "qwixx": (1,), "enough": (3,)}.__getitem__)


def lines(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The output of a command that succeeds."""
    assert main(["bench", *words]) == 0
    return capsys.readouterr().out


# Engine, kernel and C.


def test_engine_kernel_and_c(tmp_path: Path) -> None:
    """All three are measured in every round, and decisions are counted: two colours and 2 × 25 entries."""
    (line,) = bench.measure_games("mark", Yardsticks(tmp_path), rounds=2, seconds=SHORT)
    assert (line.game, line.seats, line.decisions) == ("mark", 2, 52)
    assert line.kernel is not None
    assert line.c is not None
    assert [len(figures.values) for figures in (line.engine, line.kernel, line.c)] == [2, 2, 2]
    assert line.kernel.middle > line.engine.middle > 0
    found = line.as_json()
    assert found["kernel"]["decisions_per_cpu_second"] == 52 * line.kernel.middle
    assert found["kernel_per_c"]["median"] == line.kernel.over(line.c).middle


def test_other_scores_in_c_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A C program that scores differently is rejected."""
    source = (ROOT / "benchmarks" / "yardstick" / "mark.c").read_text()
    (tmp_path / "mark.c").write_text(source.replace("{0, 1, 3, 6, 10}", "{0, 1, 3, 6, 11}"))
    monkeypatch.setattr(bench, "sources", lambda: tmp_path)
    with pytest.raises(bench.Differs) as refused:
        list(bench.measure_games("mark", Yardsticks(tmp_path), rounds=1, seconds=SHORT))
    assert "mark with 2 seats" in refused.value.sentence(say)


def test_a_yardstick_that_cannot_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engine and kernel are measured without it."""
    (tmp_path / "mark.c").write_text("int main(void) { return nothing; }")
    monkeypatch.setattr(bench, "sources", lambda: tmp_path)
    yardsticks = Yardsticks(tmp_path)
    (line,) = bench.measure_games("mark", yardsticks, rounds=1, seconds=SHORT)
    assert line.kernel is not None
    assert line.c is None
    assert "c" not in line.as_json()
    assert list(yardsticks.failed) == ["mark"]


def test_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The report has no column for C, and says why."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    shown = lines("--games", "mark", "--rounds", "1", capsys=capsys)
    assert shown.startswith(say("bench.no_compiler"))
    rows = [line.split() for line in shown.splitlines() if line.startswith("  mark")]
    assert len(rows) == 1
    assert len(rows[0]) == 4 + len(["ratio", "±", "spread"])


def test_the_compiler_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own flags; one that does not exist is skipped."""
    monkeypatch.setenv("CC", "cc -pipe")
    assert bench.compiler() == ["cc", "-pipe"]
    monkeypatch.setenv("CC", "no-such-compiler")
    assert bench.compiler() == ["cc"]


# The command.


def test_everything_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One object, and nothing else on the standard output."""
    found = json.loads(lines("--games", "qwixx", "--rounds", "1", "--peers", "--json", capsys=capsys))
    assert found["machine"]["cores"] == os.cpu_count()
    (line,) = found["games"]
    assert line["game"] == "qwixx"
    assert line["kernel_per_engine"]["median"] > 1
    assert {peer["library"] for peer in found["peers"]} == {peer.library for peer in PEERS}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "chess"], say("error.usage_game", text="chess", games="mark, qwixx, enough")),
        (["--rounds", "0"], say("error.usage_range", option="--rounds", least=1, most=1000, number=0)),
        (["--rounds", "many"], say("error.usage_number", option="--rounds", text="many")),
        (["--workers", "65"], say("error.usage_range", option="--workers", least=1, most=64, number=65)),
        (["--most", "0"], say("error.usage_range", option="--most", least=1, most=10**9, number=0)),
    ],
)
def test_mistakes(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each gives its sentence before anything is compiled or measured."""
    monkeypatch.setattr(bench, "warm_up", lambda game: pytest.fail(f"{game} was warmed up"))
    assert main(["bench", "--games", "mark", *words]) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


# Other libraries.


def broken() -> bench_peers.Play:
    """A library that cannot be imported."""
    raise RuntimeError("no such game\nand a second line")


def counted(games: int, _rng: Random) -> int:
    """Three decisions in a game, which takes a while."""
    sum(range(20_000 * games))
    return 3 * games


def peers() -> list[Peer]:
    """One that is not installed, one that fails, one that plays (pytest is surely installed)."""
    return [
        Peer("Missing", "no-such-package-anywhere", "chess", broken),
        Peer("Broken", "pytest", "chess", broken),
        Peer("Good", "pytest", "chess", lambda: counted),
    ]


def test_peers_that_are_missing_or_fail() -> None:
    """Each line says so, and the others are measured."""
    missing, failed, good = measure_peers(2, SHORT, peers())
    assert (missing.version, missing.trouble, missing.games) == ("", "", None)
    assert failed.trouble == "RuntimeError: no such game"
    assert good.games is not None
    assert good.decisions is not None
    assert good.decisions.over(good.games).values == pytest.approx((3, 3))
    assert [line.as_json().get("trouble") for line in (missing, failed, good)] == [
        "not installed",
        "RuntimeError: no such game",
        None,
    ]


def test_peers_in_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ours first, then the measured one; the others get a sentence."""
    monkeypatch.setattr(bench_peers, "PEERS", peers())
    shown = lines("--games", "mark", "--rounds", "1", "--peers", capsys=capsys)
    assert say("bench.peer_missing", library="Missing") in shown
    assert say("bench.peer_failed", library="Broken", reason="RuntimeError: no such game") in shown
    rows = [line.split("  ")[1] for line in shown.splitlines() if line.startswith("  ")]
    assert [row for row in rows if "," in row or row == "Good"] == [
        "closecall, engine",
        "closecall, kernel",
        "Good",
    ]


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: f"{peer.library} {peer.game}")
def test_peers_that_are_installed(peer: Peer) -> None:
    """They play, with more than one decision in a game."""
    (line,) = measure_peers(1, SHORT, [peer])
    if not line.version:
        pytest.skip(f"{peer.library} is not installed")
    assert line.trouble == ""
    assert decisions_per_game(line) > 1


def decisions_per_game(line: PeerLine) -> Any:
    """On average."""
    assert line.games is not None
    assert line.decisions is not None
    return line.decisions.over(line.games).middle


# Growth.


def test_growth_plays_all_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a batch does not matter."""
    kernel = find_kernel("mark")
    _, total = bench.kernel_seconds(kernel, 2, 100, 5)
    monkeypatch.setattr(bench_scaling, "AT_ONCE", 7)
    assert bench_scaling.play_games(kernel, 2, 100, 5) == total


def test_growth_in_powers_of_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the given number, or until it takes too long; memory is that of this process."""
    monkeypatch.setattr(bench_scaling, "SHORTEST_S", 0)
    found = list(bench_scaling.growth_here("mark", 2, 999))
    assert [line.games for line in found] == [1, 10, 100]
    assert all(line.cpu_seconds > 0 for line in found)
    assert all(line.memory is not None and line.memory > 2**20 for line in found)
    monkeypatch.setattr(bench_scaling, "LONGEST_S", 0)
    assert [line.games for line in bench_scaling.growth_here("mark", 2, 999)] == [1]


@pytest.mark.long
def test_growth_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A process for each number of seats."""
    found = json.loads(lines("--games", "mark", "--growth", "--most", "10", "--json", capsys=capsys))
    wanted = [(seats, games) for seats in (1, 2, 3, 4, 5) for games in (1, 10)]
    assert [(line["seats"], line["games"]) for line in found["growth"]] == wanted


@pytest.mark.long
def test_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games with each number of workers, on the CPU's clock, which no other process delays."""
    monkeypatch.setattr(bench_scaling, "time", SimpleNamespace(perf_counter=time.process_time))
    one, two = measure_workers("mark", (1, 2), seconds=0.2)
    assert (one.workers, two.workers) == (1, 2)
    assert one.games == two.games > 2000
    assert WorkersLine("mark", 2, workers=1, games=600, seconds=4.0).as_json()["games_per_second"] == 150
