"""How close a lot of Close Enough comes, as far as its owner can know; compiled.

Everything is computed from what the seat sees: its own lot and tokens, face-up cards, the top of the pile,
and the cards it does not see (deck and other hands together; it does not remember who took what).
"""

import numpy as np

from closecall.kernels.enough.array_layout import (
    CARDS,
    COPIES,
    DECK,
    DOUBLE,
    DROP,
    FACE_UP,
    HAND,
    HELD,
    IGNORE,
    KINDS,
    LOCK_TOKEN,
    NUDGE_DOWN,
    NUDGE_UP,
    PILE,
    PILE_SIZE,
    SEATS,
    STANCE,
    STAYED,
    SUBTRACT,
    SWAP,
    TAKE_PILE,
    TARGET,
    TARGET_NUMBERS,
    TOKEN_KINDS,
    TOKENS,
    TOTAL,
    USES,
)
from closecall.kernels.enough.table_access import (
    CHANGES_OF,
    USE_CHANGE,
    USE_TOKEN,
    Moves,
    Table,
    changed,
    is_locked,
    player_at,
    value_of,
)
from closecall.kernels.jit import compiled

NO_CARD = 1 << 30
"""A distance greater than that of any lot."""
DISTANCES = 4
"""Where distances begin, after at most four moves."""


@compiled
def aim_of(state: Table, seat: int) -> int:
    """The number of a player's target."""
    return int(state[TARGET_NUMBERS + state[player_at(seat) + TARGET]])


@compiled
def average_card(state: Table) -> float:
    """The mean value of the cards of the kit."""
    total = 0
    for kind in range(state[KINDS]):
        total += state[COPIES + kind] * value_of(state, kind)
    return float(total / state[CARDS])


@compiled
def changes_at_hand(state: Table, seat: int) -> int:
    """What a player's tokens can do to a card, a bit for each change."""
    player, changes = player_at(seat), 0
    if state[player + HELD]:
        for kind in range(TOKEN_KINDS):
            if state[player + TOKENS + kind]:
                changes |= CHANGES_OF[kind]
    return changes


@compiled
def best_distance(plain: int, one: int, two: int, three: int, changes: int) -> int:
    """The distance of three cards, `plain` above the target, with the best single token on the best card."""
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
def lot_distance(state: Table, seat: int, low: int, high: int, changes: int) -> int:
    """The distance with these cards in the hand and the best single token on the best card."""
    up = value_of(state, state[player_at(seat) + FACE_UP])
    one, two = value_of(state, low), value_of(state, high)
    return best_distance(up + one + two - aim_of(state, seat), up, one, two, changes)


@compiled
def distance_now(state: Table, seat: int) -> int:
    """The distance of a full lot as it lies, with the best single token."""
    hand = player_at(seat) + HAND
    return lot_distance(state, seat, state[hand], state[hand + 1], changes_at_hand(state, seat))


@compiled
def distance_after(state: Table, seat: int, move: int, changes: int) -> int:
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
    return lot_distance(state, seat, low, high, changes)


@compiled
def closest_exchange(state: Table, seat: int, start: int) -> int:
    """The exchange with the pile or a face-up card that comes closest; −1 if there is none.

    Among equally close ones it is the first, clockwise from the seat `start`.
    """
    changes, best, least = changes_at_hand(state, seat), -1, NO_CARD
    seats = state[SEATS]
    if state[PILE_SIZE]:
        for place in range(2):
            distance = distance_after(state, seat, TAKE_PILE + place, changes)
            if distance < least:
                best, least = TAKE_PILE + place, distance
    for n in range(seats):
        owner = (start + n) % seats
        if owner == seat or is_locked(state, owner):
            continue
        for place in range(2):
            distance = distance_after(state, seat, SWAP + 2 * owner + place, changes)
            if distance < least:
                best, least = SWAP + 2 * owner + place, distance
    return canonical(state, seat, best)


@compiled
def canonical(state: Table, seat: int, move: int) -> int:
    """The exchange as it is on the menu, where the first of two equal cards is given."""
    hand = player_at(seat) + HAND
    if TAKE_PILE <= move < DROP and state[hand] == state[hand + 1]:
        first = TAKE_PILE if move < SWAP else SWAP
        return move - (move - first) % 2
    return move


@compiled
def closest_drop(state: Table, seat: int) -> int:
    """The card to discard so that the lot comes closest."""
    changes, hand, best, least = changes_at_hand(state, seat), player_at(seat) + HAND, DROP, NO_CARD
    for place in range(3):
        if place and state[hand + place] == state[hand + place - 1]:
            continue
        distance = distance_after(state, seat, DROP + place, changes)
        if distance < least:
            best, least = DROP + place, distance
    return best


@compiled
def expected_draw(state: Table, seat: int, most: float) -> float:
    """The mean distance after drawing and discarding the best card; each counts as `most` at the most."""
    player, changes = player_at(seat), changes_at_hand(state, seat)
    rest = value_of(state, state[player + FACE_UP]) - aim_of(state, seat)
    lot = (
        value_of(state, state[player + FACE_UP]),
        value_of(state, state[player + HAND]),
        value_of(state, state[player + HAND + 1]),
    )
    kept = min(most, float(best_distance(rest + lot[1] + lot[2], lot[0], lot[1], lot[2], changes)))
    # Integers are added, which is fast, and cards that come no closer are counted.
    total, closer, unseen = 0, 0, 0
    for kind in range(state[KINDS]):
        count, distance = state[DECK + kind], _drawn(lot, rest, value_of(state, kind), changes)
        is_closer = distance < kept
        total += count * distance * is_closer
        closer += count * is_closer
        unseen += count
    for other in range(state[SEATS]):
        hand = player_at(other) + HAND
        for at in range(hand, hand + 3):
            if other != seat and state[at] >= 0:
                distance = _drawn(lot, rest, value_of(state, state[at]), changes)
                is_closer = distance < kept
                total += distance * is_closer
                closer += is_closer
                unseen += 1
    return (total + kept * (unseen - closer)) / unseen


@compiled
def _drawn(lot: tuple[int, int, int], rest: int, card: int, changes: int) -> int:
    """The best distance with a card for one of the hand; `rest` is the face-up card less the target."""
    up, low, high = lot
    return min(
        best_distance(rest + low + card, up, low, card, changes),
        best_distance(rest + high + card, up, high, card, changes),
    )


@compiled
def has_stayer(state: Table) -> bool:
    """Whether anyone has stayed in."""
    is_found = False
    for seat in range(state[SEATS]):
        is_found |= state[player_at(seat) + STANCE] == STAYED
    return is_found


@compiled
def least_token(state: Table, seat: int, wanted: int) -> int:
    """The least useful token of the wanted kinds that a player holds, or −1.

    `wanted` has a bit for each kind. A token that only locks or silences is the least useful, then one with a
    single effect on a card.
    """
    tokens, best, least = player_at(seat) + TOKENS, -1, NO_CARD
    for kind in range(TOKEN_KINDS):
        if state[tokens + kind] and wanted >> kind & 1:
            worth, bits = 0, CHANGES_OF[kind]
            while bits:
                worth += bits & 1
                bits >>= 1
            if worth < least:
                best, least = kind, worth
    return best


@compiled
def list_best_totals(state: Table, seat: int, moves: Moves) -> int:
    """List the closest total with 0, 1, 2 and 3 tokens, as long as one more comes closer; return how many.

    Their distances are written after them, from `DISTANCES` on. The last is the closest, the first the
    cheapest.
    """
    uses, best, least = np.empty(USES, np.int64), np.empty(4, np.int64), np.full(4, NO_CARD)
    size, player = _list_uses(state, seat, uses), player_at(seat)
    has_equal_cards = state[player + HAND] == state[player + HAND + 1]
    plain = value_of(state, state[player + FACE_UP]) - aim_of(state, seat)
    for up in range(1 if state[player + LOCK_TOKEN] else size):
        one = plain + _gain(state, state[player + FACE_UP], uses[up])
        for low in range(size):
            two = one + _with(state, state[player + HAND], uses[low])
            for high in range(low if has_equal_cards else 0, size):
                spent = (up > 0) + (low > 0) + (high > 0)
                distance = abs(two + _with(state, state[player + HAND + 1], uses[high]))
                if distance < least[spent] and _is_held(state, player, uses[up], uses[low], uses[high]):
                    least[spent] = distance
                    best[spent] = TOTAL + USES * USES * uses[up] + USES * uses[low] + uses[high]
    count = 0
    for spent in range(4):
        if least[spent] < NO_CARD and (count == 0 or least[spent] < moves[DISTANCES + count - 1]):
            moves[count], moves[DISTANCES + count] = best[spent], least[spent]
            count += 1
    return count


@compiled
def _list_uses(state: Table, seat: int, uses: Moves) -> int:
    """List the uses of a player's tokens on a card, in order, beginning with none."""
    tokens, size = player_at(seat) + TOKENS, 1
    uses[0] = 0
    for use in range(1, USES):
        if state[tokens + USE_TOKEN[use]]:
            uses[size] = use
            size += 1
    return size


@compiled
def _with(state: Table, card: int, use: int) -> int:
    """The value of a card under a use."""
    return changed(value_of(state, card), USE_CHANGE[use])


@compiled
def _gain(state: Table, card: int, use: int) -> int:
    """How much a use adds to a card's value."""
    return _with(state, card, use) - value_of(state, card)


@compiled
def _is_held(state: Table, player: int, up: int, low: int, high: int) -> bool:
    """Whether a player has the tokens for three uses at once."""
    a, b, c = USE_TOKEN[up], USE_TOKEN[low], USE_TOKEN[high]
    tokens = player + TOKENS
    return not (
        (up and state[tokens + a] < 1 + (a == b) + (a == c))
        or (low and state[tokens + b] < 1 + (a == b) + (b == c))
        or (high and state[tokens + c] < 1 + (a == c) + (b == c))
    )
