"""What came of a simulation, as lines of text: a table with a column for each bot, and a histogram."""

from collections.abc import Sequence

from closecall.bots import OUTSIDE
from closecall.bots.external import program_name
from closecall.cli.numbers import decimal, grouped
from closecall.core.rules import Seat, letter
from closecall.messages import Catalogue
from closecall.sim.result import Result, SeatResult
from closecall.sim.statistics import PERCENTILES
from closecall.tui.screen import Style, clipped, padded, right_aligned

COLUMN = 13
"""How wide the column of a bot is at most."""
BINS = 20


def report(result: Result, say: Catalogue, style: Style) -> list[str]:
    """The table, under a line that says how to get it again."""
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
    """The bots with the letters of their seats, so that equal ones can be told apart."""
    return [f"{letter(Seat(n))} {bot_name(bot)}" for n, bot in enumerate(result.plan.bots)]


def bot_name(bot: str) -> str:
    """What a bot is called in a table; a program after its file."""
    return program_name(bot) if bot.startswith(OUTSIDE) else bot


def names_of(bots: Sequence[str]) -> dict[str, str]:
    """What bots are called, with a number where programs are called alike."""
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


# The histogram.


def bins_of(result: Result, most: int = BINS) -> list[range]:
    """Equal parts of the scores from the least to the most, at most so many.

    Their width is one that people can read: 1, 2 or 5, or ten or a hundred times that.
    """
    scores = [score for seat in result.seats for score in seat.scores]
    least, last = min(scores), max(scores)
    steps = [unit * 10**power for power in range(6) for unit in (1, 2, 5)]
    width = next(step for step in steps if last // step - least // step < most)
    return [range(at * width, (at + 1) * width) for at in range(least // width, last // width + 1)]


def shares(seat: SeatResult, bins: list[range]) -> list[float]:
    """The share of a bot's games in each of the parts."""
    games = sum(seat.scores.values())
    first, width = bins[0].start, len(bins[0])
    found = [0] * len(bins)
    for score, count in seat.scores.items():
        found[(score - first) // width] += count
    return [count / games for count in found]


def bin_name(part: range) -> str:
    """What stands beside a part: a score, or from where to where."""
    ends = [str(end).replace("-", "−") for end in (part[0], part[-1])]
    return ends[0] if len(part) == 1 else " … ".join(ends)


def histogram(result: Result, say: Catalogue, style: Style) -> list[str]:
    """How the scores of each bot are spread, as bars of text."""
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
    # A part in which there is something must not look empty.
    return f"{'█' * max(round(share * scale), 0) or '▏'} {_short_percent(say, share)}"


def _short_percent(say: Catalogue, share: float) -> str:
    return f"{decimal(say, 100 * share, 1)} %"
