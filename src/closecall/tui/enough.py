"""Close Enough at a terminal: the table, the viewer's lot, and how moves are typed.

Offered moves carry a key that can be typed instead of the notation: a number, or, when a card is given up,
the card itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from closecall.core.errors import BadNotation
from closecall.core.rules import Menu, Over, Seat
from closecall.games.enough.chance import Outcome
from closecall.games.enough.kit import Ability
from closecall.games.enough.moves import (
    BackOut,
    Call,
    Drop,
    Move,
    PlayLock,
    PlaySilence,
    Swap,
    Take,
    TakePile,
    Total,
    format_move,
    parse_move,
)
from closecall.games.enough.refusals import ability_word, why_not
from closecall.games.enough.scoring import distance, total
from closecall.games.enough.state import Stance
from closecall.games.enough.view import PlayerView, View, effect
from closecall.tui.enough_news import news, target_words, token_words, use_words
from closecall.tui.screen import display_width, in_columns, padded
from closecall.tui.show import Display, either, move_begun

__all__ = ["news"]

HAS_SECRETS = True
HAS_DICE = False

_OFFERED_TOTALS = 6


def headline(display: Display, view: View) -> str:
    """The game and its round."""
    say = display.say
    if not view.round:
        return say("game.enough")
    return say("enough.headline", game=say("game.enough"), round=view.round)


def table(display: Display, view: View) -> list[str]:
    """A line for each player, and the viewer's own lot and target."""
    seats = [Seat(n) for n in range(len(view.players))]
    if display.style.is_plain:
        return [line for seat in seats for line in sheet(display, view, seat)]
    rows = [_titles(display), *(_row(display, view, seat) for seat in seats)]
    widths = [max(display_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    lines[0] = display.paint(lines[0], "bold")
    return [*lines, *_own(display, view)]


def whole_table(display: Display, view: View) -> list[str]:
    """The table, and the discard pile from the top."""
    pile = display.say("enough.whole_pile", cards=" ".join(map(str, reversed(view.discard))))
    return [*table(display, view), *([pile] if view.discard else [])]


def _titles(display: Display) -> list[str]:
    say = display.say
    return [
        say("enough.title_player"),
        say("enough.title_stars"),
        say("enough.title_face_up"),
        say("enough.title_hand"),
        say("enough.title_tokens"),
        "",
    ]


def _row(display: Display, view: View, seat: Seat) -> list[str]:
    player = view.players[seat]
    mark = ">" if view.acting == seat else " "
    return [
        f"{mark}{display.title(seat)}",
        f"{player.stars}★",
        _face_up(player),
        " ".join(_hand(player)),
        " ".join(map(str, player.tokens)) or "–",
        ", ".join(_notes(display, view, seat)),
    ]


def _face_up(player: PlayerView) -> str:
    if player.face_up is None:
        return "–"
    return f"[{player.face_up:2}]" + ("L" if player.locked else "")


def _hand(player: PlayerView) -> list[str]:
    """The cards that the viewer knows, and a question mark for each other one."""
    if player.hand is not None:
        return [str(card) for card in player.hand]
    return [*map(str, player.known), *["?"] * (player.hand_size - len(player.known))]


def _notes(display: Display, view: View, seat: Seat) -> Iterator[str]:
    say, player = display.say, view.players[seat]
    if view.caller == seat:
        yield say("enough.first_turned")
    elif view.first == seat and view.caller is None:
        yield say("enough.first")
    if player.silenced:
        yield say("enough.silenced")
    if player.stance in (Stance.STAYED, Stance.FOLDED):
        yield say(f"enough.stance.{player.stance.value}")
    if player.target is not None and seat != view.viewer:
        yield say("enough.target_note", target=player.target.number)


def sheet(display: Display, view: View, seat: Seat) -> list[str]:
    """One player in words."""
    say, player = display.say, view.players[seat]
    facts = [say("enough.stars", n=player.stars)]
    if player.face_up is not None:
        facts.append(say("enough.spoken_face_up", card=player.face_up))
    if player.locked:
        facts.append(say("enough.locked"))
    facts.append(say("enough.spoken_hand", cards=" ".join(_hand(player)) or "–"))
    if player.tokens:
        facts.append(say("enough.spoken_tokens", tokens=" ".join(map(str, player.tokens))))
    line = f"{display.title(seat)}: {', '.join([*facts, *_notes(display, view, seat)])}."
    return [line, *(_own(display, view) if seat == view.viewer else [])]


def _own(display: Display, view: View) -> list[str]:
    say = display.say
    own = None if view.viewer is None else view.players[view.viewer]
    if own is None or own.target is None:
        return []
    lines = [say("enough.own_target", target=target_words(display, own.target))]
    if own.face_up is not None and own.hand is not None and len(own.hand) == 2:
        reached = total(own.face_up, own.hand)
        cards = f"{own.face_up} + {own.hand[0]} + {own.hand[1]}"
        lines[0] += " " + say(
            "enough.own_lot", cards=cards, total=reached, distance=distance(reached, own.target)
        )
    if own.tokens:
        lines.append(say("enough.own_tokens", tokens=token_words(display, own.tokens)))
    return lines


def situation(display: Display, view: View) -> list[str]:
    """Deck and discard pile, the drawn card, the caller."""
    say = display.say
    if view.phase in ("Showing", "Ended") or not view.round:
        return []
    top = str(view.discard[-1]) if view.discard else "–"
    piles = say("enough.piles", n=view.deck_size, top=top)
    if len(view.discard) > 1:
        piles += " " + say("enough.pile_below", n=len(view.discard) - 1)
    lines = [piles]
    if view.caller is not None:
        lines.append(say("enough.has_called", name=display.name(view.caller)))
    if view.drawn is not None:
        lines.append(say("enough.you_drew", card=view.drawn))
    return lines


def offer(display: Display, view: View, menu: Menu[Move]) -> list[str]:
    """The moves with their keys, in columns; of many ways to total, the closest ones."""
    if view.phase == "Showing":  # The question names both moves.
        return []
    keyed = _keyed(view, menu)
    is_total = any(isinstance(move, Total) for _, move in keyed)
    texts = [_keyed_line(display, view, key, move) for key, move in keyed]
    if is_total and len(texts) > _OFFERED_TOTALS:
        more = display.say("enough.more_totals", n=len(texts) - _OFFERED_TOTALS)
        return [*(f" {text}" for text in texts[:_OFFERED_TOTALS]), more, *_longer(display, menu)]
    return [f" {line}" for line in in_columns(texts, display.style.width - 1)]


def _keyed_line(display: Display, view: View, key: str, move: Move) -> str:
    return f"{key:>2}{')' if key else ' '} {choice(display, view, move)}"


def _longer(display: Display, menu: Menu[Move]) -> list[str]:
    """How to type the ways to total that are not listed, if there are any."""
    return [] if menu.outline().is_whole else [display.say("enough.longer_totals")]


def _keyed(view: View, menu: Menu[Move]) -> list[tuple[str, Move]]:
    """Every listed move with its key; the key of giving up a card is the card."""
    moves = list(menu.outline().moves)
    if any(isinstance(move, Total) for move in moves):
        moves.sort(key=lambda move: (effect(view, move).distance or 0, len(getattr(move, "uses", ()))))
    if any(isinstance(move, Drop) for move in moves):
        return [(str(move.card) if isinstance(move, Drop) else "", move) for move in moves]
    return [(str(n), move) for n, move in enumerate(moves, 1)]


def every_move(display: Display, view: View, menu: Menu[Move]) -> list[str]:
    """Each listed move with its key and its notation, a line each."""
    lines = [
        f" {key:>3} {choice(display, view, move)}  [{format_move(move)}]" for key, move in _keyed(view, menu)
    ]
    return [*lines, *_longer(display, menu)]


def question(display: Display, view: View) -> str:
    """What to decide now."""
    say = display.say
    if view.phase == "Turn":
        assert view.viewer is not None
        own = view.players[view.viewer]
        if own.hand_size < 2:
            return say("enough.ask_fill")
        return say("enough.ask_last") if own.stance is Stance.STAYED else say("enough.ask_tune")
    return say(f"enough.ask.{view.phase}")


_SHORT = {"d": "deck", "p": "pile", "s": "stay", "f": "fold", "-": "pass", "–": "pass"}


def complete(display: Display, view: View, menu: Menu[Move], text: str) -> Move:
    """A key, notation, or a part of it where that leaves no doubt; `b 7` is `take b 7`."""
    words = " ".join(text.lower().split())
    if view.phase == "Showing":
        return _show_or_keep(display, view, menu, words)
    keys = {key: move for key, move in _keyed(view, menu) if key}
    if words in keys:
        return keys[words]
    if words.isdigit():
        raise BadNotation("no_such_number", text=words[:40])
    typed = _expanded(words.split())
    listed = menu.outline().moves
    fits = {format_move(move).lower(): move for move in listed if _begins(format_move(move), typed)}
    if " ".join(typed) in fits:
        return fits[" ".join(typed)]
    if len(fits) == 1:
        return next(iter(fits.values()))
    if fits:
        shown = [format_move(move) for move in list(fits.values())[:9]]
        raise BadNotation("which_move", choices=either(display.say, shown))
    move = parse_move(" ".join(typed))
    if move not in menu:
        raise why_not(view, move)
    return move


def _show_or_keep(display: Display, view: View, menu: Menu[Move], typed: str) -> Move:
    """A key, or the beginning of a word, English or the player's."""
    words = [*_keyed(view, menu), *((format_move(move), move) for move in menu)]
    words += [(_in_words(display, view, move), move) for move in menu]
    found = move_begun(words, typed)
    if found is None:
        raise why_not(view, parse_move(typed))
    return found


def _expanded(words: list[str]) -> list[str]:
    first, *rest = words
    if len(first) == 1 and first in "abcde" and first != "d":
        return ["take", *words]
    if first == "d" and rest:
        return ["take", *words]  # Player D; alone, d is the deck.
    return [_SHORT.get(first, first), *rest]


def _begins(notation: str, typed: list[str]) -> bool:
    """Whether a notation begins like the typed words and holds the others in the same order."""
    first, *rest = notation.lower().split()
    left = iter(rest)
    return first == typed[0] and all(word in left for word in typed[1:])


def choice(display: Display, view: View, move: Move) -> str:
    """A move in words, with the total it leads to."""
    say, words = display.say, _in_words(display, view, move)
    if not isinstance(move, Take | Swap | TakePile | Drop | Call | Total):
        return words
    done = effect(view, move)
    if done.total is None:
        return words
    if done.distance == 0:
        return say("enough.exact_effect", move=words, total=done.total)
    return say("enough.effect", move=words, total=done.total, distance=done.distance)


def _in_words(display: Display, view: View, move: Move) -> str:
    say = display.say
    match move:
        case Take(owner):
            return say("enough.move_take", card=view.players[owner].face_up, name=display.name(owner))
        case Swap(owner, give):
            return say(
                "enough.move_swap", card=view.players[owner].face_up, name=display.name(owner), give=give
            )
        case TakePile(give):
            return say("enough.move_pile", card=view.discard[-1], give=give)
        case Drop(card):
            return say("enough.move_drop", card=card)
        case PlayLock(token):
            return say("enough.move_lock", token=token)
        case PlaySilence(token, whom):
            return say("enough.move_silence", token=token, name=display.name(whom))
        case BackOut(token):
            return say("enough.move_out", token=token)
        case Total(uses) if uses:
            return say("enough.move_total_with", uses=", ".join(use_words(display, use) for use in uses))
        case _:
            return say(f"enough.move.{format_move(move)}")


def points(display: Display, n: int) -> str:
    """Stars."""
    say = display.say
    return say("enough.stars", n=n)


def reason(display: Display, view: View, over: Over) -> str:
    """Who has reached eight stars, or that nobody called (E15, E18)."""
    say = display.say
    if over.reason == "over.eight_stars":
        return say("enough.eight_stars", names=display.names(over.winners))
    return say(over.reason)


def ending(display: Display, view: View, over: Over) -> list[str]:
    """Several with the most stars are Half-Champions (E15)."""
    say = display.say
    return [say("enough.half_champions")] if len(over.winners) > 1 else []


def notation(display: Display) -> list[str]:
    """How moves are typed, and what the letters of the tokens mean."""
    say = display.say
    abilities = ", ".join(f"{ability.letter} {say(ability_word(ability))}" for ability in Ability)
    return [
        say("help.enough_goal"),
        say("help.enough_keys"),
        say("help.enough_words"),
        say("help.enough_tokens", abilities=abilities),
        say("help.enough_pile"),
    ]


def outcome_question(display: Display, view: View) -> str:
    """Cards are not typed in."""
    raise AssertionError("cards are secret")


def outcome(display: Display, view: View, text: str) -> Outcome:
    """Cards are not typed in."""
    raise AssertionError("cards are secret")


def open_view(views: Sequence[View]) -> View:
    """Every player as they saw themselves: hands and targets are open when the game is over (E14)."""
    players = tuple(view.players[n] for n, view in enumerate(views))
    return replace(views[0], viewer=None, players=players, drawn=None)
