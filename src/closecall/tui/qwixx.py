"""Qwixx at a terminal: its sheets, its dice, and how a cross is typed."""

import re
from collections.abc import Sequence

from closecall.core.errors import BadNotation
from closecall.core.rules import Menu, Over, Seat, letter
from closecall.games.qwixx.moves import PASS, Cross, Move, Pass, format_move, parse_move
from closecall.games.qwixx.state import COLOURS, MOST_MISTHROWS, Lot, Outcome, Roll
from closecall.games.qwixx.view import Effect, RowView, SheetView, View, colour_word, effect, why_not
from closecall.tui.screen import arranged, in_columns, wrapped
from closecall.tui.show import Look, either, gain, listed, points_words, seat_of, signed

HAS_SECRETS = False
HAS_DICE = True

_OTHER_LINES = 11
"""What else is on the screen: headline, news, dice, offer, prompt."""


def headline(look: Look, view: View) -> str:
    """The game, and which one of the match."""
    say = look.say
    if view.games == 1:
        return say("game.qwixx")
    return say("qwixx.headline", game=say("game.qwixx"), number=view.game, games=view.games)


def table(look: Look, view: View) -> list[str]:
    """The viewer's sheet first, then the others if the screen has room, else a line for each of them."""
    first = view.viewer or 0
    seats = [Seat((first + n) % len(view.sheets)) for n in range(len(view.sheets))]
    sheets = [sheet(look, view, seat) for seat in seats]
    if look.style.is_plain:
        return [line for lines in sheets for line in lines]
    whole = arranged(sheets, look.style.width)
    if len(whole) + _OTHER_LINES <= look.style.height:
        return whole
    return arranged([sheets[0], ["", *(_title(look, view, seat) for seat in seats[1:])]], look.style.width)


def sheet(look: Look, view: View, seat: Seat) -> list[str]:
    """One player's sheet: four rows, misthrows, points."""
    shown = view.sheets[seat]
    title = _title(look, view, seat)
    if look.style.is_plain:
        return [
            title,
            *(line for row in shown.rows for line in _spoken(look, view, row)),
            _misthrows(look, shown),
        ]
    return [
        look.paint(title, "bold"),
        *(_drawn(look, view, row) for row in shown.rows),
        _misthrows(look, shown),
    ]


def _title(look: Look, view: View, seat: Seat) -> str:
    say, n = look.say, view.sheets[seat].score.total
    name = look.title(seat)
    if view.games > 1:
        return say("qwixx.title_match", player=name, n=n, total=view.totals[seat])
    return say("qwixx.title", player=name, n=n)


def _drawn(look: Look, view: View, row: RowView) -> str:
    name = row.colour.name.lower()
    text = look.paint(row.colour.value, name, "bold")
    for number in row.numbers:
        if number in row.crossed:
            text += look.paint("  X", name, "bold")
        else:
            text += look.paint("  ·" if number in row.lost else f"{number:3}", name)
    is_closed = row.colour in view.closed
    return text + look.paint("  X" if row.locked else "  ·" if is_closed else "  L", name)


def _spoken(look: Look, view: View, row: RowView) -> list[str]:
    say = look.say
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
    return wrapped(line, look.style.width, hang="  ")


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or "–"


def _misthrows(look: Look, shown: SheetView) -> str:
    say, worth = look.say, shown.score
    rows = "+".join(map(str, worth.rows))
    if look.style.is_plain:
        return say("qwixx.spoken_misthrows", n=shown.misthrows, points=signed(worth.from_misthrows, plus=""))
    boxes = "".join("X" if n < shown.misthrows else "·" for n in range(MOST_MISTHROWS))
    return say("qwixx.worth", rows=rows, boxes=boxes, points=signed(worth.from_misthrows, plus=""))


def situation(look: Look, view: View) -> list[str]:
    """The dice that are still in the game, and which action they are for."""
    say = look.say
    if view.dice is None or view.active is None:
        return []
    name = look.name(view.active)
    dice = say("qwixx.roll", name=name, dice=_dice(look, view.dice))
    if view.action == 1:
        return [dice, say("qwixx.action_1", sum=sum(view.dice.white))]
    return [dice, say("qwixx.action_2", name=name)]


def _dice(look: Look, roll: Roll) -> str:
    coloured = [
        (colour.value, colour.name.lower(), die) for colour, die in zip(COLOURS, roll.coloured, strict=True)
    ]
    dice = [*(("W", "white", die) for die in roll.white), *coloured]
    if look.style.is_plain:
        return ", ".join(f"{look.say(f'colour.{name}')} {die}" for _, name, die in dice if die)
    return "  ".join(look.paint(f"[{sign} {die}]", name) for sign, name, die in dice if die)


def news(look: Look, before: View, after: View) -> list[str]:
    """Who has crossed what, which rows have closed, and how a game has ended."""
    say = look.say
    lines = []
    if before.active is None and after.active is not None:
        lines.append(say("play.starts", name=look.name(after.active)))
    if before.action is not None:
        lines += _deeds(look, before, after)
    for colour in after.closed:
        if colour not in before.closed:
            lines.append(say("qwixx.closed", colour=colour_word(colour)))
    if len(after.results) > len(before.results) and after.games > 1:
        lines += [
            say("qwixx.game_over", number=len(after.results), scores=_result(look, after.results[-1].scores))
        ]
    return lines


def _deeds(look: Look, before: View, after: View) -> list[str]:
    say = look.say
    lines, idle = [], []
    for n, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        what = _difference(look, old, new)
        if what:
            lines.append(say("play.did", name=look.name(Seat(n)), what=what))
        elif before.action == 1 or n == before.active:
            idle.append(Seat(n))
    if idle:
        lines.append(say("qwixx.no_cross", names=look.names(idle)))
    return lines


def _difference(look: Look, old: SheetView, new: SheetView) -> str | None:
    say, points = look.say, gain(look, new.score.total - old.score.total)
    if new.misthrows > old.misthrows:
        return say("qwixx.misthrow", gain=points)
    for was, is_now in zip(old.rows, new.rows, strict=True):
        if len(is_now.crossed) > len(was.crossed):
            colour, number = colour_word(is_now.colour), is_now.crossed[-1]
            if is_now.locked:
                return say("qwixx.did_lock", colour=colour, number=number, gain=points)
            return say("qwixx.did_cross", colour=colour, number=number, gain=points)
    return None


def _result(look: Look, scores: Sequence[int]) -> str:
    return listed(
        look.say, [f"{look.name(Seat(n))} {signed(score, plus='')}" for n, score in enumerate(scores)]
    )


def offer(look: Look, view: View, menu: Menu[Move]) -> list[str]:
    """Every cross with its points; there are never more than nine moves."""
    texts = []
    for move in menu:
        key = "-" if isinstance(move, Pass) else format_move(move)
        texts.append(f"{key:3} {_effect(look, effect(view, move))}")
    width = look.style.width - 1
    return [f" {line}" for line in in_columns(texts, width)]


def every_move(look: Look, view: View, menu: Menu[Move]) -> list[str]:
    """Each move with what it does, a line each."""
    return [f" {format_move(move):4} {choice(look, view, move)}" for move in menu]


def question(look: Look, view: View) -> str:
    """Which number to cross, if any."""
    say = look.say
    return say("qwixx.ask_1") if view.action == 1 else say("qwixx.ask_2")


_SHORT = re.compile(r"([^\W\d]*)\s*(\d{0,2})")


def complete(look: Look, view: View, menu: Menu[Move], text: str) -> Move:
    """Notation, a colour in the player's language, or a row or number alone where that leaves no doubt."""
    say = look.say
    words = text.strip().lower()
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


def _fits(move: Cross, word: str, number: str) -> bool:
    return word in ("", move.colour.value.lower()) and number in ("", str(move.number))


def choice(look: Look, view: View, move: Move) -> str:
    """A cross with its points and what it skips, or the pass."""
    say = look.say
    done = _effect(look, effect(view, move))
    match move:
        case Cross(colour, number):
            return say("qwixx.cross", colour=colour_word(colour), number=number, effect=done)
        case Pass():
            return done


def _effect(look: Look, done: Effect) -> str:
    say = look.say
    if done.misthrow:
        return say("qwixx.pass_misthrow", gain=gain(look, done.points))
    if not done.points:
        return say("qwixx.pass")
    parts = [gain(look, done.points)]
    if done.locks:
        parts.append(say("qwixx.locks"))
    if done.skipped:
        parts.append(say("qwixx.skips", numbers=_numbers(done.skipped)))
    return ", ".join(parts)


def points(look: Look, n: int) -> str:
    """Points."""
    return points_words(look, n)


def ending(look: Look, view: View, over: Over) -> list[str]:
    """The results of all games of a match."""
    if view.games == 1:
        return []
    say = look.say
    results = enumerate(view.results, 1)
    return [say("qwixx.game_over", number=n, scores=_result(look, result.scores)) for n, result in results]


def notation(look: Look) -> list[str]:
    """How crosses are typed."""
    say = look.say
    return [say("help.qwixx_goal"), say("help.qwixx_cross"), say("help.qwixx_pass"), say("help.qwixx_signs")]


def outcome_question(look: Look, view: View) -> str:
    """The lot, or the dice still in the game."""
    say = look.say
    if view.active is None:
        return say("play.ask_lot", seats=either(say, [letter(Seat(n)) for n in range(len(view.sheets))]))
    return say("qwixx.ask_dice", name=look.name(view.active), dice=", ".join(_dice_names(look, view)))


def _dice_names(look: Look, view: View) -> list[str]:
    say = look.say
    is_new_game = len(view.results) == view.game  # The closed rows are still those of the last game.
    closed = () if is_new_game else view.closed
    return [say("colour.white")] * 2 + [
        say(colour_word(colour)) for colour in COLOURS if colour not in closed
    ]


def outcome(look: Look, view: View, text: str) -> Outcome:
    """A seat letter, or a digit for each die."""
    if view.active is None:
        seat = seat_of(look, text)
        if seat is None:
            raise BadNotation("lot_notation", text=text[:40])
        return Lot(seat)
    names = _dice_names(look, view)
    digits = re.sub(r"[\s,]+", "", text)
    if not re.fullmatch(f"[1-6]{{{len(names)}}}", digits):
        raise BadNotation("qwixx_dice_notation", text=text[:40], dice=", ".join(names), count=len(names))
    one, other, *rest = map(int, digits)
    open_names = names[2:]
    red, yellow, green, blue = (
        rest[open_names.index(name)] if (name := look.say(colour_word(colour))) in open_names else None
        for colour in COLOURS
    )
    return Roll((one, other), (red, yellow, green, blue))


def open_view(views: Sequence[View]) -> View:
    """Everybody sees everything."""
    return views[0]
