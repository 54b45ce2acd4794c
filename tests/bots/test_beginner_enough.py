"""Easy errs in Close Enough as a beginner does: it calls too early or too late, and stays in too often."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from closecall.bots.enough.arena import THRESHOLD, advance, decide, new_players
from closecall.bots.enough.lots import (
    changes_at_hand,
    distance_after,
    distance_now,
    list_best_totals,
    lot_distance,
)
from closecall.bots.enough.threshold import tuned_turns
from closecall.bots.enough.trained_values import level_row
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough.array_layout import (
    CALL,
    DECLARE,
    DROP,
    ENDED,
    GIVE_UP,
    HAND,
    PHASE,
    PLAY_LOCK,
    SEAT,
    SILENCED,
    STANCE,
    STARS,
    STAY,
    STAYED,
    TAKE_PILE,
    TOTAL,
    TOTALLING,
    TURN,
)
from closecall.kernels.enough.kernel import new_state
from closecall.kernels.enough.menus import decides
from closecall.kernels.enough.table_access import IS_CHOICE, Table, distance_of, is_full, player_at

SEATS = 4
GAMES = 60


class Choice(NamedTuple):
    """A decision with a full lot."""

    state: Table
    seat: int
    move: int

    @property
    def player(self) -> int:
        """Where the player's numbers begin in the state."""
        return player_at(self.seat)

    @property
    def can_call(self) -> bool:
        """Whether it is a turn on which this player may call."""
        is_turn = self.state[PHASE] == TURN and self.state[self.player + STANCE] != STAYED
        return bool(is_turn and not self.state[self.player + SILENCED])

    @property
    def distance(self) -> int:
        """The distance of the lot without tokens."""
        hand = self.player + HAND
        return int(lot_distance(self.state, self.seat, self.state[hand], self.state[hand + 1], 0))


@cache
def choices_of(level: str) -> tuple[Choice, ...]:
    """The decisions of some games of one level with full lots."""
    return tuple(_choices(level))


def _choices(level: str) -> Iterator[Choice]:
    players = new_players([THRESHOLD] * SEATS, np.array([level_row(level, SEATS)] * SEATS))
    fate, own = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    for game in range(GAMES):
        state = new_state(SEATS)
        begin(fate, 21, 2 * game)
        begin(own, 21, 2 * game + 1)
        while state[PHASE] != ENDED:
            for seat in range(SEATS):
                is_turn = IS_CHOICE[state[PHASE]] and seat == state[SEAT]
                if (is_turn or decides(state, seat)) and is_full(state, seat):
                    # The same numbers as those of the move itself, unless several decide at once.
                    yield Choice(state.copy(), seat, decide(state, seat, seat, own.copy(), players))
            advance(state, 0, fate, own, players)


def call_share(level: str, distances: range) -> float:
    """How often a level calls at these distances, of the turns on which it may."""
    calls = [
        choice.move == CALL
        for choice in choices_of(level)
        if choice.can_call and choice.distance in distances and tuned_turns(choice.state) < 3
    ]
    assert len(calls) > 50
    return sum(calls) / len(calls)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_nobody_overlooks_an_exact_lot(level: str) -> None:
    """Whatever else is overlooked."""
    assert call_share(level, range(1)) == 1
    assert call_share(level, range(1, 2)) < 0.9


def test_easy_calls_too_early_and_too_late() -> None:
    """It calls at distances at which hard waits, and misses calls that hard makes."""
    assert call_share("easy", range(3, 6)) > 0.5
    assert call_share("hard", range(3, 6)) < 0.2
    assert call_share("easy", range(1, 2)) < 0.85 < call_share("hard", range(1, 2))


def test_easy_never_calls_on_nothing() -> None:
    """With the token that helps most it is always within ten."""
    calls = [choice for choice in choices_of("easy") if choice.can_call and choice.move == CALL]
    assert len(calls) > 200
    assert max(distance_now(choice.state, choice.seat) for choice in calls) <= 10


def test_easy_stays_in_too_often() -> None:
    """With stars to lose and five to eight away, where hard often folds."""
    shares = {}
    for level in ("easy", "hard"):
        stays = [
            choice.move == STAY
            for choice in choices_of(level)
            if choice.state[PHASE] == DECLARE
            and choice.state[choice.player + STARS] > 0
            and choice.distance in range(5, 9)
        ]
        assert len(stays) > 50
        shares[level] = sum(stays) / len(stays)
    assert shares["easy"] > 0.9
    assert shares["hard"] < 0.6


def test_every_exchange_of_easy_comes_closer() -> None:
    """Cards are taken towards the target, and the right one is given up."""
    exchanges = drops = 0
    for choice in choices_of("easy"):
        state, seat, move = choice
        changes = changes_at_hand(state, seat)
        if state[PHASE] == TURN and TAKE_PILE <= move < DROP:
            exchanges += 1
            assert distance_after(state, seat, move, changes) < distance_now(state, seat)
        elif state[PHASE] == GIVE_UP:
            drops += 1
            every = [distance_after(state, seat, DROP + place, changes) for place in range(3)]
            assert distance_after(state, seat, move, changes) == min(every)
    assert exchanges > 100
    assert drops > 100


def test_easy_uses_tokens_that_bring_it_closer() -> None:
    """It counts on them when it calls; but it never locks or silences."""
    room, helped = np.zeros(16, np.int64), 0
    for state, seat, move in choices_of("easy"):
        assert not (state[PHASE] == TURN and move >= PLAY_LOCK)
        if state[PHASE] == TOTALLING:
            count = list_best_totals(state, seat, room)
            helped += count > 1
            assert distance_of(state, seat, move - TOTAL) == room[3 + count] or _is_unopposed(state, seat)
    assert helped > 30


def _is_unopposed(state: Table, seat: int) -> bool:
    """Whether everybody else has folded."""
    return not any(state[player_at(other) + STANCE] == STAYED for other in range(SEATS) if other != seat)
