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
from closecall.cli.arguments import UsageError
from closecall.cli.benched import Table, growth_table, peers_table, speed_table, workers_table
from closecall.cli.options import whole_number
from closecall.cli.patience import compiling_told
from closecall.games import slugs
from closecall.kernels import find_kernel
from closecall.messages import Catalogue
from closecall.sim import bench as measuring
from closecall.sim.bench import Yardsticks
from closecall.sim.bench_peers import PeerLine, measure_peers
from closecall.sim.bench_scaling import MOST, measure_growth, measure_workers
from closecall.tui.screen import Console

Arguments = dict[str, Any]
MOST_ROUNDS = 1000
MOST_WORKERS = 64


class HasJson(Protocol):
    """A line of any table."""

    def as_json(self) -> dict[str, Any]:
        """For whoever reads it with a program."""


L = TypeVar("L", bound=HasJson)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be measured."""

    games: tuple[str, ...]
    rounds: int
    seed: int
    most: int
    """How many games growth is followed to."""
    workers: int
    peers: bool


def bench(arguments: Arguments, console: Console, say: Catalogue) -> int:
    """Measure what was asked for, and show it line by line or, at the end, as JSON."""
    asked = _asked(arguments)
    with compiling_told(say):
        for game in asked.games:
            measuring.warm_up(game)
    found: dict[str, Any] = {"machine": machine()}
    screen = None if arguments["json"] else console
    if arguments["growth"]:
        lines = (
            line for game in asked.games if _has_kernel(game) for line in measure_growth(game, asked.most)
        )
        found["growth"] = _kept(_shown(lines, growth_table(say), screen))
    elif arguments["workers"]:
        found["workers"] = _workers(asked, screen, say)
    else:
        _speed(asked, found, screen, say)
    if screen is None:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    return 0


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
    """The processor's name; Linux tells it in a file only."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except (OSError, UnicodeError):
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _speed(asked: Asked, found: dict[str, Any], screen: Console | None, say: Catalogue) -> None:
    with tempfile.TemporaryDirectory(prefix="closecall-") as folder:
        yardsticks = Yardsticks(Path(folder))
        if screen is not None and yardsticks.compiler is None:
            screen.show(say("bench.no_compiler"), "")
        lines = (
            line
            for game in asked.games
            for line in measuring.measure_games(game, yardsticks, asked.rounds, asked.seed, measuring.SECONDS)
        )
        ours = list(_shown(lines, speed_table(say), screen))
        found.update(rounds=asked.rounds, seed=asked.seed, games=_kept(ours), c=yardsticks.compiler)
        if screen is not None:
            _tell_failed(yardsticks, screen, say)
    if asked.peers:
        if screen is not None:
            screen.show("", say("bench.games_differ"), "")
        table = peers_table(say, ours)
        found["peers"] = _kept(
            _shown(_told(measure_peers(asked.rounds, measuring.SECONDS), screen, say), table, screen)
        )


def _tell_failed(yardsticks: Yardsticks, screen: Console, say: Catalogue) -> None:
    for game, reason in yardsticks.failed.items():
        screen.show(say("bench.c_failed", game=game, reason=reason))


def _told(lines: Iterable[PeerLine], screen: Console | None, say: Catalogue) -> Iterator[PeerLine]:
    """The lines; what could not be measured is told first, once for each library."""
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


def _workers(asked: Asked, screen: Console | None, say: Catalogue) -> list[dict[str, Any]]:
    counts = sorted({1, asked.workers})
    lines = (line for game in asked.games for line in measure_workers(game, counts))
    return _kept(_shown(lines, workers_table(say), screen))


def _shown(lines: Iterable[L], table: Table[L], screen: Console | None) -> Iterator[L]:
    """Pass lines on, and show each as soon as it is there."""
    is_first = True
    for line in lines:
        if screen is not None:
            rows = table.head_and_first(line) if is_first else table.rows(line)
            screen.show(*rows)
        is_first = False
        yield line


def _kept(lines: Iterable[L]) -> list[dict[str, Any]]:
    return [line.as_json() for line in lines]


def _has_kernel(game: str) -> bool:
    return find_kernel(game) is not None


# What was asked for: all of it is looked at before anything is compiled or measured.


def _asked(arguments: Arguments) -> Asked:
    return Asked(
        games=_games(arguments["games"]),
        rounds=_number(arguments, "rounds", measuring.ROUNDS, MOST_ROUNDS),
        seed=_number(arguments, "seed", 1, 2**31),
        most=_number(arguments, "most", MOST, 10**9),
        workers=_number(arguments, "workers", 2, MOST_WORKERS),
        peers=arguments["peers"],
    )


def _games(text: str | None) -> tuple[str, ...]:
    """The games that were named; without any, all."""
    if text is None:
        return slugs()
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in slugs():
            raise UsageError("usage_game", text=name[:40], games=", ".join(slugs()))
    return tuple(dict.fromkeys(names))


def _number(arguments: Arguments, name: str, usual: int, most: int) -> int:
    text = arguments[name]
    if text is None:
        return usual
    number = whole_number(f"--{name}", text)
    if not 1 <= number <= most:
        raise UsageError("bench_number", option=f"--{name}", most=most)
    return number
