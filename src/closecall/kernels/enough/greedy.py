"""The greedy bot in the kernel, the very same choices: see bots/enough/greedy.py."""

from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.enough.array_layout import (
    BACKING_OUT,
    CALL,
    CALLED,
    CARDS,
    CHANGES_OF,
    COPIES,
    DECK,
    DECLARE,
    DOUBLE,
    DRAW,
    DROP,
    FACE_UP,
    FOLD,
    GIVE_UP,
    HAND,
    HELD,
    IGNORE,
    KINDS,
    NEW_FACE_UP,
    NUDGE_DOWN,
    NUDGE_UP,
    PASS,
    PHASE,
    PILE,
    PILE_SIZE,
    PLAY_SILENCE,
    SEATS,
    STANCE,
    STARS,
    STAY,
    STAYED,
    SUBTRACT,
    SWAP,
    TAKE,
    TAKE_PILE,
    TARGET,
    TARGET_NUMBERS,
    TARGET_STARS,
    TOKEN_KINDS,
    TOKENS,
    TOTAL,
    TOTALLING,
    TURN,
    TURNS,
    USES,
    Moves,
    Table,
    distance_of,
    is_full,
    is_locked,
    player_at,
    value_of,
)
from closecall.kernels.jit import compiled

PATIENCE = 12
DANGER = 6


@compiled
def greedy_move(state: Table, seat: int, chances: Chances, menu: Moves, count: int) -> int:
    """The move this bot makes from a menu of so many moves; the menu is written over."""
    phase = state[PHASE]
    if phase == TURN:
        return _turn(state, seat, chances, menu, count)
    if phase == GIVE_UP:
        return _closest(state, seat, chances, menu, count)
    if phase == DECLARE:
        return _declare(state, seat)
    if phase == NEW_FACE_UP:
        return menu[0] if is_full(state, seat) and _distance_now(state, seat) == 0 else PASS
    if phase == BACKING_OUT:
        # Back out of a hopeless call that someone has stayed in against.
        return menu[0] if _distance_now(state, seat) > 5 and _has_stayed(state) else PASS
    if phase == TOTALLING:
        return _total(state, seat, menu, count)
    return PASS


# Distances.


@compiled
def changes_at_hand(state: Table, seat: int) -> int:
    """What the tokens that a player holds can do to a card, a bit for each change."""
    player, changes = player_at(seat), 0
    if state[player + HELD]:
        for kind in range(TOKEN_KINDS):
            if state[player + TOKENS + kind]:
                changes |= CHANGES_OF[kind]
    return changes


@compiled
def best_distance(plain: int, one: int, two: int, three: int, changes: int) -> int:
    """The distance of three cards, `plain` over their target, with the best single token on the best card."""
    best = abs(plain)
    if changes == 0:
        return best
    if changes >> NUDGE_UP & 1:
        best = min(best, abs(plain + 1))
    if changes >> NUDGE_DOWN & 1:
        best = min(best, abs(plain - 1))
    if changes >> SUBTRACT & 1:
        best = min(best, abs(plain - 2 * one), abs(plain - 2 * two), abs(plain - 2 * three))
    if changes >> DOUBLE & 1:
        best = min(best, abs(plain + one), abs(plain + two), abs(plain + three))
    if changes >> IGNORE & 1:
        best = min(best, abs(plain - one), abs(plain - two), abs(plain - three))
    return best


@compiled
def _distance_with(state: Table, seat: int, low: int, high: int, changes: int) -> int:
    """The best distance with these values in the hand."""
    player = player_at(seat)
    up = value_of(state, state[player + FACE_UP])
    return best_distance(up + low + high - _aim(state, seat), up, low, high, changes)


@compiled
def _aim(state: Table, seat: int) -> int:
    return int(state[TARGET_NUMBERS + state[player_at(seat) + TARGET]])


@compiled
def _distance_now(state: Table, seat: int) -> int:
    hand = player_at(seat) + HAND
    low, high = value_of(state, state[hand]), value_of(state, state[hand + 1])
    return _distance_with(state, seat, low, high, changes_at_hand(state, seat))


@compiled
def _distance_after(state: Table, seat: int, move: int, changes: int) -> int:
    """The best distance after an exchange or a drop."""
    hand = player_at(seat) + HAND
    if move >= DROP:
        place = move - DROP
        low, high = state[hand + (place == 0)], state[hand + (2 if place < 2 else 1)]
    elif move >= SWAP:
        low = state[hand + 1 - (move - SWAP) % 2]
        high = state[player_at((move - SWAP) // 2) + FACE_UP]
    else:
        low, high = state[hand + 1 - (move - TAKE_PILE)], state[PILE + state[PILE_SIZE] - 1]
    return _distance_with(state, seat, value_of(state, low), value_of(state, high), changes)


@compiled
def _closest(state: Table, seat: int, chances: Chances, menu: Moves, count: int) -> int:
    """One of the exchanges or drops of a menu that come closest; −1 if there are none."""
    changes, least, ties = changes_at_hand(state, seat), 1 << 30, 0
    for n in range(count):
        if TAKE_PILE <= menu[n] < CALL:
            distance = _distance_after(state, seat, menu[n], changes)
            if distance < least:
                least, ties = distance, 0
            if distance == least:
                # Never behind the move that is looked at.
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
    low, high = value_of(state, state[hand]), value_of(state, state[hand + 1])
    drawn = value_of(state, card)
    return min(
        _distance_with(state, seat, low, high, changes),
        _distance_with(state, seat, low, drawn, changes),
        _distance_with(state, seat, high, drawn, changes),
    )


# Decisions.


@compiled
def _turn(state: Table, seat: int, chances: Chances, menu: Moves, count: int) -> int:
    if not is_full(state, seat):
        return _fill(state, seat)
    silence, most = -1, DANGER - 1
    for n in range(count):
        if menu[n] == CALL and _distance_now(state, seat) <= _call_at(state, seat):
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
    distance = _distance_after(state, seat, best, changes_at_hand(state, seat))
    return best if distance < _expected_draw(state, seat) else DRAW


@compiled
def _call_at(state: Table, seat: int) -> int:
    """The distance at which to call: a dear target and a long round make the bot less choosy."""
    target, turns = state[player_at(seat) + TARGET], state[TURNS] // state[SEATS]
    if turns >= PATIENCE:
        return int(state[TARGET_NUMBERS + target]) + 10_000
    return int((turns - 1) // 2 + state[TARGET_STARS + target] // 2)


@compiled
def _fill(state: Table, seat: int) -> int:
    """The card that brings the lot closest to the target, the missing ones counted as average."""
    player, total = player_at(seat), 0
    for kind in range(state[KINDS]):
        total += state[COPIES + kind] * value_of(state, kind)
    average = total / state[CARDS]
    held, missing = value_of(state, state[player + FACE_UP]), 1
    if state[player + HAND] >= 0:
        held += value_of(state, state[player + HAND])
        missing = 0
    aim = _aim(state, seat)
    # The deck is a gamble: an average card, and a little worse for not being known.
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
    """Stay in when about as close as a caller usually is; at 0 stars there is nothing to lose (E12)."""
    if state[player_at(seat) + STARS] == 0:
        return STAY
    return STAY if _distance_now(state, seat) <= 2 or _expected_draw(state, seat) <= 2 else FOLD


@compiled
def _has_stayed(state: Table) -> bool:
    has_stayed = False
    for seat in range(state[SEATS]):
        has_stayed |= state[player_at(seat) + STANCE] == STAYED
    return has_stayed


@compiled
def _total(state: Table, seat: int, menu: Moves, count: int) -> int:
    """The closest total with the fewest tokens; a caller nobody stayed against only pays for the bonus."""
    is_unopposed = state[player_at(seat) + STANCE] == CALLED and not _has_stayed(state)
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
