"""Redraw the README's pictures of the terminal: python docs/pictures/make.py

Each is a real moment of a real game, shown as the terminal program shows it and written as SVG.
"""

import re
import sys
from html import escape
from pathlib import Path
from random import Random

from closecall import Player, new_match, with_fate
from closecall.bots import find_bot
from closecall.core.record import AnyMatch
from closecall.core.rules import Decision, Seat
from closecall.messages import catalogue
from closecall.tui.screen import Style
from closecall.tui.show import Display, show_of

FOLDER = Path(__file__).parent
SEED = bytes.fromhex("5eed" * 16)
MOMENTS = {"mark": 26, "qwixx": 23, "enough": 96}
"""The point of the match at which each picture is taken."""

_CELL, _LINE, _MARGIN = 8.4, 18, 14
_PART = re.compile(r"\x1b\[([0-9;]*)m")
_INK = {"97": "#ffffff", "30": "#000000"}
_FIELD = {
    "100": "#5c5c5c",
    "44": "#1f5fbf",
    "42": "#3fa34d",
    "43": "#e8c020",
    "41": "#c03030",
    "47": "#e8e8e8",
}


def moment(game: str, points: int) -> AnyMatch:
    """A game between bots, at a point where seat A has to decide."""
    seats = 3 if game == "enough" else 2
    match, rng = with_fate(new_match(game, seats), SEED), Random(1)
    bot = find_bot("greedy", game)
    assert bot is not None
    while isinstance(match.pending, Decision):
        if match.point >= points and Seat(0) in match.pending.menus:
            break
        for seat in match.pending.menus:
            match = match.commit(seat, bot.choose(match.seen_by(seat), rng), point=match.point)
        match = with_fate(match, SEED)
    return match


def screen(game: str) -> list[str]:
    """What the person at seat A sees, as lines with ANSI colours."""
    match = moment(game, MOMENTS[game])
    names = ("Ann", "Greedy", "Greedy 2")[: match.seats]
    players = tuple(Player(name, None if name == "Ann" else "greedy") for name in names)
    look = Display(catalogue("en"), players, Style(is_plain=False, has_colour=True, width=80))
    show, seen = show_of(game), match.seen_by(Seat(0))
    assert seen.menu is not None
    return [
        look.paint(show.headline(look, seen.view), "strong"),
        *show.table(look, seen.view),
        "",
        *show.situation(look, seen.view),
        *show.offer(look, seen.view, seen.menu),
        show.question(look, seen.view).rstrip(),
    ]


def svg(lines: list[str], title: str) -> str:
    """A dark terminal window with these lines."""
    columns = max(len(_PART.sub("", line)) for line in lines)
    width, height = round(columns * _CELL + 2 * _MARGIN), len(lines) * _LINE + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(title)}"'
        ' font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#16181d"/>',
    ]
    for row, line in enumerate(lines):
        parts += _line(line, _MARGIN + row * _LINE)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(line: str, top: float) -> list[str]:
    drawn: list[str] = []
    codes: list[str] = []
    column = 0
    for n, piece in enumerate(_PART.split(line)):
        if n % 2:
            codes = [code for code in piece.split(";") if code not in ("", "0")]
        elif piece:
            drawn += _run(piece, codes, _MARGIN + column * _CELL, top)
            column += len(piece)
    return drawn


def _run(text: str, codes: list[str], left: float, top: float) -> list[str]:
    width = len(text) * _CELL
    ink = next((_INK[code] for code in codes if code in _INK), "#d8dade")
    field = next((_FIELD[code] for code in codes if code in _FIELD), None)
    if "7" in codes:
        ink, field = "#16181d", "#d8dade"
    extra = ' font-weight="bold"' if "1" in codes else ' opacity="0.65"' if "2" in codes else ""
    parts = []
    if field:
        parts.append(f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_LINE}" fill="{field}"/>')
    if text.strip():
        parts.append(
            f'<text x="{left:.1f}" y="{top + 13}" fill="{ink}" textLength="{width:.1f}" '
            f'xml:space="preserve"{extra}>{escape(text)}</text>'
        )
    return parts


def pictures() -> dict[str, str]:
    """All pictures by file name."""
    return {f"{game}.svg": svg(screen(game), f"{game} in the terminal") for game in MOMENTS}


def main() -> None:
    """Write them beside this file."""
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(f"docs/pictures/{name}", file=sys.stderr)


if __name__ == "__main__":
    main()
