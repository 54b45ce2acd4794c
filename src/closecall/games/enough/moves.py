"""The moves of Close Enough and how they are written.

Cards are written by their value, players by their letter, tokens by the letters of their two abilities
(s subtract, d double, i ignore, n nudge, l lock, h silence). `total sd:d@7 in:n+@up` places two tokens while
totalling: the first doubles the 7 in my hand, the second nudges my face-up card up by 1.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache

from closecall.core.errors import BadNotation, excerpt
from closecall.core.rules import SEAT_LETTERS, Seat, letter
from closecall.games.enough.kit import ABILITIES, Ability, Token, token_order


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the deck into your hand (E3, E4)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take another player's face-up card while filling (E3)."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Take another player's face-up card, giving a different card of your hand for it (E4)."""

    owner: Seat
    give: int


@dataclass(frozen=True, slots=True)
class TakePile:
    """Take the top of the discard pile, discarding a different card (E4)."""

    give: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Discard any card of your hand, after drawing from the deck (E4)."""

    card: int


@dataclass(frozen=True, slots=True)
class Call:
    """Call it (E5)."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay in (E6)."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Fold (E6)."""


@dataclass(frozen=True, slots=True)
class PlayLock:
    """Lock your face-up card with a token (E7)."""

    token: Token


@dataclass(frozen=True, slots=True)
class PlaySilence:
    """Silence another player with a token (E7)."""

    token: Token
    whom: Seat


@dataclass(frozen=True, slots=True)
class BackOut:
    """Back out of your call, returning a token (E13)."""

    token: Token


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline an offer: no lock, no further token, no backing out."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show everybody your hand and your target, though you need not (E14)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep your hand and your target hidden (E14)."""


class Change(Enum):
    """What a token does to a card while totalling (E7)."""

    SUBTRACT = "s"
    DOUBLE = "d"
    IGNORE = "i"
    NUDGE_UP = "n+"
    NUDGE_DOWN = "n-"


@dataclass(frozen=True, slots=True)
class Use:
    """One token on one card of your lot: a card of the hand by its value, or the face-up card (None)."""

    token: Token
    change: Change
    card: int | None


@dataclass(frozen=True, slots=True)
class Total:
    """The tokens you commit while totalling (E8), in the order of `in_order`."""

    uses: tuple[Use, ...] = ()


Move = (
    Draw
    | Take
    | Swap
    | TakePile
    | Drop
    | Call
    | Stay
    | Fold
    | PlayLock
    | PlaySilence
    | BackOut
    | Pass
    | Total
    | Show
    | Keep
)

# Many menus list the same few moves, so frequent ones are created once.
DRAW, CALL, STAY, FOLD, PASS = Draw(), Call(), Stay(), Fold(), Pass()
SHOW, KEEP = Show(), Keep()
take, swap, take_pile, drop = cache(Take), cache(Swap), cache(TakePile), cache(Drop)

CHANGES = {
    Ability.SUBTRACT: (Change.SUBTRACT,),
    Ability.DOUBLE: (Change.DOUBLE,),
    Ability.IGNORE: (Change.IGNORE,),
    Ability.NUDGE: (Change.NUDGE_UP, Change.NUDGE_DOWN),
    Ability.LOCK: (),
    Ability.SILENCE: (),
}


def changes_of(token: Token) -> tuple[Change, ...]:
    """What a token can do to a card while totalling."""
    return CHANGES[token.one] + CHANGES[token.other]


def in_order(uses: list[Use]) -> Total:
    """These uses in canonical order: face-up card first, then the hand from low to high."""

    def order(use: Use) -> tuple[int, tuple[int, int], str]:
        return (-1 if use.card is None else use.card, token_order(use.token), use.change.value)

    return Total(tuple(sorted(uses, key=order)))


def format_move(move: Move) -> str:
    """Write a move."""
    match move:
        case Take(owner):
            return f"take {letter(owner)}"
        case Swap(owner, give):
            return f"take {letter(owner)} {give}"
        case TakePile(give):
            return f"pile {give}"
        case Drop(card):
            return f"drop {card}"
        case PlayLock(token):
            return f"lock {token}"
        case PlaySilence(token, whom):
            return f"silence {token} {letter(whom)}"
        case BackOut(token):
            return f"out {token}"
        case Total(uses):
            return " ".join(["total", *map(_format_use, uses)])
        case _:
            return _WORD_OF[type(move)]


def _format_use(use: Use) -> str:
    return f"{use.token}:{use.change.value}@{'up' if use.card is None else use.card}"


_SINGLE_WORDS: dict[str, Move] = {
    "deck": DRAW,
    "call": CALL,
    "stay": STAY,
    "fold": FOLD,
    "pass": PASS,
    "total": Total(),
    "show": SHOW,
    "keep": KEEP,
}
_WORD_OF = {type(move): word for word, move in _SINGLE_WORDS.items()}
_LONGEST = 400  # characters; no move comes near it
_ABILITY_OF = {ability.letter: ability for ability in ABILITIES}

_PATTERNS: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = (
    (re.compile(r"take ([a-e])"), lambda owner: take(_seat(owner))),
    (re.compile(r"take ([a-e]) (\d{1,3})"), lambda owner, give: swap(_seat(owner), int(give))),
    (re.compile(r"pile (\d{1,3})"), lambda give: take_pile(int(give))),
    (re.compile(r"drop (\d{1,3})"), lambda card: drop(int(card))),
    (re.compile(r"lock ([sdinlh]{2})"), lambda token: PlayLock(parse_token(token))),
    (
        re.compile(r"silence ([sdinlh]{2}) ([a-e])"),
        lambda token, whom: PlaySilence(parse_token(token), _seat(whom)),
    ),
    (re.compile(r"out ([sdinlh]{2})"), lambda token: BackOut(parse_token(token))),
)
_USE = re.compile(r"([sdinlh]{2}):(s|d|i|n\+|n-)@(up|\d{1,3})")


def _seat(text: str) -> Seat:
    return Seat(SEAT_LETTERS.index(text.upper()))


def parse_token(text: str) -> Token:
    """Read a token by the letters of its abilities, in either order.

    >>> str(parse_token("ds"))
    'sd'
    """
    one, other = sorted((_ABILITY_OF[letter] for letter in text), key=lambda ability: ability.order)
    if one is other:
        raise BadNotation("enough_token_notation", text=text)
    return Token(one, other)


def parse_move(text: str) -> Move:
    """Read a move.

    >>> parse_move("take B 7")
    Swap(owner=1, give=7)
    """
    words = " ".join(text.lower().split()) if len(text) <= _LONGEST else ""
    if words in _SINGLE_WORDS:
        return _SINGLE_WORDS[words]
    for pattern, make in _PATTERNS:
        found = pattern.fullmatch(words)
        if found:
            return make(*found.groups())
    if words.startswith("total "):
        uses = [_USE.fullmatch(use) for use in words.split(" ")[1:]]
        if all(uses):
            return in_order([_use(*use.groups()) for use in uses if use])
    raise BadNotation("enough_notation", text=excerpt(text.strip()))


def _use(token: str, change: str, card: str) -> Use:
    return Use(parse_token(token), Change(change), None if card == "up" else int(card))
