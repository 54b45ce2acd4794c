"""The candidate moves of a search: of equivalent moves only one; compiled."""

from closecall.bots.enough.lots import changes_at_hand, distance_after, least_token, list_best_totals
from closecall.bots.enough.threshold import ANY_TOKEN, LOCKS, SILENCES
from closecall.kernels.enough.array_layout import (
    BACK_OUT,
    BACKING_OUT,
    CALL,
    DECLARE,
    DRAW,
    END_OF_TURN,
    FOLD,
    GIVE_UP,
    HAND,
    HELD,
    NEW_FACE_UP,
    PASS,
    PHASE,
    PILE_SIZE,
    PLAY_LOCK,
    PLAY_SILENCE,
    SEATS,
    SILENCED,
    STANCE,
    STAY,
    STAYED,
    SWAP,
    TAKE,
    TAKE_PILE,
    TOTALLING,
    TURN,
)
from closecall.kernels.enough.menus import has_locks, has_silences, list_drops
from closecall.kernels.enough.table_access import Moves, Table, is_full, is_locked, player_at
from closecall.kernels.jit import compiled

EXCHANGES = 4
"""The number of exchanges considered, the closest ones."""
CANDIDATES = 24
"""The most candidates there can be."""


@compiled
def list_candidates(state: Table, seat: int, moves: Moves, has_extras: bool) -> int:
    """List the candidate moves of a seat, with Lock and Silence if wanted; return how many there are."""
    phase = state[PHASE]
    if phase == TURN:
        return _list_turn(state, seat, moves, has_extras)
    if phase == GIVE_UP:
        return list_drops(state, seat, moves)
    if phase == DECLARE:
        moves[0], moves[1] = STAY, FOLD
        return 2
    if phase == TOTALLING:
        return list_best_totals(state, seat, moves)
    moves[0], count = PASS, 1
    if phase == BACKING_OUT:
        moves[1], count = BACK_OUT + least_token(state, seat, ANY_TOKEN), 2
    elif phase == NEW_FACE_UP and has_extras:
        moves[1], count = PLAY_LOCK + least_token(state, seat, LOCKS), 2
    elif phase == END_OF_TURN and has_extras:
        count = _list_extras(state, seat, moves, count)
    return count


@compiled
def _list_turn(state: Table, seat: int, moves: Moves, has_extras: bool) -> int:
    """List the moves of a turn; while filling without tokens, which can be played at its end."""
    moves[0], count = DRAW, 1
    player = player_at(seat)
    if not is_full(state, seat):
        for owner in range(state[SEATS]):
            if owner != seat and not is_locked(state, owner):
                moves[count] = TAKE + owner
                count += 1
        return count
    has_stayed = state[player + STANCE] == STAYED
    if not has_stayed and not state[player + SILENCED]:
        moves[count] = CALL
        count += 1
    count = _list_exchanges(state, seat, moves, count)
    if has_extras and state[player + HELD] and not has_stayed:
        count = _list_extras(state, seat, moves, count)
    return count


@compiled
def _list_exchanges(state: Table, seat: int, moves: Moves, count: int) -> int:
    """List the closest exchanges, in the order of their distance."""
    hand, first, changes = player_at(seat) + HAND, count, changes_at_hand(state, seat)
    gifts = 1 if state[hand] == state[hand + 1] else 2
    for owner in range(-1, state[SEATS]):
        if owner == seat or (owner < 0 and state[PILE_SIZE] == 0) or (owner >= 0 and is_locked(state, owner)):
            continue
        for place in range(gifts):
            move = TAKE_PILE + place if owner < 0 else SWAP + 2 * owner + place
            distance = distance_after(state, seat, move, changes)
            at = count
            while at > first and distance_after(state, seat, moves[at - 1], changes) > distance:
                at -= 1
            if at - first >= EXCHANGES:
                continue
            count = min(count + 1, first + EXCHANGES)
            for later in range(count - 1, at, -1):
                moves[later] = moves[later - 1]
            moves[at] = move
    return count


@compiled
def _list_extras(state: Table, seat: int, moves: Moves, count: int) -> int:
    """List Lock and Silence, each with the least useful token."""
    if has_locks(state, seat):
        moves[count] = PLAY_LOCK + least_token(state, seat, LOCKS)
        count += 1
    if has_silences(state, seat):
        kind = least_token(state, seat, SILENCES)
        for whom in range(state[SEATS]):
            if whom != seat and not state[player_at(whom) + SILENCED]:
                moves[count] = PLAY_SILENCE + 5 * kind + whom
                count += 1
    return count
