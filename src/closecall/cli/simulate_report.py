"""The results of a simulation: a table with a column for each bot, and a histogram as text or as SVG."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from closecall.bots import EXTERNAL_PREFIX
from closecall.bots.external import program_name
from closecall.cli.number_format import decimal, grouped
from closecall.core.rules import Seat, letter
from closecall.messages import Catalogue
from closecall.sim.result import Result, SeatResult
from closecall.sim.statistics import PERCENTILES
from closecall.tui.screen import Style, clipped, padded, right_aligned

COLUMN = 13
"""The greatest width of a bot's column."""
BINS = 20

WIDTH, LEFT, RIGHT, TOP, PANEL, GAP, FOOT = 720, 24, 24, 56, 110, 40, 44
SVG_BINS = 60

STYLE = """
  .paper { fill: #ffffff } .ink { fill: #1b1b1f } .soft { fill: #55555f } .bar { fill: #3a6ea5 }
  .line { stroke: #55555f; stroke-width: 1 } .mean { stroke: #1b1b1f; stroke-width: 2; stroke-dasharray: 5 3 }
  text { font: 14px system-ui, sans-serif; font-variant-numeric: tabular-nums } .title { font-size: 17px }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #17171b } .ink { fill: #f2f2f5 } .soft { fill: #b4b4bf } .bar { fill: #7fb0e6 }
    .line { stroke: #b4b4bf } .mean { stroke: #f2f2f5 }
  }
"""


def report(result: Result, say: Catalogue, style: Style) -> list[str]:
    """The table, under a line with everything needed to repeat it."""
    plan = result.plan
    way = say("sim.compiled") if result.is_compiled else say("sim.readable")
    head = say(
        "sim.head",
        game=say(f"game.{plan.game}"),
        n=result.games,
        games=grouped(say, result.games),
        seed=plan.seed,
        way=way,
    )
    if not result.games:
        return [head]
    rows = _rows(result, say)
    width = max(len(label) for label, _ in rows)
    lines = [_row(label, cells, width, style) for label, cells in rows]
    return [head, "", style.paint(lines[0], "bold"), *lines[1:], "", *_length(result, say)]


def names(result: Result) -> list[str]:
    """The bots with the letters of their seats, which tell equal ones apart."""
    return [f"{letter(Seat(n))} {bot_name(bot)}" for n, bot in enumerate(result.plan.bots)]


def bot_name(bot: str) -> str:
    """What a bot is called in a table; a program has the name of its file."""
    return program_name(bot) if bot.startswith(EXTERNAL_PREFIX) else bot


def names_of(bots: Sequence[str]) -> dict[str, str]:
    """What bots are called, with a number where programs have the same name."""
    called = [bot_name(bot) for bot in bots]
    names = {}
    for n, (bot, name) in enumerate(zip(bots, called, strict=True)):
        names[bot] = f"{name} {called[: n + 1].count(name)}" if called.count(name) > 1 else name
    return names


def _row(label: str, cells: list[str], width: int, style: Style) -> str:
    column = min(COLUMN, (style.width - width) // len(cells))
    return padded(label, width) + "".join(
        [f" {right_aligned(clipped(cell, column - 1), column - 1)}" for cell in cells]
    )


def _rows(result: Result, say: Catalogue) -> list[tuple[str, list[str]]]:
    seats = result.seats
    rows = [
        ("", names(result)),
        (say("sim.mean"), [decimal(say, seat.score.mean, 2) for seat in seats]),
        (say("sim.se"), [f"± {decimal(say, seat.score.se, 2)}" for seat in seats]),
        (say("sim.sd"), [decimal(say, seat.score.sd, 2) for seat in seats]),
        (say("sim.least"), [_whole(say, seat.score.least) for seat in seats]),
    ]
    for percent in PERCENTILES:
        label = say("sim.median") if percent == 50 else say("sim.percentile", percent=percent)
        rows.append((label, [_whole(say, seat.score.percentiles[percent]) for seat in seats]))
    rows.append((say("sim.most"), [_whole(say, seat.score.most) for seat in seats]))
    if len(seats) > 1:
        rows.append((say("sim.wins"), [_percent(say, seat.win_share) for seat in seats]))
        rows.append((say("sim.interval"), [_interval(say, seat) for seat in seats]))
        rows.append((say("sim.shared"), [_percent(say, seat.shared_wins / result.games) for seat in seats]))
    for name in seats[0].counts:
        rows.append((say(f"count.{name}"), [decimal(say, seat.counts[name].mean, 2) for seat in seats]))
    return rows


def _whole(say: Catalogue, number: int | None) -> str:
    return decimal(say, number, 0)


def _percent(say: Catalogue, share: float | None) -> str:
    return f"{decimal(say, None if share is None else 100 * share, 2)} %"


def _interval(say: Catalogue, seat: SeatResult) -> str:
    assert seat.win_ci is not None
    low, high = [decimal(say, 100 * bound, 1) for bound in seat.win_ci]
    return f"{low}–{high}"


def _length(result: Result, say: Catalogue) -> list[str]:
    length = result.length
    return [
        say(
            f"sim.length_{result.length_unit}",
            mean=decimal(say, length.mean, 2),
            least=_whole(say, length.least),
            most=_whole(say, length.most),
        )
    ]


# The histogram as text.


def bins_of(result: Result, most: int = BINS) -> list[range]:
    """At most this many bins of equal width from the lowest to the highest score.

    The width is 1, 2 or 5 times a power of ten, which people can read.
    """
    scores = [score for seat in result.seats for score in seat.scores]
    least, last = min(scores), max(scores)
    steps = [unit * 10**power for power in range(6) for unit in (1, 2, 5)]
    width = next(step for step in steps if last // step - least // step < most)
    return [range(at * width, (at + 1) * width) for at in range(least // width, last // width + 1)]


def shares(seat: SeatResult, bins: list[range]) -> list[float]:
    """The share of a bot's games in each bin."""
    games = sum(seat.scores.values())
    first, width = bins[0].start, len(bins[0])
    found = [0] * len(bins)
    for score, count in seat.scores.items():
        found[(score - first) // width] += count
    return [count / games for count in found]


def bin_name(part: range) -> str:
    """The label of a bin: a score, or its ends."""
    ends = [str(end).replace("-", "−") for end in (part[0], part[-1])]
    return ends[0] if len(part) == 1 else " … ".join(ends)


def histogram(result: Result, say: Catalogue, style: Style) -> list[str]:
    """The distribution of each bot's scores, as bars of text."""
    bins, seats = bins_of(result), result.seats
    columns = [shares(seat, bins) for seat in seats]
    tallest = max(share for column in columns for share in column)
    width = max(len(bin_name(part)) for part in bins)
    column = min(60, max(12, (style.width - width) // len(seats) - 1))
    bar = column - 8
    heads = [padded(clipped(name, column), column) for name in names(result)]
    lines = [say("sim.histogram"), "", (" " * width + " " + " ".join(heads)).rstrip()]
    for n, part in enumerate(bins):
        cells = [padded(_bar(say, shares_of[n], bar / tallest), column) for shares_of in columns]
        lines.append(f"{bin_name(part):>{width}} {' '.join(cells)}".rstrip())
    return lines


def _bar(say: Catalogue, share: float, scale: float) -> str:
    if not share:
        return ""
    # A bin with any games must not look empty.
    return f"{'█' * max(round(share * scale), 0) or '▏'} {_short_percent(say, share)}"


def _short_percent(say: Catalogue, share: float) -> str:
    return f"{decimal(say, 100 * share, 1)} %"


# The histogram as SVG.


def svg_histogram(result: Result, say: Catalogue) -> str:
    """A panel for each bot, all on one scale, readable on light and dark.

    Nothing depends on colour alone: each panel has its name, and the mean is a line with its number.
    """
    bins = bins_of(result, SVG_BINS)
    columns = [shares(seat, bins) for seat in result.seats]
    tallest = max(share for column in columns for share in column)
    height = TOP + len(columns) * (PANEL + GAP) + FOOT - GAP
    title = say("sim.drawing", game=say(f"game.{result.plan.game}"), games=grouped(say, result.games))
    captions = [_caption(result, seat, say) for seat in result.seats]
    described = "; ".join(map(": ".join, zip(names(result), captions, strict=True)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-labelledby="title told" font-family="sans-serif">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="told">{escape(described)}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        f'<text class="ink title" x="{LEFT}" y="30">{escape(title)}</text>',
    ]
    for n, (name, column) in enumerate(zip(names(result), columns, strict=True)):
        base = TOP + n * (PANEL + GAP) + PANEL
        parts += _panel(name, captions[n], column, tallest, base)
        mean = result.seats[n].score.mean
        assert mean is not None
        at = _across(mean, bins)
        parts.append(f'<line class="mean" x1="{at:.1f}" x2="{at:.1f}" y1="{base - PANEL + 22}" y2="{base}"/>')
    parts += _axis(bins, height - FOOT + 16, say)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _caption(result: Result, seat: SeatResult, say: Catalogue) -> str:
    score = seat.score
    mean = say("sim.drawn_mean", mean=decimal(say, score.mean, 2), se=decimal(say, score.se, 2))
    if len(result.plan.bots) == 1 or seat.win_share is None:
        return mean
    return f"{mean}, {say('sim.drawn_wins', percent=decimal(say, 100 * seat.win_share, 1))}"


def _across(score: float, bins: list[range]) -> float:
    """The x coordinate of a score; a bin's scores lie around its middle."""
    first, end = bins[0].start - 0.5, bins[-1].stop - 0.5
    return LEFT + (WIDTH - LEFT - RIGHT) * (score - first) / (end - first)


def _panel(name: str, caption: str, column: list[float], tallest: float, base: int) -> list[str]:
    step = (WIDTH - LEFT - RIGHT) / len(column)
    room = PANEL - 24
    parts = [
        f'<text class="ink" x="{LEFT}" y="{base - PANEL + 14}" font-weight="600">{escape(name)}</text>',
        f'<text class="soft" x="{WIDTH - RIGHT}" y="{base - PANEL + 14}" text-anchor="end">'
        f"{escape(caption)}</text>",
    ]
    for n, share in enumerate(column):
        if share:
            high = max(1.0, room * share / tallest)
            parts.append(
                f'<rect class="bar" x="{LEFT + n * step + 0.5:.1f}" y="{base - high:.1f}"'
                f' width="{step - 1:.1f}" height="{high:.1f}"/>'
            )
    return [*parts, f'<line class="line" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{base}" y2="{base}"/>']


def _axis(bins: list[range], y: int, say: Catalogue) -> list[str]:
    """About eight scores below the last panel."""
    width = len(bins[0])
    every = -(-len(bins) // 8)
    return [
        f'<text class="soft" x="{_across(part.start, bins):.1f}" y="{y}" text-anchor="middle">'
        f"{decimal(say, part.start, 0)}</text>"
        for part in bins
        if (part.start // width) % every == 0
    ]
