"""Statistics of games of Close Enough: what others hold at which stage, and the worth of stars and tokens.

The first give the odds of `belief.py`: how often a lot has some distance, relative to how often it would if
the cards that a player cannot see were dealt again. The second give the worth of stars and tokens.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.arena import TablePlayers, advance
from closecall.bots.enough.belief import (
    SHAPE,
    Odds,
    bucket_of,
    deal,
    gather,
    known_cards,
    stage_of,
    stars_bucket,
)
from closecall.bots.enough.search import TOKEN_COUNTS, Worths
from closecall.games.enough.state import STARS_TO_WIN
from closecall.kernels.counter_rng import begin
from closecall.kernels.enough.array_layout import (
    ENDED,
    HAND,
    HELD,
    PHASE,
    ROUND,
    SEAT,
    SEATS,
    STARS,
    STATE,
    TARGET,
)
from closecall.kernels.enough.game_loop import winners
from closecall.kernels.enough.table_access import IS_CHOICE, Table, player_at
from closecall.kernels.jit import compiled

MOST_ROUNDS = 40
"""Rounds of a game that are recorded."""
PRIOR_LOTS = 20.0
"""Lots dealt by chance that are added to the counts: what never occurred is unlikely, not impossible."""

PRIOR_GAMES = 20.0
"""The weight of the first guess of the worths, in games."""


class Counts(NamedTuple):
    """The counts."""

    held: NDArray[np.int64]
    dealt: NDArray[np.int64]
    standings: NDArray[np.int64]
    """For each game and round, each seat's stars and tokens at its start; −1 if there was no such round."""
    won: NDArray[np.bool_]


def new_counts(games: int, seats: int) -> Counts:
    """Empty counts."""
    return Counts(
        held=np.zeros(SHAPE, np.int64),
        dealt=np.zeros(SHAPE, np.int64),
        standings=np.full((games, MOST_ROUNDS, seats, 2), -1, np.int64),
        won=np.zeros((games, seats), np.bool_),
    )


@compiled
def count_games(seed: int, start: Table, players: TablePlayers, scale: float, counts: Counts) -> None:
    """Play games and count; from table to table the players move on by one seat."""
    state, other = np.empty(STATE, np.int64), np.empty(STATE, np.int64)
    fate, own, hidden = np.empty(2, np.uint64), np.empty(2, np.uint64), np.empty((5, 3), np.int64)
    for n in range(len(counts.won)):
        for at in range(STATE):
            state[at] = start[at]
        begin(fate, seed, 2 * n)
        begin(own, seed, 2 * n + 1)
        while state[PHASE] != ENDED:
            if IS_CHOICE[state[PHASE]]:
                seat = state[SEAT]
                _count_lots(state, seat, counts.held, scale)
                for at in range(STATE):
                    other[at] = state[at]
                gather(other, seat, hidden)
                deal(other, seat, own, hidden)
                _count_lots(other, seat, counts.dealt, scale)
            noted = state[ROUND]
            advance(state, n, fate, own, players)
            if state[ROUND] != noted and state[ROUND] <= MOST_ROUNDS:
                _note_standings(state, counts.standings[n, state[ROUND] - 1])
        winners(state, counts.won[n])


@compiled
def _note_standings(state: Table, standings: NDArray[np.int64]) -> None:
    """Record everyone's stars and tokens at the start of a round."""
    for seat in range(state[SEATS]):
        standings[seat, 0] = state[player_at(seat) + STARS]
        standings[seat, 1] = state[player_at(seat) + HELD]


@compiled
def _count_lots(state: Table, viewer: int, into: NDArray[np.int64], scale: float) -> None:
    """Count the lots of all others by what a viewer sees of them and what is hidden."""
    for seat in range(state[SEATS]):
        stage = stage_of(state, seat)
        if seat == viewer or stage < 0:
            continue
        player = player_at(seat)
        target = state[player + TARGET]
        far = bucket_of(state, seat, (target, state[player + HAND], state[player + HAND + 1]), scale)
        into[stage, known_cards(state, seat), stars_bucket(state, target), far] += 1


def odds_from(counts: Counts, bluffers: float = 0.0) -> Odds:
    """The odds of each lot relative to chance, if this share of all callers would call with anything."""
    held, dealt = counts.held.astype(np.float64), counts.dealt.astype(np.float64)
    axes = (2, 3)
    by_chance = (dealt + 0.5) / (dealt + 0.5).sum(axis=axes, keepdims=True)
    expected = (held + PRIOR_LOTS * by_chance) / (held.sum(axis=axes, keepdims=True) + PRIOR_LOTS)
    odds: Odds = np.clip(expected / by_chance, 0.003, 300.0)
    # A bluffer holds what a player holds who fine-tuned as often and did not call.
    odds[7:11] = (1 - bluffers) * odds[7:11] + bluffers * odds[1:5]
    return odds


def worths_from(counts: Counts, steps: int = 400) -> Worths:
    """The worth of stars and tokens by gradient descent: chances are the softmax of their sums."""
    standings = counts.standings.reshape(-1, *counts.standings.shape[2:])
    won = np.repeat(counts.won / counts.won.sum(axis=1, keepdims=True), MOST_ROUNDS, axis=0)
    is_there = standings[:, 0, 0] >= 0
    standings, won = standings[is_there], won[is_there]
    stars = np.minimum(standings[:, :, 0], STARS_TO_WIN - 1)
    tokens = STARS_TO_WIN + np.minimum(standings[:, :, 1], TOKEN_COUNTS - 1)
    guess = np.concatenate([0.3 * np.arange(STARS_TO_WIN), 0.5 * np.arange(TOKEN_COUNTS)])
    worths = guess.copy()
    frequent = np.bincount(np.concatenate([stars.ravel(), tokens.ravel()]), minlength=len(worths)) + 50.0
    for _ in range(steps):
        logits = worths[stars] + worths[tokens]
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        error = (won - chances).ravel()
        slopes = np.bincount(stars.ravel(), error, len(worths)) + np.bincount(
            tokens.ravel(), error, len(worths)
        )
        # Regularised towards the first guess, for what hardly ever occurs.
        worths = worths + (slopes - PRIOR_GAMES * (worths - guess)) / frequent * 2.0
    worths[:STARS_TO_WIN] -= worths[0]
    worths[STARS_TO_WIN:] -= worths[STARS_TO_WIN]
    return worths
