"""Menus: the counterpart of `games/enough/menus.py`, in the same order (E3 to E8, E13, E14)."""

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.enough.array_layout import (
    BACK_OUT,
    BACKING_OUT,
    CALL,
    CALLER,
    DECLARE,
    DRAW,
    DROP,
    END_OF_TURN,
    FOLD,
    GIVE_UP,
    HAND,
    HELD,
    KEEP,
    LOCK_TOKEN,
    MOVES,
    NEW_FACE_UP,
    PASS,
    PHASE,
    PILE_SIZE,
    PLAY_LOCK,
    PLAY_SILENCE,
    SEAT,
    SEATS,
    SHOW,
    SHOWING,
    SHOWN,
    SILENCED,
    STANCE,
    STAY,
    STAYED,
    SWAP,
    TAKE,
    TAKE_PILE,
    TOKEN_KINDS,
    TOKENS,
    TOTAL,
    TOTALLING,
    TURN,
    USES,
)
from closecall.kernels.enough.table_access import (
    CAN_LOCK,
    CAN_SILENCE,
    CAN_TOTAL,
    IS_CHOICE,
    IS_JOINT,
    USE_TOKEN,
    Moves,
    Table,
    is_contending,
    is_full,
    is_locked,
    player_at,
)
from closecall.kernels.jit import compiled


@compiled
def decides(state: Table, seat: int) -> bool:
    """Whether a seat decides now: the acting one, all that can change their totals, or all that may show."""
    phase = state[PHASE]
    if phase == TOTALLING:
        return is_contending(state, seat) and holds(state, seat, CAN_TOTAL)
    if phase == SHOWING:
        return not state[player_at(seat) + SHOWN]
    return bool(IS_CHOICE[phase] and seat == state[SEAT])


@compiled
def holds(state: Table, seat: int, wanted: NDArray[np.bool_]) -> bool:
    """Whether a player holds one of the wanted tokens."""
    player, found = player_at(seat), False
    if state[player + HELD]:
        for kind in range(TOKEN_KINDS):
            found |= wanted[kind] and state[player + TOKENS + kind] > 0
    return found


@compiled
def menu_mask(state: Table, seat: int, mask: NDArray[np.bool_]) -> int:
    """Mark the moves of a seat, none if it does not decide, and return their number."""
    moves = np.empty(MOVES, np.int64)
    count = list_moves(state, seat, moves)
    mask[:] = False
    for n in range(count):
        mask[moves[n]] = True
    return count


@compiled
def list_moves(state: Table, seat: int, moves: Moves) -> int:
    """List the moves of a seat in order, none if it does not decide, and return their number."""
    if not decides(state, seat):
        return 0
    phase, has_stayed = state[PHASE], state[player_at(seat) + STANCE] == STAYED
    if IS_JOINT[phase]:
        return _list_joint(state, seat, moves)
    count = 0
    if phase == TURN:
        count = _list_turn(state, seat, moves)
    elif phase == GIVE_UP:
        count = list_drops(state, seat, moves)
    elif phase == DECLARE:
        moves[0], moves[1], count = STAY, FOLD, 2
    elif phase == BACKING_OUT:
        count = _list_ways_out(state, seat, moves)
    # E6: a player who has stayed in is about to be locked, so tokens have no effect.
    if phase != BACKING_OUT and not has_stayed and state[player_at(seat) + HELD]:
        count = _list_locks(state, seat, moves, count)
        if phase != NEW_FACE_UP:  # It is another player's turn.
            count = _list_silences(state, seat, moves, count)
    if phase in (NEW_FACE_UP, END_OF_TURN, BACKING_OUT):
        moves[count] = PASS
        count += 1
    return count


@compiled
def _list_turn(state: Table, seat: int, moves: Moves) -> int:
    """Fill (E3), or fine-tune (E4) or call (E5)."""
    player, count = player_at(seat), 1
    moves[0] = DRAW
    # Equal cards are interchangeable.
    gifts = 1 if state[player + HAND] == state[player + HAND + 1] else 2
    is_filling = not is_full(state, seat)
    if state[PILE_SIZE] and not is_filling:
        for place in range(gifts):
            moves[count] = TAKE_PILE + place
            count += 1
    for owner in range(state[SEATS]):
        if owner == seat or is_locked(state, owner):
            continue
        if is_filling:
            moves[count] = TAKE + owner
            count += 1
        else:
            for place in range(gifts):
                moves[count] = SWAP + 2 * owner + place
                count += 1
    if not is_filling and state[player + STANCE] != STAYED and not state[player + SILENCED]:
        moves[count] = CALL
        count += 1
    return count


@compiled
def list_drops(state: Table, seat: int, moves: Moves) -> int:
    """Discard any card of the hand, the drawn one too (E4): the first of equal ones."""
    hand, count = player_at(seat) + HAND, 0
    for place in range(3):
        if place == 0 or state[hand + place] != state[hand + place - 1]:
            moves[count] = DROP + place
            count += 1
    return count


@compiled
def _list_ways_out(state: Table, seat: int, moves: Moves) -> int:
    """Return any unused token to back out (E13)."""
    tokens, count = player_at(seat) + TOKENS, 0
    for kind in range(TOKEN_KINDS):
        if state[tokens + kind]:
            moves[count] = BACK_OUT + kind
            count += 1
    return count


@compiled
def _list_locks(state: Table, seat: int, moves: Moves, count: int) -> int:
    """Lock the face-up card with a token, unless it has one (E7)."""
    player = player_at(seat)
    for kind in range(TOKEN_KINDS):
        if CAN_LOCK[kind] and state[player + TOKENS + kind] and not state[player + LOCK_TOKEN]:
            moves[count] = PLAY_LOCK + kind
            count += 1
    return count


@compiled
def _list_silences(state: Table, seat: int, moves: Moves, count: int) -> int:
    """Silence any other player who can still call (E7)."""
    if not has_silences(state, seat):
        return count
    tokens = player_at(seat) + TOKENS
    for kind in range(TOKEN_KINDS):
        if CAN_SILENCE[kind] and state[tokens + kind]:
            for whom in range(state[SEATS]):
                if whom != seat and state[player_at(whom) + SILENCED] == 0:
                    moves[count] = PLAY_SILENCE + 5 * kind + whom
                    count += 1
    return count


@compiled
def has_locks(state: Table, seat: int) -> bool:
    """Whether a player can lock the face-up card (E7)."""
    return not state[player_at(seat) + LOCK_TOKEN] and holds(state, seat, CAN_LOCK)


@compiled
def has_silences(state: Table, seat: int) -> bool:
    """Whether a player can silence another: before any call, if another can still call (E7)."""
    if state[CALLER] >= 0 or not holds(state, seat, CAN_SILENCE):
        return False
    able = 0
    for whom in range(state[SEATS]):
        able += state[player_at(whom) + SILENCED] == 0
    return able > 1


@compiled
def has_extras(state: Table, seat: int) -> bool:
    """Whether a player can play a token on their own turn (E7)."""
    return has_locks(state, seat) or has_silences(state, seat)


@compiled
def _list_joint(state: Table, seat: int, moves: Moves) -> int:
    """Total (E8), or show or keep the cards (E14), at the same time as others."""
    if state[PHASE] == TOTALLING:
        return _list_totals(state, seat, moves)
    moves[0], moves[1] = SHOW, KEEP
    return 2


@compiled
def _list_totals(state: Table, seat: int, moves: Moves) -> int:
    """Every way to place totalling tokens, at most one per card (E7, E8)."""
    player, count = player_at(seat), 0
    # A Lock token counts as the face-up card's token.
    ways_up = 1 if state[player + LOCK_TOKEN] else USES
    has_equal_cards = state[player + HAND] == state[player + HAND + 1]
    for up in range(ways_up):
        if _spare(state, player, up) == 0:
            continue
        for low in range(USES):
            if _spare(state, player, low) <= _is_same(low, up):
                continue
            # Two ways lead to the same move; the readable menu has the first.
            for high in range(low if has_equal_cards else 0, USES):
                if _spare(state, player, high) > _is_same(high, low) + _is_same(high, up):
                    moves[count] = TOTAL + USES * USES * up + USES * low + high
                    count += 1
    return count


@compiled
def _spare(state: Table, player: int, use: int) -> int:
    """The number of tokens a player holds for a use; enough for every card if it needs none."""
    return 3 if use == 0 else state[player + TOKENS + USE_TOKEN[use]]


@compiled
def _is_same(use: int, other: int) -> int:
    """1 if two uses are of the same token, else 0."""
    return 1 if USE_TOKEN[use] == USE_TOKEN[other] else 0
