"""The search of Close Enough: a strong player tries its moves on many deals that fit its view; compiled.

Each deal is a guess at what the others hold (`belief.py`). Every candidate move is tried on it: the round is
played to its end by thresholds (`threshold.py`), and the stars and tokens then on the table give a chance to
win the game. The better half of the moves is tried on more deals, until two are left. Moves clearly worse
than the best are dropped at once, so easy decisions are quick. A move replaces the one that the player's own
thresholds choose only if it is significantly better: a few deals often flatter some move.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.belief import Belief, Odds, deal, gather, improve
from closecall.bots.enough.search_effort import SearchEffort
from closecall.bots.enough.search_moves import CANDIDATES, list_candidates
from closecall.bots.enough.threshold import threshold_move
from closecall.bots.enough.threshold_names import SCALE
from closecall.games.enough.state import STARS_TO_WIN
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.enough.array_layout import (
    CALLER,
    DECK,
    DRAW_TOKEN,
    ENDED,
    FREE,
    HELD,
    KEEP,
    KINDS,
    PHASE,
    PILE,
    PILE_SIZE,
    ROUND,
    SEAT,
    SEATS,
    SHOWING,
    STARS,
    STATE,
    TARGET_KINDS,
    TOTAL,
    TOTALLING,
    VALUES,
)
from closecall.kernels.enough.menus import decides
from closecall.kernels.enough.rounds import commit
from closecall.kernels.enough.table_access import IS_CHANCE, Moves, Table, player_at
from closecall.kernels.enough.turns import ALL_TOTALLED, after_chance, after_move, drawn_piece, go_on
from closecall.kernels.exponential import exp
from closecall.kernels.jit import compiled

TOKEN_COUNTS = 6
Worths = NDArray[np.float64]
"""The worth of 0 to 7 stars and 0 to 5 tokens, as logits of the chance to win."""
SCRATCH = 64
HOPELESS = 12.0
"""A move is dropped if the square of its difference to the best exceeds this many times the variance: 3.5
standard errors of their difference on the same deals."""
TRUST = 1.0
"""The same for how much better than the usual move another has to be."""
CHECK_EVERY = 16
"""Deals between two such checks."""


class Playout(NamedTuple):
    """Who plays a round to its end, with which random numbers; apart, since a large tuple is slow to pass."""

    models: NDArray[np.float64]
    """Rows of thresholds; the first is for the player that searches."""
    who: NDArray[np.int64]
    """The row of each seat."""
    luck: Chances
    moves: Moves


class Searcher(NamedTuple):
    """What a player knows, and scratch space; for one thread."""

    playout: Playout
    belief: Belief
    worths: Worths
    effort: SearchEffort
    guess: Table
    work: Table
    candidates: Moves
    sums: NDArray[np.float64]
    values: NDArray[np.float64]
    """The result of each candidate on one deal."""
    squares: NDArray[np.float64]
    """For each two candidates the sum of their squared differences."""
    deals: Chances


def new_searcher(models: NDArray[np.float64], odds: Odds, worths: Worths, effort: SearchEffort) -> Searcher:
    """A player with scratch space."""
    return Searcher(
        playout=Playout(models, np.zeros(5, np.int64), np.zeros(2, np.uint64), np.zeros(SCRATCH, np.int64)),
        belief=Belief(odds, np.zeros((5, 3), np.int64), float(models[0, SCALE])),
        worths=worths,
        effort=effort,
        guess=np.zeros(STATE, np.int64),
        work=np.zeros(STATE, np.int64),
        candidates=np.zeros(CANDIDATES, np.int64),
        sums=np.zeros(CANDIDATES, np.float64),
        values=np.zeros(CANDIDATES, np.float64),
        squares=np.zeros((CANDIDATES, CANDIDATES), np.float64),
        deals=np.zeros(2, np.uint64),
    )


@compiled
def search_move(state: Table, seat: int, chances: Chances, searcher: Searcher) -> int:
    """The best move of a seat that has to decide."""
    if state[PHASE] == SHOWING:  # E14: nothing is won by showing what need not be proved.
        return KEEP
    count = list_candidates(state, seat, searcher.candidates, searcher.effort.extras)
    # A constant number of random numbers is drawn, whatever is found.
    key = below(chances, 1 << 30)
    if count == 1:
        return int(searcher.candidates[0])
    usual = _usual(state, seat, key, searcher.candidates[:count], searcher.playout)
    evaluate(state, seat, key, searcher, (count, usual))
    best = 0
    for n in range(1, count):
        if searcher.sums[n] > searcher.sums[best]:
            best = n
    if usual >= 0 and searcher.sums[usual] >= 0:
        ahead = searcher.sums[best] - searcher.sums[usual]
        if ahead**2 < TRUST * searcher.squares[max(best, usual), min(best, usual)]:
            best = usual
    return int(searcher.candidates[best])


@compiled
def _usual(state: Table, seat: int, key: int, candidates: Moves, playout: Playout) -> int:
    """The candidate that the player's own thresholds choose; −1 if it is none of them."""
    begin(playout.luck, key, 0)
    move = threshold_move(state, seat, playout.luck, playout.models[0], playout.moves)
    for n in range(len(candidates)):
        if candidates[n] == move:
            return n
    return -1


@compiled
def evaluate(state: Table, seat: int, key: int, searcher: Searcher, counted: tuple[int, int]) -> None:
    """Write the worth of each candidate into `sums`, −1 for those that were dropped.

    `counted` is the number of candidates, and which one is the usual move.
    """
    count, usual = counted
    _begin_deals(state, seat, key, searcher)
    alive, stages, tried = count, 1, 0
    while (1 << stages) < count:
        stages += 1
    for n in range(count):
        searcher.sums[n] = 0.0
        for other in range(count):
            searcher.squares[n, other] = 0.0
    for _ in range(stages):
        for _ in range(max(4, searcher.effort.playouts // (stages * alive))):
            tried += 1
            _next_deal(seat, searcher)
            _try_all(searcher, seat, count, (key, tried))
            if tried % CHECK_EVERY == 0:
                alive = drop_hopeless(searcher, count)
                if alive == 1:
                    return
        if alive > 2:
            alive = _drop_worse_half(searcher.sums, count, alive, usual)


@compiled
def value_all(state: Table, seat: int, key: int, searcher: Searcher) -> int:
    """Write the chance to win with each candidate into `sums`, all on the same deals; return their number.

    Unlike the search, it drops none of them: `effort.playouts` is the number of deals.
    """
    count = list_candidates(state, seat, searcher.candidates, searcher.effort.extras)
    _begin_deals(state, seat, key, searcher)
    for n in range(count):
        searcher.sums[n] = 0.0
    for tried in range(searcher.effort.playouts):
        _next_deal(seat, searcher)
        _try_all(searcher, seat, count, (key, tried))
    for n in range(count):
        searcher.sums[n] /= searcher.effort.playouts
    return count


@compiled
def _try_all(searcher: Searcher, seat: int, count: int, luck: tuple[int, int]) -> None:
    """Try all remaining candidates on the current deal, with the same random numbers."""
    sums, values = searcher.sums, searcher.values
    for n in range(count):
        if sums[n] >= 0:
            begin(searcher.playout.luck, luck[0], luck[1])
            _try(searcher.guess, searcher.work, seat, searcher.candidates[n], searcher.playout)
            values[n] = win_chance(searcher.work, seat, searcher.worths)
            sums[n] += values[n]
            for other in range(n):
                if sums[other] >= 0:
                    searcher.squares[n, other] += (values[n] - values[other]) ** 2


@compiled
def drop_hopeless(searcher: Searcher, count: int) -> int:
    """Drop the moves that are certainly worse than the best; return how many are left."""
    sums, best, alive = searcher.sums, 0, 0
    for n in range(count):
        if sums[n] > sums[best]:
            best = n
    for n in range(count):
        behind = sums[best] - sums[n]
        if sums[n] >= 0 and behind**2 > HOPELESS * searcher.squares[max(n, best), min(n, best)]:
            sums[n] = -1.0
        alive += sums[n] >= 0
    return alive


@compiled
def _begin_deals(state: Table, seat: int, key: int, searcher: Searcher) -> None:
    """Begin the chain of deals with one that fits the view of the seat."""
    for at in range(STATE):
        searcher.guess[at] = state[at]
    for at in range(VALUES, STATE):
        searcher.work[at] = state[at]
    begin(searcher.deals, key, 0)
    gather(searcher.guess, seat, searcher.belief.hidden)
    deal(searcher.guess, seat, searcher.deals, searcher.belief.hidden)
    improve(searcher.guess, seat, searcher.deals, searcher.belief, searcher.effort.burn_in)


@compiled
def _next_deal(seat: int, searcher: Searcher) -> None:
    """The next deal, and other thresholds for the others."""
    improve(searcher.guess, seat, searcher.deals, searcher.belief, searcher.effort.exchanges)
    for other in range(searcher.guess[SEATS]):
        row = 0 if other == seat else below(searcher.deals, len(searcher.playout.models))
        searcher.playout.who[other] = row


@compiled
def _drop_worse_half(sums: NDArray[np.float64], count: int, alive: int, usual: int) -> int:
    """Drop the worse half of the moves, but not the usual one; return how many are left."""
    left = (alive + 1) // 2
    while alive > left:
        worst = -1
        for n in range(count):
            if n != usual and sums[n] >= 0 and (worst < 0 or sums[n] < sums[worst]):
                worst = n
        sums[worst] = -1.0
        alive -= 1
    return left


@compiled
def _try(guess: Table, work: Table, seat: int, move: int, playout: Playout) -> None:
    """Make a move on the current deal, and play the round to its end."""
    _copy(guess, work)
    luck, this_round = playout.luck, work[ROUND]
    _make(work, seat, move, playout)
    # From the score on (`DRAW_TOKEN`, `SHOWING`, `ENDED`), nothing that is decided changes the chances.
    while work[PHASE] < DRAW_TOKEN and work[ROUND] == this_round:
        if IS_CHANCE[work[PHASE]]:
            go_on(work, after_chance(work, drawn_piece(work, luck)))
        elif work[PHASE] == TOTALLING:
            _make(work, -1, 0, playout)
        else:
            mover = work[SEAT]
            chosen = threshold_move(work, mover, luck, playout.models[playout.who[mover]], playout.moves)
            go_on(work, after_move(work, mover, chosen))


@compiled
def _copy(state: Table, into: Table) -> None:
    """Copy what can differ from deal to deal, without the unused space for a larger kit."""
    for at in range(DECK + state[KINDS]):
        into[at] = state[at]
    for at in range(PILE, PILE + state[PILE_SIZE]):
        into[at] = state[at]
    for at in range(FREE, FREE + state[TARGET_KINDS]):
        into[at] = state[at]


@compiled
def _make(work: Table, seat: int, move: int, playout: Playout) -> None:
    """Make a player's move; when all total, the others commit by thresholds."""
    if work[PHASE] != TOTALLING:
        go_on(work, after_move(work, seat, move))
        return
    # No player's tokens affect the choices of the others.
    for other in range(work[SEATS]):
        if decides(work, other):
            row, chosen = playout.models[playout.who[other]], move
            if other != seat:
                chosen = threshold_move(work, other, playout.luck, row, playout.moves)
            commit(work, other, chosen - TOTAL)
    go_on(work, ALL_TOTALLED)


@compiled
def win_chance(state: Table, seat: int, worths: Worths) -> float:
    """The chance of a seat to win, between two rounds or at the end."""
    seats, most = state[SEATS], 0
    for other in range(seats):
        most = max(most, state[player_at(other) + STARS])
    if most >= STARS_TO_WIN or state[PHASE] == ENDED:
        winners = 0
        for other in range(seats):
            winners += state[player_at(other) + STARS] == most
        return 1.0 / winners if state[player_at(seat) + STARS] == most else 0.0
    total, mine = 0.0, 0.0
    for other in range(seats):
        player = player_at(other)
        held = state[player + HELD] + (state[PHASE] == DRAW_TOKEN and other == state[CALLER])
        part = exp(worths[state[player + STARS]] + worths[STARS_TO_WIN + min(held, TOKEN_COUNTS - 1)])
        total += part
        if other == seat:
            mine = part
    return float(mine / total)
