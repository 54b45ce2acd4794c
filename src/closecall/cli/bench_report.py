"""The results of `closecall bench` as tables, written line by line as they come in."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from closecall.cli.number_format import decimal, grouped
from closecall.games import game_of
from closecall.messages import Catalogue
from closecall.sim.bench import Figures, SpeedLine
from closecall.sim.bench_peers import PeerLine
from closecall.sim.bench_scaling import Growth, WorkersLine
from closecall.tui.screen import padded, right_aligned

L = TypeVar("L")
Cells = list[str]


class TextTable(Generic[L]):
    """A title, column heads with their widths, and the cells of a line."""

    def __init__(
        self,
        title: str,
        heads: Sequence[tuple[str, int]],
        cells: Callable[[L], Cells],
        before: Sequence[Cells] = (),
    ) -> None:
        self._title = title
        self._heads = heads
        self._cells = cells
        self._before = before

    def head_and_first(self, line: L) -> list[str]:
        """The title, the heads, the rows that are known already, and the first line."""
        heads = self._row([text for text, _ in self._heads])
        return [self._title, "", heads, *map(self._row, self._before), *self.rows(line)]

    def rows(self, line: L) -> list[str]:
        """A line, or nothing if there is nothing to show."""
        cells = self._cells(line)
        return [self._row(cells)] if cells else []

    def _row(self, cells: Sequence[str]) -> str:
        """Words to the left, numbers to the right; a line with two leading spaces is never wrapped."""
        parts = []
        for cell, (_, width) in zip(cells, self._heads, strict=False):
            parts.append(padded(cell, -width) if width < 0 else right_aligned(cell, width))
        return ("  " + "".join(parts)).rstrip()


def speed_table(say: Catalogue) -> TextTable[SpeedLine]:
    """Engine, kernel and C."""

    def cells(line: SpeedLine) -> Cells:
        found = [line.game, str(line.seats), _rate(say, line.engine)]
        if line.kernel is not None:
            found += [_rate(say, line.kernel), _ratio(say, line.kernel.over(line.engine))]
        if line.kernel is not None and line.c is not None:
            found += [_rate(say, line.c), _ratio(say, line.kernel.over(line.c))]
        return found

    heads = [
        (say("bench.head_game"), -7),
        (say("bench.head_seats"), 7),
        (say("bench.head_engine"), 9),
        (say("bench.head_kernel"), 12),
        (say("bench.head_per_engine"), 15),
        ("C", 12),
        (say("bench.head_per_c"), 15),
    ]
    return TextTable(say("bench.speed"), heads, cells)


def peers_table(say: Catalogue, ours: Sequence[SpeedLine]) -> TextTable[PeerLine]:
    """Our own lines, then those of other libraries, all compared with one of our kernels."""
    with_kernel = [line for line in ours if line.kernel is not None]
    chosen = [line for line in with_kernel if line.seats == game_of(line.game).benchmark_reference]
    chosen = chosen or with_kernel
    reference = _decisions(chosen[0]) if chosen else None

    def row(name: str, game: str, games: float, decisions: float) -> Cells:
        times = f"{_short(say, reference / decisions)} ×" if reference else ""
        return [name, game, grouped(say, round(games)), grouped(say, round(decisions)), times]

    def cells(line: PeerLine) -> Cells:
        if line.games is None or line.decisions is None:
            return []
        return row(line.peer.library, line.peer.game, line.games.middle, line.decisions.middle)

    before = []
    for line in ours:
        game = f"{line.game}, {line.seats}"
        for name, figures in ((say("bench.our_engine"), line.engine), (say("bench.our_kernel"), line.kernel)):
            if figures is not None:
                before.append(row(name, game, figures.middle, line.decisions * figures.middle))
    heads = [
        (say("bench.head_library"), -20),
        (say("bench.head_game"), -15),
        (say("bench.head_games"), 12),
        (say("bench.head_decisions"), 15),
        (say("bench.head_times") if reference else "", 14),
    ]
    title = say("bench.peers")
    if reference:
        title = say("bench.peers_compared", game=chosen[0].game, seats=chosen[0].seats)
    return TextTable(title, heads, cells, before)


def growth_table(say: Catalogue) -> TextTable[Growth]:
    """Cost against the number of games."""
    above: list[Growth] = []

    def cells(line: Growth) -> Cells:
        is_next = above and (above[-1].game, above[-1].seats) == (line.game, line.seats)
        times = decimal(say, line.cpu_seconds / above[-1].cpu_seconds, 1) if is_next else ""
        above[:] = [line]
        memory = "" if line.memory is None else decimal(say, line.memory / 2**20, 0)
        return [
            line.game,
            str(line.seats),
            grouped(say, line.games),
            decimal(say, line.cpu_seconds, 6),
            decimal(say, 1e6 * line.cpu_seconds / line.games, 2),
            times,
            memory,
        ]

    heads = [
        (say("bench.head_game"), -7),
        (say("bench.head_seats"), 7),
        (say("bench.head_count"), 12),
        (say("bench.head_cpu"), 13),
        (say("bench.head_per_game"), 12),
        (say("bench.head_above"), 11),
        ("MiB", 7),
    ]
    return TextTable(say("bench.growth"), heads, cells)


def workers_table(say: Catalogue) -> TextTable[WorkersLine]:
    """Several workers against one."""
    alone: dict[str, float] = {}

    def cells(line: WorkersLine) -> Cells:
        alone.setdefault(line.game, line.rate)
        return [
            line.game,
            str(line.seats),
            str(line.workers),
            grouped(say, line.games),
            decimal(say, line.seconds, 1),
            grouped(say, round(line.rate)),
            decimal(say, line.rate / alone[line.game], 2),
        ]

    heads = [
        (say("bench.head_game"), -7),
        (say("bench.head_seats"), 7),
        (say("bench.head_workers"), 9),
        (say("bench.head_count"), 14),
        (say("bench.head_seconds"), 10),
        (say("bench.head_games"), 14),
        (say("bench.head_times"), 10),
    ]
    return TextTable(say("bench.workers"), heads, cells)


def _decisions(line: SpeedLine) -> float:
    assert line.kernel is not None
    return line.decisions * line.kernel.middle


def _rate(say: Catalogue, figures: Figures) -> str:
    return grouped(say, round(figures.middle))


def _ratio(say: Catalogue, figures: Figures) -> str:
    digits = 0 if figures.middle >= 10 else 2
    return f"{_short(say, figures.middle)} ± {decimal(say, figures.spread, digits)}"


def _short(say: Catalogue, number: float) -> str:
    return grouped(say, round(number)) if number >= 10 else decimal(say, number, 2)
