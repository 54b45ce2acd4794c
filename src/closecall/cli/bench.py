"""`closecall bench`: how fast the engine, its compiled twins and others are on this machine."""

import json
import os
import platform
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol, TypeVar

from closecall import __version__
from closecall.cli.bench_report import TextTable, growth_table, peers_table, speed_table, workers_table
from closecall.cli.parser import Parser, UsageError, check_range, game_named, list_of
from closecall.cli.progress import compile_notice
from closecall.games import slugs
from closecall.kernels import find_kernel
from closecall.messages import Catalogue
from closecall.sim import bench as measuring
from closecall.sim.bench import Yardsticks
from closecall.sim.bench_peers import PeerLine, measure_peers
from closecall.sim.bench_scaling import MOST, measure_growth, measure_workers
from closecall.tui.screen import Console

MOST_ROUNDS = 1000
MOST_WORKERS = 64


class HasJson(Protocol):
    """A line of any table."""

    def as_json(self) -> dict[str, Any]:
        """The line for programs."""


L = TypeVar("L", bound=HasJson)


@dataclass(frozen=True, slots=True)
class Arguments:
    """What to measure, and how to show it."""

    games: tuple[str, ...] | None
    rounds: int | None
    seed: int | None
    peers: bool
    growth: bool
    most: int | None
    """How many games growth is followed to."""
    workers: int | None
    json: bool


def add_arguments(parser: Parser) -> None:
    """`closecall bench`."""
    say = parser.say
    parser.value(
        "games",
        say("cli.meta_games"),
        say("cli.about_bench_games"),
        convert=_parse_games,
        complete=list_of(lambda _: slugs()),
    )
    parser.number("rounds", "N", say("cli.about_rounds"))
    parser.number("seed", "N", say("cli.about_bench_seed"))
    parser.switch("peers", say("cli.about_peers"))
    parser.switch("growth", say("cli.about_growth"))
    parser.number("most", "N", say("cli.about_bench_most"))
    parser.number("workers", "N", say("cli.about_bench_workers"))
    parser.switch("json", say("cli.about_bench_json"))


def _parse_games(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(game_named(name.strip()).slug for name in text.split(",")))


def run(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Measure, and show the results line by line or, at the end, as JSON."""
    _check_limits(arguments)
    games = slugs() if arguments.games is None else arguments.games
    if arguments.growth and not any(map(_has_kernel, games)):
        raise UsageError("bench_no_kernel", games=", ".join(games))
    with compile_notice(say):
        for game in games:
            measuring.warm_up(game)
    found: dict[str, Any] = {"machine": machine()}
    screen = None if arguments.json else console
    if arguments.growth:
        most = arguments.most or MOST
        lines = (line for game in games if _has_kernel(game) for line in measure_growth(game, most))
        found["growth"] = _as_json(_shown(lines, growth_table(say), screen))
    elif arguments.workers:
        counts = sorted({1, arguments.workers})
        workers_lines = (line for game in games for line in measure_workers(game, counts))
        found["workers"] = _as_json(_shown(workers_lines, workers_table(say), screen))
    else:
        _measure_speed(arguments, games, found, screen, say)
    if screen is None:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    return 0


def _check_limits(arguments: Arguments) -> None:
    """Check every number before anything is compiled or measured."""
    limits = {
        "--rounds": (arguments.rounds, MOST_ROUNDS),
        "--seed": (arguments.seed, 2**31),
        "--most": (arguments.most, 10**9),
        "--workers": (arguments.workers, MOST_WORKERS),
    }
    for option, (number, most) in limits.items():
        if number is not None:
            check_range(option, number, 1, most)


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "closecall": __version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    """The processor's name; on Linux only a file has it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except (OSError, UnicodeError):
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _measure_speed(
    arguments: Arguments,
    games: tuple[str, ...],
    found: dict[str, Any],
    screen: Console | None,
    say: Catalogue,
) -> None:
    rounds, seed = arguments.rounds or measuring.ROUNDS, arguments.seed or 1
    with tempfile.TemporaryDirectory(prefix="closecall-") as folder:
        yardsticks = Yardsticks(Path(folder))
        if screen is not None and yardsticks.compiler is None:
            screen.show(say("bench.no_compiler"), "")
        lines = (
            line
            for game in games
            for line in measuring.measure_games(game, yardsticks, rounds, seed, measuring.SECONDS)
        )
        ours = list(_shown(lines, speed_table(say), screen))
        found.update(rounds=rounds, seed=seed, games=_as_json(ours), c=yardsticks.compiler)
        if screen is not None:
            _tell_failed(yardsticks, screen, say)
    if arguments.peers:
        if screen is not None:
            screen.show("", say("bench.games_differ"), "")
        peers = _tell_missing(measure_peers(rounds, measuring.SECONDS), screen, say)
        found["peers"] = _as_json(_shown(peers, peers_table(say, ours), screen))


def _tell_failed(yardsticks: Yardsticks, screen: Console, say: Catalogue) -> None:
    for game, reason in yardsticks.failed.items():
        screen.show(say("bench.c_failed", game=game, reason=reason))


def _tell_missing(lines: Iterable[PeerLine], screen: Console | None, say: Catalogue) -> Iterator[PeerLine]:
    """Pass lines on; tell once for each library that it could not be measured."""
    missing: set[str] = set()
    for line in lines:
        package = line.peer.package
        if screen is not None and line.games is None and package not in missing:
            missing.add(package)
            if line.trouble:
                screen.show(say("bench.peer_failed", library=line.peer.library, reason=line.trouble))
            else:
                screen.show(say("bench.peer_missing", library=line.peer.library))
        yield line


def _shown(lines: Iterable[L], table: TextTable[L], screen: Console | None) -> Iterator[L]:
    """Pass lines on, and show each as it arrives."""
    is_first = True
    for line in lines:
        if screen is not None:
            rows = table.head_and_first(line) if is_first else table.rows(line)
            screen.show(*rows)
        is_first = False
        yield line


def _as_json(lines: Iterable[L]) -> list[dict[str, Any]]:
    return [line.as_json() for line in lines]


def _has_kernel(game: str) -> bool:
    return find_kernel(game) is not None
