"""How easy chooses in Qwixx, compiled: as a beginner who counts skipped numbers and looks no further.

A beginner is in another mood at every move, and crosses

| mood | what skips at most |
|---|---|
| timid | one number |
| calm | two numbers |
| eager | three numbers |

It takes a cross that skips least or one number more, whichever comes to mind. To avoid a misthrow it crosses
what skips least, up to four numbers in any mood; to avoid the fourth, which ends the game, anything at all.
It pays no attention to points, locks and opponents.
"""

import numpy as np
from numpy.typing import NDArray

from closecall.bots.qwixx.moves import MOST_MOVES, any_of, nth_move
from closecall.bots.qwixx.sparring_moves import skipped_by
from closecall.kernels.counter_rng import Chances, below
from closecall.kernels.jit import compiled
from closecall.kernels.qwixx.kernel import ACTION, ACTIVE, HAS_CROSSED, MISTHROWS, SHEETS, Table

MOODS = np.array([25, 35, 40])
"""How often a beginner is timid, calm and eager, in percent."""
MOST_SKIPPED = np.array([1, 2, 3])
"""How many numbers it skips of its own accord, by mood."""
CARELESS = 1
"""It does not mind skipping this many numbers more than it has to."""
RATHER_SKIPPED = 4
"""How many numbers it skips rather than mark a misthrow."""
NEVER_SKIPPED = 11
"""More numbers than any cross skips."""


@compiled
def beginner_move(state: Table, seat: int, chances: Chances) -> int:
    """One of the moves that look good to a beginner; the first random number is for the mood."""
    mood, drawn = 0, below(chances, 100)
    while drawn >= MOODS[mood]:
        drawn -= MOODS[mood]
        mood += 1
    return any_of(state, seat, beginner_choices(state, seat, mood), chances)


@compiled
def write_beginner_parts(state: Table, seat: int, parts: NDArray[np.float64]) -> None:
    """Write how often a beginner makes each move, by its number in `nth_move`."""
    for n in range(MOST_MOVES):
        parts[n] = 0.0
    for mood in range(len(MOODS)):
        choices, count = beginner_choices(state, seat, mood), 0
        for n in range(MOST_MOVES):
            count += choices >> n & 1
        for n in range(MOST_MOVES):
            parts[n] += (choices >> n & 1) * MOODS[mood] / (100 * count)


@compiled
def beginner_choices(state: Table, seat: int, mood: int) -> int:
    """The moves that look good in a mood, as a bit for each number in `nth_move`; a pass if nothing does."""
    fewest, most = _fewest_skipped(state, seat), int(MOST_SKIPPED[mood])
    if fewest <= most:
        most = min(most, fewest + CARELESS)
    else:
        most = fewest if fewest <= _most_for_misthrow(state, seat, most) else -1
    choices = 0
    for n in range(MOST_MOVES - 1):
        move = nth_move(state, seat, n)
        if move >= 0 and skipped_by(state, seat, move) <= most:
            choices |= 1 << n
    return choices if choices else 1 << (MOST_MOVES - 1)


@compiled
def _fewest_skipped(state: Table, seat: int) -> int:
    """How many numbers the cross skips that skips least."""
    fewest = NEVER_SKIPPED
    for n in range(MOST_MOVES - 1):
        move = nth_move(state, seat, n)
        if move >= 0:
            fewest = min(fewest, skipped_by(state, seat, move))
    return fewest


@compiled
def _most_for_misthrow(state: Table, seat: int, most: int) -> int:
    """How many numbers to skip now to avoid a misthrow; −1 if none looms, or action 2 avoids it better."""
    if seat != state[ACTIVE] or (state[ACTION] == 2 and state[HAS_CROSSED]):
        return -1
    is_fourth = state[SHEETS + 5 * seat + MISTHROWS] == 3
    rather = NEVER_SKIPPED - 1 if is_fourth else RATHER_SKIPPED
    if state[ACTION] == 2:
        return rather
    state[ACTION] = 2
    later = _fewest_skipped(state, seat)
    state[ACTION] = 1
    return -1 if later <= most else min(rather, later)
