"""The strong player of Close Enough: it tries its moves on many deals that fit what it sees; compiled.

Each deal is a guess at what the others hold (`belief.py`). Every move worth a look is tried on it: the round
is played to its end by thresholds (`threshold.py`), and the stars and tokens that are then on the table are
worth a chance to win the game. Of all moves the better half is tried on more deals, until two are left.
What is clearly worse than the best is given up at once, so easy decisions are quick. What is better than the
player's own thresholds would do, but not surely, is left alone: a few deals often flatter some move.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.belief import Belief, Odds, deal, gather, improve
from closecall.bots.enough.search_moves import CANDIDATES, list_candidates
from closecall.bots.enough.threshold import SCALE, threshold_move
from closecall.games.enough.state import STARS_TO_WIN
from closecall.kernels.counter_rng import Chances, begin, below
from closecall.kernels.enough.array_layout import (
    CALLER,
    DECK,
    DRAW_TOKEN,
    ENDED,
    FREE,
    HELD,
    IS_CHANCE,
    KINDS,
    PHASE,
    PILE,
    PILE_SIZE,
    ROUND,
    SEAT,
    SEATS,
    STARS,
    STATE,
    TARGET_KINDS,
    TOTAL,
    TOTALLING,
    VALUES,
    Moves,
    Table,
    player_at,
)
from closecall.kernels.enough.menus import decides
from closecall.kernels.enough.rounds import commit
from closecall.kernels.enough.turns import ALL_TOTALLED, after_chance, after_move, drawn_piece, go_on
from closecall.kernels.jit import compiled

TOKEN_COUNTS = 6
Worths = NDArray[np.float64]
"""What 0 to 7 stars and 0 to 5 tokens are worth, on a scale on which chances are odds (logits)."""
ROOM = 64
DOUBT = 12.0
"""A move is given up if it is worse than the best by the square root of so many times the variance: 3.5
standard errors of their difference on the same deals."""
TRUST = 1.0
"""A move has to be better than the usual one by the square root of so many times the variance."""
GLANCE = 16
"""Deals from one such look to the next."""


class Patience(NamedTuple):
    """How long to think, in playouts; and how long the chain of deals is."""

    playouts: int
    burn_in: int
    exchanges: int
    extras: bool
    """Whether to look at Lock and Silence."""


class Playing(NamedTuple):
    """Who plays a round to its end, with which luck: apart, since much is slow to hand on."""

    models: NDArray[np.float64]
    """Rows of thresholds; the first one is for the player who thinks."""
    who: NDArray[np.int64]
    """The row of each seat."""
    luck: Chances
    moves: Moves


class Desk(NamedTuple):
    """What a player knows, and room to work; for one thread."""

    playing: Playing
    belief: Belief
    worths: Worths
    patience: Patience
    guess: Table
    work: Table
    candidates: Moves
    sums: NDArray[np.float64]
    values: NDArray[np.float64]
    """What each candidate came to on one deal."""
    squares: NDArray[np.float64]
    """For each two candidates the sum of the squares of how they differed."""
    deals: Chances


def new_desk(models: NDArray[np.float64], odds: Odds, worths: Worths, patience: Patience) -> Desk:
    """A player with room to work."""
    return Desk(
        playing=Playing(models, np.zeros(5, np.int64), np.zeros(2, np.uint64), np.zeros(ROOM, np.int64)),
        belief=Belief(odds, np.zeros((5, 3), np.int64), float(models[0, SCALE])),
        worths=worths,
        patience=patience,
        guess=np.zeros(STATE, np.int64),
        work=np.zeros(STATE, np.int64),
        candidates=np.zeros(CANDIDATES, np.int64),
        sums=np.zeros(CANDIDATES, np.float64),
        values=np.zeros(CANDIDATES, np.float64),
        squares=np.zeros((CANDIDATES, CANDIDATES), np.float64),
        deals=np.zeros(2, np.uint64),
    )


@compiled
def search_move(state: Table, seat: int, chances: Chances, desk: Desk) -> int:
    """The best move of a seat that has something to decide."""
    count = list_candidates(state, seat, desk.candidates, desk.patience.extras)
    # Always so many numbers are drawn, whatever is found.
    key = below(chances, 1 << 30)
    if count == 1:
        return int(desk.candidates[0])
    usual = _usual(state, seat, key, desk.candidates[:count], desk.playing)
    weigh(state, seat, key, desk, (count, usual))
    best = 0
    for n in range(1, count):
        if desk.sums[n] > desk.sums[best]:
            best = n
    if usual >= 0 and desk.sums[usual] >= 0:
        ahead = desk.sums[best] - desk.sums[usual]
        if ahead**2 < TRUST * desk.squares[max(best, usual), min(best, usual)]:
            best = usual
    return int(desk.candidates[best])


@compiled
def _usual(state: Table, seat: int, key: int, candidates: Moves, playing: Playing) -> int:
    """Which candidate is the move that the player's own thresholds say; −1 if none is."""
    begin(playing.luck, key, 0)
    move = threshold_move(state, seat, playing.luck, playing.models[0], playing.moves)
    for n in range(len(candidates)):
        if candidates[n] == move:
            return n
    return -1


@compiled
def weigh(state: Table, seat: int, key: int, desk: Desk, counted: tuple[int, int]) -> None:
    """Write into `sums` what each candidate is worth; −1 for those that were given up on the way.

    `counted` is how many candidates there are, and which one is the usual move.
    """
    count, usual = counted
    _begin_deals(state, seat, key, desk)
    alive, stages, tried = count, 1, 0
    while (1 << stages) < count:
        stages += 1
    for n in range(count):
        desk.sums[n] = 0.0
        for other in range(count):
            desk.squares[n, other] = 0.0
    for _ in range(stages):
        for _ in range(max(4, desk.patience.playouts // (stages * alive))):
            tried += 1
            _next_deal(seat, desk)
            _try_all(desk, seat, count, (key, tried))
            if tried % GLANCE == 0:
                alive = give_up_hopeless(desk, count)
                if alive == 1:
                    return
        if alive > 2:
            alive = _give_up(desk.sums, count, alive, usual)


@compiled
def _try_all(desk: Desk, seat: int, count: int, luck: tuple[int, int]) -> None:
    """Try all candidates that are left on the deal that is guessed now, with the same luck."""
    sums, values = desk.sums, desk.values
    for n in range(count):
        if sums[n] >= 0:
            begin(desk.playing.luck, luck[0], luck[1])
            _try(desk.guess, desk.work, seat, desk.candidates[n], desk.playing)
            values[n] = worth(desk.work, seat, desk.worths)
            sums[n] += values[n]
            for other in range(n):
                if sums[other] >= 0:
                    desk.squares[n, other] += (values[n] - values[other]) ** 2


@compiled
def give_up_hopeless(desk: Desk, count: int) -> int:
    """Give up the moves that are worse than the best beyond doubt; how many are left."""
    sums, best, alive = desk.sums, 0, 0
    for n in range(count):
        if sums[n] > sums[best]:
            best = n
    for n in range(count):
        behind = sums[best] - sums[n]
        if sums[n] >= 0 and behind**2 > DOUBT * desk.squares[max(n, best), min(n, best)]:
            sums[n] = -1.0
        alive += sums[n] >= 0
    return alive


@compiled
def _begin_deals(state: Table, seat: int, key: int, desk: Desk) -> None:
    """Begin the chain of deals with one that fits what the seat sees."""
    for at in range(STATE):
        desk.guess[at] = state[at]
    for at in range(VALUES, STATE):
        desk.work[at] = state[at]
    begin(desk.deals, key, 0)
    gather(desk.guess, seat, desk.belief.hidden)
    deal(desk.guess, seat, desk.deals, desk.belief.hidden)
    improve(desk.guess, seat, desk.deals, desk.belief, desk.patience.burn_in)


@compiled
def _next_deal(seat: int, desk: Desk) -> None:
    """Another deal, and other thresholds for the others."""
    improve(desk.guess, seat, desk.deals, desk.belief, desk.patience.exchanges)
    for other in range(desk.guess[SEATS]):
        row = 0 if other == seat else below(desk.deals, len(desk.playing.models))
        desk.playing.who[other] = row


@compiled
def _give_up(sums: NDArray[np.float64], count: int, alive: int, usual: int) -> int:
    """Give up the worse half of the moves, but not the usual one; how many are left."""
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
def _try(guess: Table, work: Table, seat: int, move: int, playing: Playing) -> None:
    """Make a move on the deal that is guessed now, and play the round to its end."""
    _copy(guess, work)
    luck, this_round = playing.luck, work[ROUND]
    _make(work, seat, move, playing)
    while work[PHASE] != ENDED and work[PHASE] != DRAW_TOKEN and work[ROUND] == this_round:
        if IS_CHANCE[work[PHASE]]:
            go_on(work, after_chance(work, drawn_piece(work, luck)))
        elif work[PHASE] == TOTALLING:
            _make(work, -1, 0, playing)
        else:
            mover = work[SEAT]
            chosen = threshold_move(work, mover, luck, playing.models[playing.who[mover]], playing.moves)
            go_on(work, after_move(work, mover, chosen))


@compiled
def _copy(state: Table, into: Table) -> None:
    """Copy what can differ from deal to deal, without the room that a larger kit would need."""
    for at in range(DECK + state[KINDS]):
        into[at] = state[at]
    for at in range(PILE, PILE + state[PILE_SIZE]):
        into[at] = state[at]
    for at in range(FREE, FREE + state[TARGET_KINDS]):
        into[at] = state[at]


@compiled
def _make(work: Table, seat: int, move: int, playing: Playing) -> None:
    """Make a player's move; if all total, the others commit by thresholds."""
    if work[PHASE] != TOTALLING:
        go_on(work, after_move(work, seat, move))
        return
    # Nobody's tokens make a difference to the others' choices.
    for other in range(work[SEATS]):
        if decides(work, other):
            row, chosen = playing.models[playing.who[other]], move
            if other != seat:
                chosen = threshold_move(work, other, playing.luck, row, playing.moves)
            commit(work, other, chosen - TOTAL)
    go_on(work, ALL_TOTALLED)


@compiled
def worth(state: Table, seat: int, worths: Worths) -> float:
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
        part = np.exp(worths[state[player + STARS]] + worths[STARS_TO_WIN + min(held, TOKEN_COUNTS - 1)])
        total += part
        if other == seat:
            mine = part
    return float(mine / total)


def idle_desk() -> Desk:
    """For tables at which nobody searches."""
    return new_desk(np.zeros((1, SCALE + 1)), np.ones((1, 1, 1, 1)), np.zeros(1), Patience(0, 0, 0, False))
