"""What the others may hold in Close Enough: deals of the hidden cards, each as often as it is likely.

The others' play says something about the cards and targets that a seat cannot see: fine-tuning brings a lot
closer, a player that calls or stays in is close, one that has not called is not very close, and a card taken
openly fits the target. The odds of each distance at each stage of a round, relative to cards dealt at random,
were counted in games (`training/enough_knowledge.py`).

Deals form a Markov chain (Metropolis): a card or a target of one opponent is exchanged with an unseen one,
and the exchange is accepted by the odds of the new lot against the old one. The chain starts from the view of
the seat only, so hidden cards cannot influence it.

Cards and targets that were shown when earlier rounds ended (E14) say nothing about this one: all cards are
shuffled again, and which targets rest is public whether they are shown or not. They could only tell how a
player tends to play, and these odds are the same for all players.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.lots import average_card, best_distance, changes_at_hand
from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.enough.array_layout import (
    CALLED,
    CALLER,
    DECK,
    DECK_SIZE,
    FACE_UP,
    FIRST,
    FOLDED,
    FREE,
    HAND,
    KNOWN,
    SEATS,
    SILENCED,
    STANCE,
    TARGET,
    TARGET_KINDS,
    TARGET_NUMBERS,
    TARGET_STARS,
    TURNS,
)
from closecall.kernels.enough.table_access import Table, insert, is_contending, player_at, value_of
from closecall.kernels.jit import compiled

STAGES = 16
"""One card in hand; 0 to 5 fine-tuning turns; a call or a stay after 0 to 3 turns of the caller; silenced."""
FAR = 16
"""The number of distances that are told apart: 0 to 14, and more."""
Odds = NDArray[np.float64]
"""The odds of a lot relative to chance, by stage, known cards, stars of the target and distance."""
SHAPE = (STAGES, 3, 3, FAR)
Hidden = NDArray[np.int64]
"""For each seat the unseen cards of its hand in two places, and their number in a third."""


class Belief(NamedTuple):
    """The odds of the others' lots, and the hidden cards of the current deal; for one thread."""

    odds: Odds
    hidden: Hidden
    scale: float
    """How widely the cards of the kit are spread, relative to the standard kit."""


@compiled
def stage_of(state: Table, seat: int) -> int:
    """The stage of an opponent, which says something about the lot; −1 if there is nothing to say."""
    player = player_at(seat)
    if state[player + HAND] < 0 or state[player + STANCE] == FOLDED:
        return -1
    if state[player + HAND + 1] < 0:
        return 0
    stance = state[player + STANCE]
    if is_contending(state, seat):
        turns = _turns_of(state, state[CALLER]) - 1
        return int((7 if stance == CALLED else 11) + max(0, min(turns, 3)))
    if state[player + SILENCED]:
        return 15
    return int(1 + max(0, min(_turns_of(state, seat), 5)))


@compiled
def _turns_of(state: Table, seat: int) -> int:
    """The fine-tuning turns a player has had, with a call counted as one."""
    seats = state[SEATS]
    after_first = (seat - state[FIRST] + seats) % seats
    return int((state[TURNS] - after_first + seats - 1) // seats - 2)


@compiled
def bucket_of(state: Table, seat: int, lot: tuple[int, int, int], scale: float) -> int:
    """The bucket of a player's distance with a given target and hand.

    With one card in the hand (−1 for the other), the missing one counts as average.
    """
    target, one, two = lot
    up, first = value_of(state, state[player_at(seat) + FACE_UP]), value_of(state, one)
    aim = int(state[TARGET_NUMBERS + target])
    if two < 0:
        return min(FAR - 1, int(abs(up + first + average_card(state) - aim) / (2 * scale)))
    second = value_of(state, two)
    distance = best_distance(up + first + second - aim, up, first, second, changes_at_hand(state, seat))
    return min(FAR - 1, int(distance / scale + 0.5))


@compiled
def stars_bucket(state: Table, target: int) -> int:
    """The bucket of a target's stars: 1, 2, or 3 and more."""
    return int(min(3, state[TARGET_STARS + target])) - 1


@compiled
def known_cards(state: Table, seat: int) -> int:
    """How many cards of a hand were taken openly."""
    known = player_at(seat) + KNOWN
    return int(state[known] >= 0) + int(state[known + 1] >= 0)


@compiled
def gather(state: Table, viewer: int, hidden: Hidden) -> None:
    """Return everything a seat does not see: cards to the deck, targets to the free ones."""
    for seat in range(state[SEATS]):
        if seat == viewer:
            continue
        player, size = player_at(seat), 0
        known = 0
        for at in range(player + HAND, player + HAND + 3):
            if known < 2 and state[at] >= 0 and state[player + KNOWN + known] == state[at]:
                known += 1
            elif state[at] >= 0:
                state[DECK + state[at]] += 1
                state[DECK_SIZE] += 1
                size += 1
        hidden[seat, 2] = size
        if state[player + TARGET] >= 0:
            state[FREE + state[player + TARGET]] += 1


@compiled
def deal(state: Table, viewer: int, chances: Chances, hidden: Hidden) -> None:
    """Deal what was gathered, every deal equally likely."""
    for seat in range(state[SEATS]):
        if seat == viewer:
            continue
        for n in range(hidden[seat, 2]):
            hidden[seat, n] = _draw(state, DECK, state[DECK_SIZE], chances)
            state[DECK_SIZE] -= 1
        for n in range(hidden[seat, 2], 2):
            hidden[seat, n] = -1
        if state[player_at(seat) + TARGET] >= 0:
            state[player_at(seat) + TARGET] = _draw(state, FREE, _free(state), chances)
        _lay(state, seat, hidden)


@compiled
def _free(state: Table) -> int:
    count = 0
    for at in range(FREE, FREE + state[TARGET_KINDS]):
        count += state[at]
    return count


@compiled
def _draw(state: Table, first: int, count: int, chances: Chances) -> int:
    """Remove one of `count` pieces; return its kind."""
    at, n = first, below(chances, count)
    while n >= state[at]:
        n -= state[at]
        at += 1
    state[at] -= 1
    return at - first


@compiled
def _lay(state: Table, seat: int, hidden: Hidden) -> None:
    """Write an opponent's hand: the known and the hidden cards."""
    hand, known = player_at(seat) + HAND, player_at(seat) + KNOWN
    state[hand], state[hand + 1], state[hand + 2] = state[known], state[known + 1], -1
    for n in range(hidden[seat, 2]):
        insert(state, hand, hidden[seat, n])


@compiled
def _odds_of(state: Table, seat: int, stage: int, target: int, belief: Belief) -> float:
    """The odds of an opponent's lot, with a target and the current hidden cards."""
    known, player, hidden = known_cards(state, seat), player_at(seat), belief.hidden
    if known == 0:
        one, two = hidden[seat, 0], hidden[seat, 1]
    elif known == 1:
        one, two = state[player + KNOWN], hidden[seat, 0]
    else:
        one, two = state[player + KNOWN], state[player + KNOWN + 1]
    far = bucket_of(state, seat, (target, one, two), belief.scale)
    return float(belief.odds[stage, known, stars_bucket(state, target), far])


@compiled
def improve(state: Table, viewer: int, chances: Chances, belief: Belief, times: int) -> None:
    """Continue the chain by a number of exchanges for each opponent."""
    for seat in range(state[SEATS]):
        stage = stage_of(state, seat)
        if seat == viewer or stage < 0:
            continue
        odds = _odds_of(state, seat, stage, state[player_at(seat) + TARGET], belief)
        for _ in range(times):
            odds = _exchange(state, seat, chances, belief, odds)
        _lay(state, seat, belief.hidden)


@compiled
def _exchange(state: Table, seat: int, chances: Chances, belief: Belief, odds: float) -> float:
    """Exchange a hidden card, the target or both of an opponent, or not; return the odds afterwards."""
    what, hidden, target_at = below(chances, 3), belief.hidden, player_at(seat) + TARGET
    free, place, card, target = _free(state), -1, -1, int(state[target_at])
    aim, has_new_aim = target, what != 0 and free > 0
    if what != 1 and hidden[seat, 2] and state[DECK_SIZE]:
        place = below(chances, hidden[seat, 2])
        card = hidden[seat, place]
        hidden[seat, place] = _draw(state, DECK, state[DECK_SIZE], chances)
    if has_new_aim:
        aim = _draw(state, FREE, free, chances)
    new = _odds_of(state, seat, stage_of(state, seat), aim, belief)
    is_kept = new >= odds or below(chances, 1 << 20) < new / odds * (1 << 20)
    # Return the new pieces if they are rejected, otherwise the old ones.
    if place >= 0:
        if is_kept:
            state[DECK + card] += 1
        else:
            state[DECK + hidden[seat, place]] += 1
            hidden[seat, place] = card
    if has_new_aim:
        state[FREE + (target if is_kept else aim)] += 1
    if is_kept:
        state[target_at] = aim
    return new if is_kept else odds
