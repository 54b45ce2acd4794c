"""Close to the Mark! at a terminal: its sheets, its menu, and how an entry is typed."""

import re
from collections.abc import Sequence

from closecall.core.errors import BadNotation, IllegalMove
from closecall.core.rules import Menu, Over, Seat, letter
from closecall.games.mark.layout import (
    BOXES,
    COLOURS,
    SIZE,
    Circle,
    Colour,
    Layout,
    circle_name,
    colours_of,
)
from closecall.games.mark.moves import Choose, Enter, Move, format_move, parse_move
from closecall.games.mark.scoring import grade
from closecall.games.mark.state import ROUNDS, Lot, Outcome, Roll
from closecall.games.mark.view import Effect, Sheet, View, colour_word, effect, own_sheet, why_not
from closecall.messages import Word
from closecall.tui.screen import arranged, display_width, in_columns, padded, wrapped
from closecall.tui.show import Display, either, gain, points_words, seat_of

HAS_SECRETS = False
HAS_DICE = True

_OTHER_LINES = 11
"""The lines of the screen that are not sheets: headline, news, dice, offer, prompt."""


def headline(display: Display, view: View) -> str:
    """The game and its round."""
    say = display.say
    if view.round == ROUNDS or view.dice is None:
        return say("game.mark")
    return say("mark.headline", game=say("game.mark"), round=view.round + 1, rounds=ROUNDS)


def table(display: Display, view: View) -> list[str]:
    """The viewer's sheet first, then the others, or a line for each where the screen is too small."""
    seats, style = _from_viewer(view), display.style
    if style.is_plain:
        return [line for seat in seats for line in sheet(display, view, seat)]
    sheets = [sheet(display, view, seat) for seat in seats]
    whole = arranged(sheets, style.width)
    if len(whole) + _OTHER_LINES <= style.height:
        return whole
    titles = [_title(display, view.sheets[seat], seat) for seat in seats[1:]]
    return arranged([sheets[0], ["", *titles]], style.width)


def whole_table(display: Display, view: View) -> list[str]:
    """Every sheet."""
    if display.style.is_plain:
        return table(display, view)
    return arranged([sheet(display, view, Seat(n)) for n in range(len(view.sheets))], display.style.width)


def _from_viewer(view: View) -> list[Seat]:
    first = view.viewer or 0
    return [Seat((first + n) % len(view.sheets)) for n in range(len(view.sheets))]


def _title(display: Display, shown: Sheet, seat: Seat) -> str:
    say, worth = display.say, shown.score
    if shown.colour is None:
        return say("mark.title_no_colour", player=display.title(seat))
    return say("mark.title", player=display.title(seat), colour=colour_word(shown.colour), n=worth.total)


def sheet(display: Display, view: View, seat: Seat) -> list[str]:
    """One player's sheet: its circles, boxes and points."""
    shown = view.sheets[seat]
    title = _title(display, shown, seat)
    lines, extremes = shown.score.from_lines, shown.score.from_extremes
    worth = display.say("mark.worth", lines=lines, extremes=extremes, n=shown.score.extreme_crosses)
    if display.style.is_plain:
        return [title, *_spoken(display, view.layout, shown), worth]
    return [display.paint(title, "bold"), *_drawn(display, view.layout, shown), worth]


def _drawn(display: Display, layout: Layout, shown: Sheet) -> list[str]:
    crosses, points = shown.score.crosses, shown.score.lines
    lines = ["   " + "".join(f"  {column}   " for column in "abcde")]
    for row in range(SIZE):
        cells = [_cell(display, layout, shown, Circle(SIZE * row + column)) for column in range(SIZE)]
        text = cells[0]
        for column in range(1, SIZE):
            text += _box(display, crosses[4 * row + column - 1]) + cells[column]
        lines.append(f"{row + 1}  {text} {points[row]:3}")
        if row < SIZE - 1:
            boxes = crosses[20 + SIZE * row : 25 + SIZE * row]
            lines.append("   " + "".join(f"  {_box(display, box)}   " for box in boxes))
    return [*lines, "  " + "".join(f"{score:4}  " for score in points[SIZE:])]


def _box(display: Display, is_crossed: bool) -> str:
    return display.paint("x", "bold") if is_crossed else "·"


def _cell(display: Display, layout: Layout, shown: Sheet, circle: Circle) -> str:
    colour = colours_of(layout)[circle]
    number = shown.numbers[circle]
    name = colour.name.lower()
    text = f"({number or '':>2}{colour.value})"
    return display.paint(text, name, "bold") if number else display.paint(text, name)


def _spoken(display: Display, layout: Layout, shown: Sheet) -> list[str]:
    say, points = display.say, shown.score.lines
    lines = []
    for row in range(SIZE):
        circles = [_said(display, layout, shown, Circle(SIZE * row + column)) for column in range(SIZE)]
        line = say("mark.spoken_row", row=row + 1, circles=", ".join(circles), n=points[row])
        lines += wrapped(line, display.style.width, hang="  ")
    crossed = [box for box, is_crossed in enumerate(shown.score.crosses) if is_crossed]
    pairs = ", ".join(f"{circle_name(BOXES[box][0])}-{circle_name(BOXES[box][1])}" for box in crossed)
    lines += wrapped(say("mark.spoken_crosses", pairs=pairs or "–"), display.style.width, hang="  ")
    columns = [f"{name} {score}" for name, score in zip("abcde", points[SIZE:], strict=True)]
    return [*lines, say("mark.spoken_columns", points=", ".join(columns))]


def _said(display: Display, layout: Layout, shown: Sheet, circle: Circle) -> str:
    say, number = display.say, shown.numbers[circle]
    colour = colour_word(colours_of(layout)[circle])
    number_or_not = str(number) if number else say("mark.empty")
    return say("mark.spoken_circle", circle=circle_name(circle), colour=colour, number=number_or_not)


def situation(display: Display, view: View) -> list[str]:
    """The dice, with the letters of their colours."""
    if view.dice is None or view.roller is None:
        return []
    dice = zip(COLOURS, view.dice, strict=True)
    if display.style.is_plain:
        words = ", ".join(f"{display.say(colour_word(colour))} {die}" for colour, die in dice)
    else:
        words = "  ".join(
            display.paint(f"[{colour.value} {die}]", colour.name.lower()) for colour, die in dice
        )
    return [display.say("mark.roll", name=display.name(view.roller), dice=words)]


def news(display: Display, before: View, after: View) -> list[str]:
    """Who starts, who plays which colour, and what everybody has entered."""
    say = display.say
    lines = []
    if before.starter is None and after.starter is not None:
        lines.append(say("play.starts", name=display.name(after.starter)))
    for n, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        name = display.name(Seat(n))
        if old.colour is None and new.colour is not None:
            lines.append(say("mark.plays", name=name, colour=colour_word(new.colour)))
        if old.numbers != new.numbers:
            circle = next(Circle(at) for at, number in enumerate(old.numbers) if number != new.numbers[at])
            lines.append(
                say("play.did", name=name, what=_entered(display, circle, _difference(old, new, circle)))
            )
    return lines


def _difference(old: Sheet, new: Sheet, circle: Circle) -> Effect:
    boxes = range(len(BOXES))
    return Effect(
        number=new.numbers[circle],
        crosses=tuple(box for box in boxes if new.score.crosses[box] and not old.score.crosses[box]),
        from_lines=new.score.from_lines - old.score.from_lines,
        from_extremes=new.score.from_extremes - old.score.from_extremes,
    )


def _entered(display: Display, circle: Circle, done: Effect) -> str:
    say = display.say
    return say(
        "mark.entered",
        number=done.number,
        circle=circle_name(circle),
        crosses=say("mark.crosses", n=len(done.crosses)),
        gain=gain(display, done.from_lines + done.from_extremes),
    )


def offer(display: Display, view: View, menu: Menu[Move]) -> list[str]:
    """The free colours, or a line for each of the other dice and one for the viewer's own colour."""
    say = display.say
    entries = [move for move in menu if isinstance(move, Enter)]
    if not entries:
        colours = [_colour_offer(display, move.colour) for move in menu if isinstance(move, Choose)]
        return [say("mark.offer_colours", colours=", ".join(colours))]
    own = own_sheet(view).colour
    assert own is not None
    assert view.dice is not None
    lines = [_die_offer(display, view, own, die, entries) for die in COLOURS if die is not own]
    free = sorted({move.circle for move in entries if colours_of(view.layout)[move.circle] is own})
    if free:
        lines.append((say("mark.offer_own", colour=colour_word(own)), _circles(display, own, free)))
    width = max(display_width(left) for left, _ in lines)
    return [f" {padded(left, width)}  {right}".rstrip() for left, right in lines]


def _colour_offer(display: Display, colour: Colour) -> str:
    word = display.say(colour_word(colour))
    return f"{display.paint(f' {colour.value} ', colour.name.lower())} {word}".strip()


def _die_offer(
    display: Display, view: View, own: Colour, die: Colour, entries: list[Enter]
) -> tuple[str, str]:
    assert view.dice is not None
    mine, other = view.dice[own.order], view.dice[die.order]
    circles = [
        move.circle for move in entries if move.die is die and colours_of(view.layout)[move.circle] is die
    ]
    left = display.say(
        "mark.offer_die",
        sum=f"{mine}+{other} = {mine + other:2}",
        letter=die.value.lower(),
        colour=colour_word(die),
    )
    return left, _circles(display, die, circles)


def _circles(display: Display, colour: Colour, circles: Sequence[Circle]) -> str:
    if not circles:
        return "–"
    return display.paint(f" {' '.join(circle_name(circle) for circle in circles)} ", colour.name.lower())


def every_move(display: Display, view: View, menu: Menu[Move]) -> list[str]:
    """Each entry with its number and its points, in columns."""
    texts = []
    for move in menu:
        done = effect(view, move)
        points = done.from_lines + done.from_extremes
        worth = f" = {done.number} (+{points})" if isinstance(move, Enter) else ""
        texts.append(format_move(move) + worth)
    return in_columns(texts, display.style.width)


def question(display: Display, view: View) -> str:
    """Which colour, or what to enter where."""
    say = display.say
    return say("mark.ask_colour") if view.choosing is not None else say("mark.ask_entry")


_SHORT = re.compile(r"([a-e][1-5])(?:\s*[=:]\s*|\s+|)(\d{1,2}|)")
_DIE_BEHIND = re.compile(r"([a-e][1-5])\s*\+?\s*([kbgyr])")


def complete(display: Display, view: View, menu: Menu[Move], text: str) -> Move:
    """Notation, or `b2` and `b2=7` where that leaves no doubt, or a colour in the player's language."""
    words = text.strip().lower()
    for colour in COLOURS:
        if words == display.say(colour_word(colour)).lower():
            words = colour.name.lower()
    short, with_die = _SHORT.fullmatch(words), _DIE_BEHIND.fullmatch(words)
    if short and view.choosing is None:
        return _short(display, view, menu, _circle(short[1]), int(short[2]) if short[2] else None)
    move = parse_move(f"{with_die[1]}+{with_die[2]}" if with_die else words)
    if move not in menu:
        raise why_not(view, move)
    return move


def _circle(name: str) -> Circle:
    return Circle("abcde".index(name[0]) + SIZE * "12345".index(name[1]))


def _short(display: Display, view: View, menu: Menu[Move], circle: Circle, number: int | None) -> Move:
    found = {
        effect(view, move).number: move for move in menu if isinstance(move, Enter) and move.circle == circle
    }
    if not found:
        own = own_sheet(view).colour
        raise why_not(view, Enter(circle, next(die for die in COLOURS if die is not own)))
    if number is None and len(found) == 1:
        return next(iter(found.values()))
    if number in found:
        return found[number]
    choices = [f"{circle_name(circle)}={value}" for value in sorted(found)]
    facts = {"circle": circle_name(circle), "choices": either(display.say, choices)}
    if number is None:
        raise IllegalMove("mark_which_number", **facts)
    raise IllegalMove("mark_no_such_sum", number=number, **facts)


def choice(display: Display, view: View, move: Move) -> str:
    """An entry with its crosses and points, or the colour."""
    match move:
        case Choose(colour):
            return display.say("mark.choose", colour=colour_word(colour))
        case Enter(circle, _):
            return _entered(display, circle, effect(view, move))


def points(display: Display, n: int) -> str:
    """Points."""
    return points_words(display, n)


def reason(display: Display, view: View, over: Over) -> str:
    """The sheets are full."""
    return display.say(over.reason)


def ending(display: Display, view: View, over: Over) -> list[str]:
    """The title earned alone (M11), or that a tie was decided by the lines (M10)."""
    say = display.say
    if len(over.scores) == 1:
        least = grade(over.scores[0])
        title = say("mark.grade", title=Word(f"mark.title.{least}"))
        return [title] if least > 0 else [title, say("mark.better_luck")]
    leaders = [score for score in over.scores if score == max(over.scores)]
    return [say("mark.tie_decided")] if len(leaders) > len(over.winners) else []


def notation(display: Display) -> list[str]:
    """How entries are typed."""
    say = display.say
    return [say("help.mark_goal"), say("help.mark_full"), say("help.mark_short"), say("help.mark_colours")]


def outcome_question(display: Display, view: View) -> str:
    """The lot, or the five dice in their order."""
    say = display.say
    if view.starter is None:
        seats = either(say, [letter(Seat(n)) for n in range(len(view.sheets))])
        return say("play.ask_lot", seats=seats)
    assert view.roller is not None
    return say("mark.ask_dice", name=display.name(view.roller))


def outcome(display: Display, view: View, text: str) -> Outcome:
    """A seat letter, or five digits."""
    if view.starter is None:
        seat = seat_of(display, text)
        if seat is None:
            raise BadNotation("lot_notation", text=text[:40])
        return Lot(seat)
    digits = re.sub(r"[\s,]+", "", text)
    if not re.fullmatch(r"[1-6]{5}", digits):
        raise BadNotation("mark_dice_notation", text=text[:40])
    black, blue, green, yellow, red = map(int, digits)
    return Roll((black, blue, green, yellow, red))


def open_view(views: Sequence[View]) -> View:
    """Any view: nothing is hidden."""
    return views[0]
