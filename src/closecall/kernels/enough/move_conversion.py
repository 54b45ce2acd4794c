"""Conversion between readable moves and their numbers, in plain Python."""

from array import array
from typing import TYPE_CHECKING

from closecall.core.rules import Seat
from closecall.games.enough.kit import ABILITIES, Token
from closecall.games.enough.moves import (
    BackOut,
    Call,
    Change,
    Draw,
    Drop,
    Fold,
    Keep,
    Move,
    Pass,
    PlayLock,
    PlaySilence,
    Show,
    Stay,
    Swap,
    Take,
    TakePile,
    Total,
    Use,
    in_order,
)
from closecall.kernels.enough.array_layout import (
    BACK_OUT,
    CALL,
    DRAW,
    DROP,
    FOLD,
    HAND,
    KEEP,
    PAIRS,
    PAIRS_OF_USE,
    PASS,
    PLAY_LOCK,
    PLAY_SILENCE,
    PLAYER,
    PLAYERS,
    SHOW,
    STAY,
    SWAP,
    TAKE,
    TAKE_PILE,
    TOTAL,
    USES,
    VALUES,
)

if TYPE_CHECKING:
    from closecall.kernels.enough.table_access import Table

_CHANGES = tuple(Change)
_TOKENS = tuple(Token(ABILITIES[one], ABILITIES[other]) for one, other in PAIRS)
_KIND_OF = {pair: kind for kind, pair in enumerate(PAIRS)}
_WORDS: dict[Move, int] = {
    Draw(): DRAW,
    Call(): CALL,
    Stay(): STAY,
    Fold(): FOLD,
    Pass(): PASS,
    Show(): SHOW,
    Keep(): KEEP,
}
_WORD_OF = {index: move for move, index in _WORDS.items()}
_USE = {use: (_TOKENS[kind], _CHANGES[change - 1]) for use, (kind, change) in enumerate(PAIRS_OF_USE, 1)}
_USE_OF = {pair: use for use, pair in _USE.items()}


def kind_of(token: Token) -> int:
    """The number of a token."""
    return _KIND_OF[token.one.order, token.other.order]


def hand_of(state: "array[int] | Table", seat: int) -> tuple[int, ...]:
    """The values of a player's hand."""
    first = PLAYERS + PLAYER * seat + HAND
    places = range(first, first + 3)
    return tuple([int(state[VALUES + state[at]]) for at in places if state[at] >= 0])


def to_index(move: Move, hand: tuple[int, ...]) -> int:
    """The number of a move, for a player with this hand."""
    match move:
        case Take(owner):
            return TAKE + owner
        case TakePile(give):
            return TAKE_PILE + hand.index(give)
        case Swap(owner, give):
            return SWAP + 2 * owner + hand.index(give)
        case Drop(card):
            return DROP + hand.index(card)
        case PlayLock(token):
            return PLAY_LOCK + kind_of(token)
        case PlaySilence(token, whom):
            return PLAY_SILENCE + 5 * kind_of(token) + whom
        case BackOut(token):
            return BACK_OUT + kind_of(token)
        case Total(uses):
            return TOTAL + _total_index(uses, hand)
        case _:
            return _WORDS[move]


def _total_index(uses: tuple[Use, ...], hand: tuple[int, ...]) -> int:
    (up,) = _uses_of(None, uses) or [0]
    if hand[0] == hand[1]:
        # Two ways lead to the same move; use the first.
        low, high = sorted([0, 0, *_uses_of(hand[0], uses)])[-2:]
    else:
        (low,), (high,) = _uses_of(hand[0], uses) or [0], _uses_of(hand[1], uses) or [0]
    return USES * USES * up + USES * low + high


def _uses_of(card: int | None, uses: tuple[Use, ...]) -> list[int]:
    return [_USE_OF[use.token, use.change] for use in uses if use.card == card]


def to_move(index: int, hand: tuple[int, ...]) -> Move:
    """The move of a number, for a player with this hand."""
    if index in _WORD_OF:
        return _WORD_OF[index]
    if index < TAKE_PILE:
        return Take(Seat(index - TAKE))
    if index < SWAP:
        return TakePile(hand[index - TAKE_PILE])
    if index < DROP:
        return Swap(Seat((index - SWAP) // 2), hand[(index - SWAP) % 2])
    if index < CALL:
        return Drop(hand[index - DROP])
    if index < PLAY_SILENCE:
        return PlayLock(_TOKENS[index - PLAY_LOCK])
    if index < BACK_OUT:
        return PlaySilence(_TOKENS[(index - PLAY_SILENCE) // 5], Seat((index - PLAY_SILENCE) % 5))
    if index < PASS:
        return BackOut(_TOKENS[index - BACK_OUT])
    return _total_move(index - TOTAL, hand)


def _total_move(number: int, hand: tuple[int, ...]) -> Total:
    up, low, high = number // (USES * USES), number // USES % USES, number % USES
    placed = [(up, None), (low, hand[0]), (high, hand[1])]
    return in_order([Use(*_USE[use], card) for use, card in placed if use])
