"""Qwixx at a terminal: its sheets, its dice, and how a cross is typed."""

import re
from collections.abc import Sequence

from closecall.core.errors import BadNotation
from closecall.core.rules import Menu, Over, Seat, letter
from closecall.games.qwixx.moves import PASS, Cross, More, Move, Pass, Stop, format_move, parse_move
from closecall.games.qwixx.scoring import POINTS
from closecall.games.qwixx.state import COLOURS, MOST_GAMES, MOST_MISTHROWS, Lot, Outcome, Result, Roll
from closecall.games.qwixx.view import Effect, RowView, SheetView, View, colour_word, effect, why_not
from closecall.tui.screen import arranged, clipped, display_width, in_columns, padded, right_aligned, wrapped
from closecall.tui.show import Display, either, gain, listed, move_begun, points_words, seat_of, signed

HAS_SECRETS = False
HAS_DICE = True

_OTHER_LINES = 10
"""The lines of the screen that are not sheets: headline, news, dice, offer, prompt."""
_OTHER_LINES_IF_NARROW = 14
"""The same on a screen of less than 80 columns, where dice, offer and news take more lines."""


def headline(display: Display, view: View) -> str:
    """The game, and which one of the match."""
    say = display.say
    if view.one_more:
        return say("qwixx.headline_more", game=say("game.qwixx"), number=view.game)
    if view.games == 1:
        return say("game.qwixx")
    return say("qwixx.headline", game=say("game.qwixx"), number=view.game, games=view.games)


def table(display: Display, view: View) -> list[str]:
    """The viewer's sheet first, then the others, or a line for each where the screen is too small."""
    first = view.viewer or 0
    seats = [Seat((first + n) % len(view.sheets)) for n in range(len(view.sheets))]
    sheets = [sheet(display, view, seats[0]), *(_rows(display, view, seat) for seat in seats[1:])]
    if display.style.is_plain:
        return [line for lines in sheets for line in lines]
    whole = arranged(sheets, display.style.width)
    others = _OTHER_LINES if display.style.width >= 80 else _OTHER_LINES_IF_NARROW
    if view.is_asking:
        others += len(_tally(display, view))
    if len(whole) + others <= display.style.height:
        return whole
    return arranged(
        [sheets[0], ["", *(_title(display, view, seat) for seat in seats[1:])]], display.style.width
    )


def whole_table(display: Display, view: View) -> list[str]:
    """Every sheet."""
    if display.style.is_plain:
        return table(display, view)
    return arranged([sheet(display, view, Seat(n)) for n in range(len(view.sheets))], display.style.width)


def sheet(display: Display, view: View, seat: Seat) -> list[str]:
    """One player's sheet, with what its crosses are worth."""
    title, *rows, misthrows = _rows(display, view, seat)
    return [title, *rows, *_worth_of_crosses(display), misthrows]


def _worth_of_crosses(display: Display) -> list[str]:
    """The points for 1 to 12 crosses in a row, below its columns as on the printed sheet (Q10)."""
    say, crosses = display.say, range(1, len(POINTS))
    if display.style.is_plain:
        line = say("qwixx.spoken_points", points=", ".join(str(POINTS[n]) for n in crosses))
        return wrapped(line, display.style.width, hang="  ")
    return [
        display.paint("x" + "".join(f"{n:3}" for n in crosses), "dim"),
        display.paint("=" + "".join(f"{POINTS[n]:3}" for n in crosses), "dim"),
    ]


def _rows(display: Display, view: View, seat: Seat) -> list[str]:
    """One player's four rows, misthrows and points."""
    shown = view.sheets[seat]
    title = _title(display, view, seat)
    if display.style.is_plain:
        return [
            title,
            *(line for row in shown.rows for line in _spoken(display, view, row)),
            _misthrows(display, shown),
        ]
    return [
        display.paint(title, "bold"),
        *(_drawn(display, view, row) for row in shown.rows),
        _misthrows(display, shown),
    ]


def _title(display: Display, view: View, seat: Seat) -> str:
    say, n = display.say, view.sheets[seat].score.total
    name = display.title(seat)
    if view.games > 1:
        return say("qwixx.title_match", player=name, n=n, total=view.totals[seat])
    return say("qwixx.title", player=name, n=n)


def _drawn(display: Display, view: View, row: RowView) -> str:
    name = row.colour.name.lower()
    text = display.paint(row.colour.value, name, "bold")
    for number in row.numbers:
        if number in row.crossed:
            text += display.paint("  X", name, "bold")
        else:
            text += display.paint("  ·" if number in row.lost else f"{number:3}", name)
    is_closed = row.colour in view.closed
    return text + display.paint("  X" if row.locked else "  ·" if is_closed else "  L", name)


def _spoken(display: Display, view: View, row: RowView) -> list[str]:
    say = display.say
    free = [number for number in row.numbers if number not in row.crossed and number not in row.lost]
    line = say(
        "qwixx.spoken_row",
        colour=colour_word(row.colour),
        crossed=_numbers(row.crossed),
        free=_numbers(free),
        n=row.points,
    )
    if row.locked:
        line += " " + say("qwixx.spoken_locked")
    elif row.colour in view.closed:
        line += " " + say("qwixx.spoken_closed")
    return wrapped(line, display.style.width, hang="  ")


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or "–"


def _misthrows(display: Display, shown: SheetView) -> str:
    say, worth = display.say, shown.score
    rows = "+".join(map(str, worth.rows))
    if display.style.is_plain:
        return say("qwixx.spoken_misthrows", n=shown.misthrows, points=signed(worth.from_misthrows, plus=""))
    boxes = "".join("X" if n < shown.misthrows else "·" for n in range(MOST_MISTHROWS))
    return say("qwixx.worth", rows=rows, boxes=boxes, points=signed(worth.from_misthrows, plus=""))


def situation(display: Display, view: View) -> list[str]:
    """The dice that are still in the game, and which action they are for; between games, the results."""
    say = display.say
    if view.is_asking:
        return _tally(display, view)
    if view.dice is None or view.active is None:
        return []
    name = display.name(view.active)
    dice = say("qwixx.roll", name=name, dice=_dice(display, view.dice))
    if view.action == 1:
        return [dice, say("qwixx.action_1", sum=sum(view.dice.white))]
    return [dice, say("qwixx.action_2", name=name)]


def _dice(display: Display, roll: Roll) -> str:
    coloured = [
        (colour.value, colour.name.lower(), die) for colour, die in zip(COLOURS, roll.coloured, strict=True)
    ]
    dice = [*(("W", "white", die) for die in roll.white), *coloured]
    if display.style.is_plain:
        return ", ".join(f"{display.say(f'colour.{name}')} {die}" for _, name, die in dice if die)
    return "  ".join(display.paint(f"[{sign} {die}]", name) for sign, name, die in dice if die)


def news(display: Display, before: View, after: View) -> list[str]:
    """Who has crossed what, which rows have closed, and how a game has ended."""
    say = display.say
    lines = []
    if before.active is None and after.active is not None:
        lines.append(say("play.starts", name=display.name(after.active)))
    if before.action is not None:
        lines += _deeds(display, before, after)
    for colour in after.closed:
        if colour not in before.closed:
            lines.append(say("qwixx.closed", colour=colour_word(colour)))
    if len(after.results) > len(before.results) and (after.games > 1 or after.is_asking):
        lines.append(_game_over(display, len(after.results), after.results[-1]))
    if after.is_asking and not before.is_asking:
        lines.append(_why_ended(display, after.results[-1]))
    if before.is_asking and not after.is_asking:
        has_more = after.games > before.games
        lines.append(say("qwixx.goes_on", number=after.games) if has_more else say("qwixx.stops"))
    return lines


def _game_over(display: Display, number: int, result: Result) -> str:
    return display.say("qwixx.game_over", number=number, scores=_scores(display, result.scores))


def _tally(display: Display, view: View) -> list[str]:
    """The results of all games and their sums, in five columns as on the printed sheet (Q11)."""
    say, sums = display.say, view.totals
    if display.style.is_plain:
        games = [_game_over(display, n, result) for n, result in enumerate(view.results, 1)]
        return [*games, say("qwixx.spoken_sum", scores=_scores(display, sums))]
    empty = [""] * (MOST_GAMES - len(view.results))
    rows = [["", *map(str, range(1, MOST_GAMES + 1)), say("qwixx.sum")]]
    for n, total in enumerate(sums):
        scores = [signed(result.scores[n], plus="") for result in view.results]
        rows.append([display.title(Seat(n)), *scores, *empty, signed(total, plus="")])
    numbers = [
        "".join(right_aligned(cell, 5) for cell in row[1:-1]) + right_aligned(row[-1], 8) for row in rows
    ]
    room = display.style.width - display_width(numbers[0])
    names = [clipped(row[0], room) for row in rows]
    width = max(map(display_width, names))
    return [padded(name, width) + line for name, line in zip(names, numbers, strict=True)]


def _deeds(display: Display, before: View, after: View) -> list[str]:
    say = display.say
    lines, idle = [], []
    for n, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        what = _difference(display, old, new)
        if what:
            lines.append(say("play.did", name=display.name(Seat(n)), what=what))
        elif before.action == 1 or n == before.active:
            idle.append(Seat(n))
    if idle:
        lines.append(say("qwixx.no_cross", names=display.names(idle)))
    return lines


def _difference(display: Display, old: SheetView, new: SheetView) -> str | None:
    say, points = display.say, gain(display, new.score.total - old.score.total)
    if new.misthrows > old.misthrows:
        return say("qwixx.misthrow", gain=points)
    for was, is_now in zip(old.rows, new.rows, strict=True):
        if len(is_now.crossed) > len(was.crossed):
            colour, number = colour_word(is_now.colour), is_now.crossed[-1]
            if is_now.locked:
                return say("qwixx.did_lock", colour=colour, number=number, gain=points)
            return say("qwixx.did_cross", colour=colour, number=number, gain=points)
    return None


def _scores(display: Display, scores: Sequence[int]) -> str:
    return listed(
        display.say, [f"{display.name(Seat(n))} {signed(score, plus='')}" for n, score in enumerate(scores)]
    )


def offer(display: Display, view: View, menu: Menu[Move]) -> list[str]:
    """Every cross with its points; there are never more than nine moves."""
    if view.is_asking:  # The question names both moves.
        return []
    texts = []
    for move in menu:
        key = "-" if isinstance(move, Pass) else format_move(move)
        texts.append(f"{key:3} {_effect(display, effect(view, move))}")
    width = display.style.width - 1
    return [f" {line}" for line in in_columns(texts, width)]


def every_move(display: Display, view: View, menu: Menu[Move]) -> list[str]:
    """Each move with what it does, a line each."""
    return [f" {format_move(move):4} {choice(display, view, move)}" for move in menu]


def question(display: Display, view: View) -> str:
    """Which number to cross, if any, or whether to play one more game."""
    say = display.say
    if view.is_asking:
        return say("qwixx.ask_more")
    return say("qwixx.ask_1") if view.action == 1 else say("qwixx.ask_2")


_SHORT = re.compile(r"([^\W\d]*)\s*(\d{0,2})")


def complete(display: Display, view: View, menu: Menu[Move], text: str) -> Move:
    """Notation, a colour in the player's language, or a row or number alone where that leaves no doubt."""
    say = display.say
    words = text.strip().lower()
    if view.is_asking:
        return _more_or_stop(display, view, menu, words)
    if words in ("p", "-", "–", "pass", say("qwixx.pass").lower()):
        return PASS
    short = _SHORT.fullmatch(words)
    if short:
        word, number = short.groups()
        names = {say(colour_word(colour)).lower(): colour for colour in COLOURS}
        names |= {colour.name.lower(): colour for colour in COLOURS}
        word = names[word].value.lower() if word in names else word
        fits = [move for move in menu if isinstance(move, Cross) and _fits(move, word, number)]
        if len(fits) == 1:
            return fits[0]
        if len(fits) > 1:
            raise BadNotation("which_move", choices=either(say, [format_move(move) for move in fits]))
        words = f"{word}{number}"
    move = parse_move(words)
    if move not in menu:
        raise why_not(view, move)
    return move


def _more_or_stop(display: Display, view: View, menu: Menu[Move], typed: str) -> Move:
    """The beginning of a word, English or the player's."""
    words = [*((format_move(move), move) for move in menu), *((choice(display, view, m), m) for m in menu)]
    found = move_begun(words, typed)
    if found is None:
        raise why_not(view, parse_move(typed))
    return found


def _fits(move: Cross, word: str, number: str) -> bool:
    return word in ("", move.colour.value.lower()) and number in ("", str(move.number))


def choice(display: Display, view: View, move: Move) -> str:
    """A cross with its points and what it skips, or the pass."""
    say = display.say
    match move:
        case Cross(colour, number):
            done = _effect(display, effect(view, move))
            return say("qwixx.cross", colour=colour_word(colour), number=number, effect=done)
        case Pass():
            return _effect(display, effect(view, move))
        case More() | Stop():
            return say(f"qwixx.{format_move(move)}")


def _effect(display: Display, done: Effect) -> str:
    say = display.say
    if done.misthrow:
        return say("qwixx.pass_misthrow", gain=gain(display, done.points))
    if not done.points:
        return say("qwixx.pass")
    parts = [gain(display, done.points)]
    if done.locks:
        parts.append(say("qwixx.locks"))
    if done.skipped:
        parts.append(say("qwixx.skips", numbers=_numbers(done.skipped)))
    return ", ".join(parts)


def points(display: Display, n: int) -> str:
    """Points."""
    return points_words(display, n)


def reason(display: Display, view: View, over: Over) -> str:
    """Who has marked the fourth misthrow, or that two rows are closed (Q9)."""
    return _why_ended(display, view.results[-1])


def _why_ended(display: Display, result: Result) -> str:
    if result.misthrower is None:
        return display.say(result.reason)
    return display.say("qwixx.fourth_misthrow", name=display.name(result.misthrower))


def ending(display: Display, view: View, over: Over) -> list[str]:
    """The results of all games of a match."""
    return _tally(display, view) if len(view.results) > 1 else []


def notation(display: Display) -> list[str]:
    """How crosses are typed."""
    say = display.say
    return [
        say("help.qwixx_goal"),
        say("help.qwixx_cross"),
        say("help.qwixx_pass"),
        say("help.qwixx_signs"),
        say("help.qwixx_more"),
    ]


def outcome_question(display: Display, view: View) -> str:
    """The lot, or the dice still in the game."""
    say = display.say
    if view.active is None:
        return say("play.ask_lot", seats=either(say, [letter(Seat(n)) for n in range(len(view.sheets))]))
    return say("qwixx.ask_dice", name=display.name(view.active), dice=", ".join(_dice_names(display, view)))


def _dice_names(display: Display, view: View) -> list[str]:
    say = display.say
    is_new_game = len(view.results) == view.game  # The closed rows are still those of the last game.
    closed = () if is_new_game else view.closed
    return [say("colour.white")] * 2 + [
        say(colour_word(colour)) for colour in COLOURS if colour not in closed
    ]


def outcome(display: Display, view: View, text: str) -> Outcome:
    """A seat letter, or a digit for each die."""
    if view.active is None:
        seat = seat_of(display, text)
        if seat is None:
            raise BadNotation("lot_notation", text=text[:40])
        return Lot(seat)
    names = _dice_names(display, view)
    digits = re.sub(r"[\s,]+", "", text)
    if not re.fullmatch(f"[1-6]{{{len(names)}}}", digits):
        raise BadNotation("qwixx_dice_notation", text=text[:40], dice=", ".join(names), count=len(names))
    one, other, *rest = map(int, digits)
    open_names = names[2:]
    red, yellow, green, blue = (
        rest[open_names.index(name)] if (name := display.say(colour_word(colour))) in open_names else None
        for colour in COLOURS
    )
    return Roll((one, other), (red, yellow, green, blue))


def open_view(views: Sequence[View]) -> View:
    """Any view: nothing is hidden."""
    return views[0]
