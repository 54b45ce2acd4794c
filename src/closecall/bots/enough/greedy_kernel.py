"""The greedy bot of Close Enough, compiled: it makes the same choices as greedy.py."""

from closecall.bots.enough.greedy import DANGER, MOST_TURNS
from closecall.bots.enough.lots import (
    aim_of,
    average_card,
    changes_at_hand,
    distance_after,
    distance_now,
    has_stayer,
    lot_distance,
)
from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.enough.array_layout import (
    BACKING_OUT,
    CALL,
    CALLED,
    DECK,
    DECLARE,
    DRAW,
    FACE_UP,
    FOLD,
    GIVE_UP,
    HAND,
    KEEP,
    KINDS,
    NEW_FACE_UP,
    PASS,
    PHASE,
    PLAY_SILENCE,
    SEATS,
    SHOWING,
    STANCE,
    STARS,
    STAY,
    TAKE,
    TAKE_PILE,
    TARGET,
    TARGET_NUMBERS,
    TARGET_STARS,
    TOTAL,
    TOTALLING,
    TURN,
    TURNS,
    USES,
)
from closecall.kernels.enough.table_access import (
    Moves,
    Table,
    distance_of,
    is_full,
    is_locked,
    player_at,
    value_of,
)
from closecall.kernels.jit import compiled


@compiled
def greedy_move(state: Table, seat: int, chances: Chances, menu: Moves, count: int) -> int:
    """The move of this bot from a menu of `count` moves, which is overwritten."""
    phase = state[PHASE]
    if phase == TURN:
        return _turn(state, seat, chances, menu, count)
    if phase == GIVE_UP:
        return _closest(state, seat, chances, menu, count)
    if phase == DECLARE:
        return _declare(state, seat)
    if phase == NEW_FACE_UP:
        return menu[0] if is_full(state, seat) and distance_now(state, seat) == 0 else PASS
    if phase == BACKING_OUT:
        # Back out of a hopeless call against which someone has stayed in.
        return menu[0] if distance_now(state, seat) > 5 and has_stayer(state) else PASS
    if phase == TOTALLING:
        return _total(state, seat, menu, count)
    return KEEP if phase == SHOWING else PASS


@compiled
def _turn(state: Table, seat: int, chances: Chances, menu: Moves, count: int) -> int:
    if not is_full(state, seat):
        return _fill(state, seat)
    silence, most = -1, DANGER - 1
    for n in range(count):
        if menu[n] == CALL and distance_now(state, seat) <= _call_at(state, seat):
            return CALL
        if menu[n] >= PLAY_SILENCE:
            # Keep a leader near victory from calling.
            stars = state[player_at((menu[n] - PLAY_SILENCE) % 5) + STARS]
            if stars > most:
                silence, most = menu[n], stars
    if silence >= 0:
        return silence
    best = _closest(state, seat, chances, menu, count)
    if best < 0:
        return DRAW
    distance = distance_after(state, seat, best, changes_at_hand(state, seat))
    return best if distance < _expected_draw(state, seat) else DRAW


@compiled
def _closest(state: Table, seat: int, chances: Chances, menu: Moves, count: int) -> int:
    """One of the exchanges or drops of a menu that come closest; −1 if there are none."""
    changes, least, ties = changes_at_hand(state, seat), 1 << 30, 0
    for n in range(count):
        if TAKE_PILE <= menu[n] < CALL:
            distance = distance_after(state, seat, menu[n], changes)
            if distance < least:
                least, ties = distance, 0
            if distance == least:
                # This never overwrites a move that has not been examined.
                menu[ties] = menu[n]
                ties += 1
    return menu[below(chances, ties)] if ties else -1


@compiled
def _expected_draw(state: Table, seat: int) -> float:
    """The mean distance after drawing from the deck and dropping the best card.

    The cards that a player has not seen are those of the deck and of the others' hands.
    """
    changes, total, unseen = changes_at_hand(state, seat), 0, 0
    for kind in range(state[KINDS]):
        count = state[DECK + kind]
        if count:
            total += count * _distance_drawn(state, seat, kind, changes)
            unseen += count
    for other in range(state[SEATS]):
        hand = player_at(other) + HAND
        for at in range(hand, hand + 3):
            if other != seat and state[at] >= 0:
                total += _distance_drawn(state, seat, state[at], changes)
                unseen += 1
    return total / unseen


@compiled
def _distance_drawn(state: Table, seat: int, card: int, changes: int) -> int:
    """The best distance if this card has been drawn and the best one is dropped."""
    hand = player_at(seat) + HAND
    low, high = state[hand], state[hand + 1]
    return min(
        lot_distance(state, seat, low, high, changes),
        lot_distance(state, seat, low, card, changes),
        lot_distance(state, seat, high, card, changes),
    )


@compiled
def _call_at(state: Table, seat: int) -> int:
    """The distance at which to call; it grows with the stars of the target and the length of the round."""
    target, turns = state[player_at(seat) + TARGET], state[TURNS] // state[SEATS]
    if turns >= MOST_TURNS:
        return int(state[TARGET_NUMBERS + target]) + 10_000
    return int((turns - 1) // 2 + state[TARGET_STARS + target] // 2)


@compiled
def _fill(state: Table, seat: int) -> int:
    """The card that brings the lot closest to the target, with missing cards counted as average."""
    player, average = player_at(seat), average_card(state)
    held, missing = value_of(state, state[player + FACE_UP]), 1
    if state[player + HAND] >= 0:
        held += value_of(state, state[player + HAND])
        missing = 0
    aim = aim_of(state, seat)
    # The deck is a gamble: an average card, and a little worse for being unknown.
    best, least = DRAW, abs(held + (average + 2) + missing * average - aim)
    for owner in range(state[SEATS]):
        if owner != seat and not is_locked(state, owner):
            card = float(value_of(state, state[player_at(owner) + FACE_UP]))
            gap = abs(held + card + missing * average - aim)
            if gap < least:
                best, least = TAKE + owner, gap
    return best


@compiled
def _declare(state: Table, seat: int) -> int:
    """Stay in if about as close as a caller usually is; at 0 stars there is nothing to lose (E12)."""
    if state[player_at(seat) + STARS] == 0:
        return STAY
    return STAY if distance_now(state, seat) <= 2 or _expected_draw(state, seat) <= 2 else FOLD


@compiled
def _total(state: Table, seat: int, menu: Moves, count: int) -> int:
    """The closest total with the fewest tokens; a caller nobody stayed against pays for the bonus only."""
    is_unopposed = state[player_at(seat) + STANCE] == CALLED and not has_stayer(state)
    best, least = -1, 1 << 30
    for n in range(count):
        uses = int(menu[n]) - TOTAL
        distance = distance_of(state, seat, uses)
        if is_unopposed:
            distance = min(distance, 1)
        tokens = (uses % USES > 0) + (uses // USES % USES > 0) + (uses // (USES * USES) > 0)
        # At most three tokens: the distance decides first.
        worth = 4 * distance + tokens
        if worth < least:
            best, least = int(menu[n]), worth
    return best
