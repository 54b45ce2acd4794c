"""The histogram of a simulation as an SVG: a panel for each bot, on one scale, readable on light and dark.

Nothing is told by colour alone: each panel has its name, and the mean is a line with its number.
"""

from xml.sax.saxutils import escape

from closecall.cli.numbers import decimal, grouped
from closecall.cli.simulated import bins_of, names, shares
from closecall.messages import Catalogue
from closecall.sim.result import Result, SeatResult

WIDTH, LEFT, RIGHT, TOP, PANEL, GAP, FOOT = 720, 24, 24, 56, 110, 40, 44
BINS = 60

STYLE = """
  .paper { fill: #ffffff } .ink { fill: #1b1b1f } .soft { fill: #55555f } .bar { fill: #3a6ea5 }
  .line { stroke: #55555f; stroke-width: 1 } .mean { stroke: #1b1b1f; stroke-width: 2; stroke-dasharray: 5 3 }
  text { font: 14px system-ui, sans-serif; font-variant-numeric: tabular-nums } .title { font-size: 17px }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #17171b } .ink { fill: #f2f2f5 } .soft { fill: #b4b4bf } .bar { fill: #7fb0e6 }
    .line { stroke: #b4b4bf } .mean { stroke: #f2f2f5 }
  }
"""


def drawing(result: Result, say: Catalogue) -> str:
    """The picture."""
    bins = bins_of(result, BINS)
    columns = [shares(seat, bins) for seat in result.seats]
    tallest = max(share for column in columns for share in column)
    height = TOP + len(columns) * (PANEL + GAP) + FOOT - GAP
    title = say("sim.drawing", game=say(f"game.{result.plan.game}"), games=grouped(say, result.games))
    told = [_told(result, seat, say) for seat in result.seats]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-labelledby="title told" font-family="sans-serif">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="told">{escape("; ".join(map(": ".join, zip(names(result), told, strict=True))))}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        f'<text class="ink title" x="{LEFT}" y="30">{escape(title)}</text>',
    ]
    for n, (name, column) in enumerate(zip(names(result), columns, strict=True)):
        base = TOP + n * (PANEL + GAP) + PANEL
        parts += _panel(name, told[n], column, tallest, base)
        mean = result.seats[n].score.mean
        assert mean is not None
        at = _across(mean, bins)
        parts.append(f'<line class="mean" x1="{at:.1f}" x2="{at:.1f}" y1="{base - PANEL + 22}" y2="{base}"/>')
    parts += _axis(bins, height - FOOT + 16, say)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _told(result: Result, seat: SeatResult, say: Catalogue) -> str:
    score = seat.score
    mean = say("sim.drawn_mean", mean=decimal(say, score.mean, 2), se=decimal(say, score.se, 2))
    if len(result.plan.bots) == 1 or seat.win_share is None:
        return mean
    return f"{mean}, {say('sim.drawn_wins', percent=decimal(say, 100 * seat.win_share, 1))}"


def _across(score: float, bins: list[range]) -> float:
    """Where a score lies from left to right; a part's numbers lie in its middle."""
    first, end = bins[0].start - 0.5, bins[-1].stop - 0.5
    return LEFT + (WIDTH - LEFT - RIGHT) * (score - first) / (end - first)


def _panel(name: str, told: str, column: list[float], tallest: float, base: int) -> list[str]:
    step = (WIDTH - LEFT - RIGHT) / len(column)
    room = PANEL - 24
    parts = [
        f'<text class="ink" x="{LEFT}" y="{base - PANEL + 14}" font-weight="600">{escape(name)}</text>',
        f'<text class="soft" x="{WIDTH - RIGHT}" y="{base - PANEL + 14}" text-anchor="end">'
        f"{escape(told)}</text>",
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
