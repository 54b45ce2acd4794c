"""The results of a league: as text, as JSON, and as a page with a picture."""

import shlex
from math import comb
from typing import Any
from xml.sax.saxutils import escape

from closecall.cli.number_format import decimal, grouped
from closecall.cli.simulate_report import STYLE, names_of
from closecall.core import codec
from closecall.games import rules_of
from closecall.messages import Catalogue
from closecall.sim.league import League, Standing
from closecall.sim.ratings import Meeting, Rating, by_strength, meeting, ratings_of
from closecall.sim.statistics import wilson
from closecall.tui.screen import Style, display_width, padded, right_aligned

Rows = list[list[str]]

_LEAGUE_STYLE = ".dot { fill: #3a6ea5 } .reach { stroke: #3a6ea5; stroke-width: 3 }"
_DARK_STYLE = "@media (prefers-color-scheme: dark) { .dot { fill: #7fb0e6 } .reach { stroke: #7fb0e6 } }"
WIDTH, LEFT, RIGHT, TOP, LINE, FOOT = 720, 150, 70, 60, 34, 40


def as_json(league: League, standing: Standing) -> dict[str, Any]:
    """Everything, as JSON values, the strongest bot first."""
    ratings = ratings_of(league, standing)
    bots = by_strength(league, standing)
    return {
        "game": league.game,
        "seats": league.seats,
        "games": standing.played,
        "asked": league.games,
        "compiled": league.is_compiled(),
        "seed": league.seed,
        "options": codec.encode(rules_of(league.game).OPTIONS, league.options),
        "bots": [
            {
                "bot": bot,
                "rating": ratings[bot].mean,
                "rating_ci": [ratings[bot].low, ratings[bot].high],
                **_meeting_json(meeting(league, standing, bot)),
                "against": {
                    other: _meeting_json(meeting(league, standing, bot, other))
                    for other in bots
                    if other != bot
                },
            }
            for bot in bots
        ],
    }


def _meeting_json(met: Meeting | None) -> dict[str, Any]:
    if met is None:
        nothing = dict.fromkeys(("win_share", "win_ci", "mean"))
        return {"games": 0, "independent_games": 0.0, **nothing, "lost_moves": 0}
    return {
        "games": met.games,
        "independent_games": met.independent,
        "win_share": met.share,
        "win_ci": list(wilson(met.share, met.independent)),
        "mean": met.points,
        "lost_moves": met.lost,
    }


# For people.


def report(league: League, standing: Standing, say: Catalogue, style: Style) -> list[str]:
    """The ranking and the cross table."""
    if not standing.played:
        return [_head(league, standing, say)]
    ranking, cross = _aligned(_ranking(league, standing, say)), _aligned(_cross(league, standing, say))
    return [
        _head(league, standing, say),
        "",
        style.paint(ranking[0], "bold"),
        *ranking[1:],
        "",
        say("league.cross", n=league.seats),
        "",
        style.paint(cross[0], "bold"),
        *cross[1:],
        *_lost(league, standing, say),
    ]


def _lost(league: League, standing: Standing, say: Catalogue) -> list[str]:
    """A sentence for every program for which another bot had to move."""
    names, lines = names_of(league.bots), []
    for bot in league.bots:
        met = meeting(league, standing, bot)
        if met is not None and met.lost:
            lines.append(say("league.lost", name=names[bot], n=met.lost))
    return ["", *lines] if lines else []


def _head(league: League, standing: Standing, say: Catalogue) -> str:
    return say(
        "league.head",
        game=say(f"game.{league.game}"),
        n=standing.played,
        games=grouped(say, standing.played),
        seats=league.seats,
        seed=league.seed,
    )


def _ranking(league: League, standing: Standing, say: Catalogue) -> Rows:
    ratings, names = ratings_of(league, standing), names_of(league.bots)
    titles = ("bot", "rating", "wins", "interval", "points", "games")
    rows = [["", *[say(f"league.{title}") for title in titles]]]
    for n, bot in enumerate(by_strength(league, standing)):
        met = meeting(league, standing, bot)
        if met is not None:
            rows.append([f"{n + 1}", names[bot], *_cells(met, ratings[bot], say)])
    return rows


def _cells(met: Meeting, rating: Rating, say: Catalogue) -> list[str]:
    low, high = [decimal(say, 100 * bound, 1) for bound in wilson(met.share, met.independent)]
    sure = decimal(say, (rating.high - rating.low) / 2, 1)
    return [
        f"{decimal(say, rating.mean, 1)} ± {sure}",
        f"{decimal(say, 100 * met.share, 1)} %",
        f"{low}–{high}",
        decimal(say, met.points, 1),
        grouped(say, met.games),
    ]


def _cross(league: League, standing: Standing, say: Catalogue) -> Rows:
    """How often a row's bot wins where it meets the column's."""
    bots, names = by_strength(league, standing), names_of(league.bots)
    rows = [["", *[names[bot] for bot in bots]]]
    for bot in bots:
        met = [None if other == bot else meeting(league, standing, bot, other) for other in bots]
        rows.append(
            [names[bot], *["–" if one is None else f"{decimal(say, 100 * one.share, 1)} %" for one in met]]
        )
    return rows


def _aligned(rows: Rows) -> list[str]:
    widths = [max(display_width(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = []
    for row in rows:
        # Names to the left, numbers to the right.
        cells = [
            padded(cell, width) if n == 0 or rows[1][n][:1].isalpha() else right_aligned(cell, width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def page(league: League, standing: Standing, drawn: str, options: list[str], say: Catalogue) -> str:
    """The page for the documents; `options` are the game options as they were given."""
    title = say("league.title", game=say(f"game.{league.game}"))
    return "\n".join(
        [
            f"# {title}",
            "",
            _head(league, standing, say),
            "",
            f"![{title}]({drawn})",
            "",
            *_markdown(_ranking(league, standing, say)),
            "",
            say("league.cross", n=league.seats),
            "",
            *_markdown(_cross(league, standing, say)),
            *_lost(league, standing, say),
            *_again(league, standing, options, say),
            "",
        ]
    )


def _again(league: League, standing: Standing, options: list[str], say: Catalogue) -> list[str]:
    """The command that repeats these games; none if the league was stopped halfway through a round."""
    lineups = comb(len(league.bots), league.seats)
    if len(set(standing.games)) > 1:
        return []
    return ["", say("league.again", command=f"`{_command(league, standing.played // lineups, options)}`")]


def _command(league: League, each: int, options: list[str]) -> str:
    asked = ["--seats", f"{league.seats}", "--games", f"{each}", "--seed", f"{league.seed}"]
    return shlex.join(["closecall", "league", league.game, "--bots", ",".join(league.bots), *asked, *options])


def _markdown(rows: Rows) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [lines[0], f"|{'---|' * len(rows[0])}", *lines[1:]]


def picture(league: League, standing: Standing, say: Catalogue) -> str:
    """Every bot's share of wins with its interval, the strongest on top; a dashed line marks equal shares."""
    names = names_of(league.bots)
    bots = [bot for bot in by_strength(league, standing) if meeting(league, standing, bot) is not None]
    height = TOP + LINE * len(bots) + FOOT
    title = say("league.title", game=say(f"game.{league.game}"))
    par = _across(1 / league.seats)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-labelledby="title" font-family="sans-serif">',
        f'<title id="title">{escape(title)}</title>',
        f"<style>{STYLE}{_LEAGUE_STYLE}{_DARK_STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        f'<text class="ink title" x="24" y="30">{escape(title)}</text>',
        f'<line class="mean" x1="{par:.1f}" x2="{par:.1f}" y1="{TOP - 12}" y2="{height - FOOT}"/>',
    ]
    for n, bot in enumerate(bots):
        met = meeting(league, standing, bot)
        assert met is not None
        parts += _whisker(names[bot], met, TOP + LINE * n + LINE // 2, say)
    for percent in (0, 25, 50, 75, 100):
        at = _across(percent / 100)
        parts.append(
            f'<text class="soft" x="{at:.1f}" y="{height - 14}" text-anchor="middle">{percent} %</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _across(share: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * share


def _whisker(name: str, met: Meeting, y: int, say: Catalogue) -> list[str]:
    low, high = wilson(met.share, met.independent)
    told = f"{decimal(say, 100 * met.share, 1)} %"
    return [
        f'<text class="ink" x="{LEFT - 14}" y="{y + 5}" text-anchor="end">{escape(name)}</text>',
        f'<line class="reach" x1="{_across(low):.1f}" x2="{_across(high):.1f}" y1="{y}" y2="{y}"/>',
        f'<circle class="dot" cx="{_across(met.share):.1f}" cy="{y}" r="6"/>',
        f'<text class="soft" x="{WIDTH - 12}" y="{y + 5}" text-anchor="end">{told}</text>',
    ]
