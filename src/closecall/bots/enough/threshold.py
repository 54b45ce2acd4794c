"""A player of Close Enough that decides by thresholds; compiled, and described by one row of numbers.

It fine-tunes towards its target, calls at a distance that depends on the turn, the stars of its target and
the score, stays in if the distance it can expect compares well with that of a usual caller, and sometimes
calls on nothing. Other numbers make another player: the tuned one, a beginner, or one that always folds. It
looks only at what its seat sees.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.bragging import BRAG_SCALE
from closecall.bots.enough.lots import (
    DISTANCES,
    aim_of,
    average_card,
    changes_at_hand,
    closest_drop,
    closest_exchange,
    distance_after,
    distance_now,
    expected_draw,
    has_stayer,
    least_token,
    list_best_totals,
    lot_distance,
)
from closecall.bots.enough.threshold_names import BRAG, NAMES, SCALE
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.enough.array_layout import (
    BACK_OUT,
    BACKING_OUT,
    CALL,
    CALLER,
    DECLARE,
    DRAW,
    FACE_UP,
    FOLD,
    GIVE_UP,
    HAND,
    HELD,
    KEEP,
    LOCK_TOKEN,
    NEW_FACE_UP,
    PASS,
    PHASE,
    PLAY_LOCK,
    PLAY_SILENCE,
    ROUND,
    SEATS,
    SHOW,
    SHOWING,
    SILENCED,
    STANCE,
    STARS,
    STAY,
    STAYED,
    TAKE,
    TARGET,
    TARGET_STARS,
    TOTALLING,
    TURN,
    TURNS,
)
from closecall.kernels.enough.menus import has_silences
from closecall.kernels.enough.table_access import (
    CAN_LOCK,
    CAN_SILENCE,
    Moves,
    Table,
    distance_of,
    is_full,
    is_locked,
    player_at,
    value_of,
)
from closecall.kernels.jit import compiled

Thresholds = NDArray[np.float64]

(
    CALL_0,
    _,
    _,
    _,
    _,
    CALL_5,
    CALL_LATER,
    CALL_TWO,
    CALL_THREE,
    CALL_FREE,
    CALL_WINS,
    CALL_DANGER,
    STAY_0,
    _,
    _,
    STAY_3,
    STAY_FREE,
    STAY_OTHERS,
    STAY_DANGER,
    EXCHANGE,
    FAR,
    DECK_DRAWBACK,
    LOCK,
    LOCK_NEW,
    SILENCE,
    BACK_OUT_AT,
    SPEND,
    BLUFF,
    SLIP,
) = range(len(NAMES))
DANGER = 5
"""Stars at which a player with a high target is about to win."""
MOST_TURNS = 14
"""Fine-tuning turns after which every player calls (E18)."""

LOCKS = sum(1 << int(kind) for kind in np.flatnonzero(CAN_LOCK))
SILENCES = sum(1 << int(kind) for kind in np.flatnonzero(CAN_SILENCE))
ANY_TOKEN = (1 << 15) - 1


@compiled
def threshold_move(state: Table, seat: int, chances: Chances, row: Thresholds, moves: Moves) -> int:
    """The move of a player that has to decide; `moves` is scratch space."""
    phase = state[PHASE]
    if phase == TURN:
        return _turn(state, seat, chances, row)
    if phase == GIVE_UP:
        return closest_drop(state, seat)
    if phase == DECLARE:
        return _declare(state, seat, row)
    if phase == NEW_FACE_UP:
        if is_full(state, seat) and distance_now(state, seat) <= row[LOCK_NEW] * row[SCALE]:
            return PLAY_LOCK + least_token(state, seat, LOCKS)
        return PASS
    if phase == BACKING_OUT:
        if has_stayer(state) and distance_now(state, seat) > row[BACK_OUT_AT] * row[SCALE]:
            return BACK_OUT + least_token(state, seat, ANY_TOKEN)
        return PASS
    if phase == TOTALLING:
        return _total(state, seat, row, moves)
    return _show(state, seat, chances, row) if phase == SHOWING else PASS


@compiled
def tuned_turns(state: Table) -> int:
    """The fine-tuning turns that the player at turn has had; below 0 while filling."""
    return int(state[TURNS] // state[SEATS] - 2)


@compiled
def turns_of_caller(state: Table, seat: int) -> int:
    """The fine-tuning turns that the caller had had, from the point of view of a player's final turn."""
    seats = state[SEATS]
    since = (seat - state[CALLER] + seats) % seats
    return int((state[TURNS] - since) // seats - 2)


@compiled
def most_stars_of_others(state: Table, seat: int) -> int:
    """The stars of the best opponent."""
    most = 0
    for other in range(state[SEATS]):
        if other != seat:
            most = max(most, state[player_at(other) + STARS])
    return most


@compiled
def _fraction(chances: Chances) -> float:
    """A random number, at least 0 and below 1."""
    return below(chances, 1 << 20) / (1 << 20)


@compiled
def call_at(state: Table, seat: int, row: Thresholds) -> float:
    """The greatest distance at which to call."""
    turns = tuned_turns(state)
    if turns >= MOST_TURNS:
        return 1e9
    player = player_at(seat)
    stars = int(state[TARGET_STARS + state[player + TARGET]])
    at = row[CALL_0 + min(turns, 5)] + row[CALL_LATER] * max(0, turns - 5)
    if stars > 1:
        at += row[CALL_TWO] if stars == 2 else row[CALL_THREE]
    if state[player + STARS] == 0:
        at += row[CALL_FREE]
    if state[player + STARS] + stars >= 8:
        at += row[CALL_WINS]
    if most_stars_of_others(state, seat) >= DANGER:
        at += row[CALL_DANGER]
    return float(at * row[SCALE])


@compiled
def _turn(state: Table, seat: int, chances: Chances, row: Thresholds) -> int:
    if not is_full(state, seat):
        return _fill(state, seat, row)
    player = player_at(seat)
    has_stayed = state[player + STANCE] == STAYED
    is_slip = row[SLIP] > 0 and below(chances, 1000) < row[SLIP] and not _is_exact(state, seat)
    if not has_stayed and not state[player + SILENCED] and not is_slip:
        # A threshold between two distances is a chance to call.
        here = distance_now(state, seat) + _fraction(chances)
        if here <= call_at(state, seat, row) + 1 or (
            row[BLUFF] > 0 and tuned_turns(state) == 0 and below(chances, 1000) < row[BLUFF]
        ):
            return CALL
    if state[player + HELD] and not has_stayed:
        extra = _extra(state, seat, row)
        if extra >= 0:
            return extra
    if is_slip:
        return DRAW
    best = closest_exchange(state, seat, below(chances, state[SEATS]))
    if best < 0:
        return DRAW
    far, changes = row[FAR] * row[SCALE], changes_at_hand(state, seat)
    reached = min(float(distance_after(state, seat, best, changes)), far) + row[EXCHANGE] * row[SCALE]
    # A drawn card can be discarded again, so the expectation is never farther than the lot as it is.
    if reached >= min(float(distance_now(state, seat)), far):
        return DRAW
    return best if reached < expected_draw(state, seat, far) else DRAW


@compiled
def _is_exact(state: Table, seat: int) -> bool:
    """Whether a full lot is on its target without any token, which nobody overlooks."""
    hand = player_at(seat) + HAND
    return lot_distance(state, seat, state[hand], state[hand + 1], 0) == 0


@compiled
def _extra(state: Table, seat: int, row: Thresholds) -> int:
    """A token to play first: Silence against a leader, or a Lock on a good lot; −1 for none."""
    if has_silences(state, seat):
        whom, most = -1, row[SILENCE]
        for other in range(state[SEATS]):
            stars = state[player_at(other) + STARS]
            if other != seat and not state[player_at(other) + SILENCED] and stars >= most:
                whom, most = other, stars + 0.5
        if whom >= 0:
            return PLAY_SILENCE + 5 * least_token(state, seat, SILENCES) + whom
    if not state[player_at(seat) + LOCK_TOKEN] and tuned_turns(state) >= 0:
        kind = least_token(state, seat, LOCKS)
        if kind >= 0 and distance_now(state, seat) <= row[LOCK] * row[SCALE]:
            return PLAY_LOCK + kind
    return -1


@compiled
def _fill(state: Table, seat: int, row: Thresholds) -> int:
    """The card that brings the lot closest to the target, with missing cards counted as average."""
    player, average = player_at(seat), average_card(state)
    rest = float(aim_of(state, seat) - value_of(state, state[player + FACE_UP]))
    rest -= value_of(state, state[player + HAND]) if state[player + HAND] >= 0 else average
    # The deck is a gamble.
    best, least = DRAW, abs(average - rest) + row[DECK_DRAWBACK] * row[SCALE]
    for owner in range(state[SEATS]):
        if owner != seat and not is_locked(state, owner):
            gap = abs(value_of(state, state[player_at(owner) + FACE_UP]) - rest)
            if gap < least:
                best, least = TAKE + owner, gap
    return best


@compiled
def expected_distance(state: Table, seat: int, row: Thresholds) -> float:
    """The distance that a player can expect after one more fine-tuning turn."""
    far = row[FAR] * row[SCALE]
    expected = expected_draw(state, seat, far)
    best = closest_exchange(state, seat, 0)
    if best >= 0:
        expected = min(expected, float(distance_after(state, seat, best, changes_at_hand(state, seat))))
    return expected


@compiled
def _declare(state: Table, seat: int, row: Thresholds) -> int:
    caller = state[CALLER]
    at = row[STAY_0 + max(0, min(turns_of_caller(state, seat), 3))]
    if state[player_at(seat) + STARS] == 0:
        at += row[STAY_FREE]
    for other in range(state[SEATS]):
        if state[player_at(other) + STANCE] == STAYED:
            at += row[STAY_OTHERS]
    if state[player_at(caller) + STARS] >= DANGER:
        at += row[STAY_DANGER]
    # One more fine-tuning turn never takes a lot farther away.
    if at > 50 or distance_now(state, seat) <= at * row[SCALE]:
        return STAY
    return STAY if expected_distance(state, seat, row) <= at * row[SCALE] else FOLD


@compiled
def _total(state: Table, seat: int, row: Thresholds, moves: Moves) -> int:
    """The closest total for the fewest tokens; a caller nobody stayed against pays for the bonus only."""
    count = list_best_totals(state, seat, moves)
    is_unopposed = seat == state[CALLER] and not has_stayer(state)
    best, least = 0, 1e9
    for n in range(count):
        distance = float(moves[DISTANCES + n])
        if is_unopposed:
            distance = min(distance, row[SCALE])
        # Each further total spends at least one more token.
        worth = distance + n * row[SPEND] * row[SCALE]
        if worth < least:
            best, least = n, worth
    return int(moves[best])


@compiled
def _show(state: Table, seat: int, chances: Chances, row: Thresholds) -> int:
    """Brag or not, as in `bragging.py` (E14).

    Nothing depends on it, so it takes no number from those that the players share: the same seed gives the
    same game, whether players may show or not.
    """
    if row[BRAG] <= 0:
        return KEEP
    own = np.empty(2, np.uint64)
    begin(own, chances[0], 5 * state[ROUND] + seat)
    return SHOW if below(own, BRAG_SCALE) * (1 + distance_of(state, seat, 0)) < row[BRAG] else KEEP
