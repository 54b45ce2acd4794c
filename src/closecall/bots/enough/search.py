"""The strong player of Close Enough: it tries its moves on many deals that fit what it sees; compiled.

Each deal is a guess at what the others hold (`belief.py`). Every move worth a look is tried on it: the round
is played to its end by thresholds (`threshold.py`), and the stars and tokens that are then on the table are
worth a chance to win the game. Of all moves the better half is tried on more deals, until two are left.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from closecall.bots.enough.belief import Belief, Odds, deal, gather, improve
from closecall.bots.enough.search_moves import CANDIDATES, list_candidates
from closecall.bots.enough.threshold import SCALE, threshold_move
from closecall.compiling import compiled
from closecall.games.draws import Chances, begin, below
from closecall.games.enough.kernel_layout import (
    CALLER,
    DRAW_TOKEN,
    ENDED,
    HELD,
    IS_CHANCE,
    PHASE,
    ROUND,
    SEAT,
    SEATS,
    STARS,
    STATE,
    TOTAL,
    TOTALLING,
    VALUES,
    Moves,
    Table,
    player_at,
)
from closecall.games.enough.kernel_menus import decides
from closecall.games.enough.kernel_rounds import commit
from closecall.games.enough.kernel_turns import ALL_TOTALLED, after_chance, after_move, drawn_piece, go_on
from closecall.games.enough.state import STARS_TO_WIN

TOKEN_COUNTS = 6
Worths = NDArray[np.float64]
"""What 0 to 7 stars and 0 to 5 tokens are worth, on a scale on which chances are odds (logits)."""
ROOM = 64


class Patience(NamedTuple):
    """How long to think, in playouts; and how long the chain of deals is."""

    playouts: int
    burn_in: int
    exchanges: int
    extras: bool
    """Whether to look at Lock and Silence."""


class Desk(NamedTuple):
    """What a player knows, and room to work; for one thread."""

    models: NDArray[np.float64]
    """Rows of thresholds for all in the playouts; the first one for the player itself."""
    belief: Belief
    worths: Worths
    patience: Patience
    guess: Table
    work: Table
    candidates: Moves
    moves: Moves
    sums: NDArray[np.float64]
    who: NDArray[np.int64]
    """The row of each seat."""
    deals: Chances
    luck: Chances


def new_desk(models: NDArray[np.float64], odds: Odds, worths: Worths, patience: Patience) -> Desk:
    """A player with room to work."""
    return Desk(
        models=models,
        belief=Belief(odds, np.zeros((5, 3), np.int64), float(models[0, SCALE])),
        worths=worths,
        patience=patience,
        guess=np.zeros(STATE, np.int64),
        work=np.zeros(STATE, np.int64),
        candidates=np.zeros(CANDIDATES, np.int64),
        moves=np.zeros(ROOM, np.int64),
        sums=np.zeros(CANDIDATES, np.float64),
        who=np.zeros(5, np.int64),
        deals=np.zeros(2, np.uint64),
        luck=np.zeros(2, np.uint64),
    )


@compiled
def search_move(state: Table, seat: int, chances: Chances, desk: Desk) -> int:
    """The best move of a seat that has something to decide."""
    count = list_candidates(state, seat, desk.candidates, desk.patience.extras)
    # Always so many numbers are drawn, whatever is found.
    key = below(chances, 1 << 30)
    if count == 1:
        return int(desk.candidates[0])
    weigh(state, seat, key, desk, count)
    best = 0
    for n in range(1, count):
        if desk.sums[n] > desk.sums[best]:
            best = n
    return int(desk.candidates[best])


@compiled
def weigh(state: Table, seat: int, key: int, desk: Desk, count: int) -> None:
    """Write into `sums` what each candidate is worth; −1 for those that were given up on the way."""
    _begin_deals(state, seat, key, desk)
    alive, stages, tried = count, 1, 0
    while (1 << stages) < count:
        stages += 1
    for n in range(count):
        desk.sums[n] = 0.0
    for _ in range(stages):
        for _ in range(max(4, desk.patience.playouts // (stages * alive))):
            tried += 1
            _next_deal(seat, desk)
            for n in range(count):
                if desk.sums[n] >= 0:
                    desk.sums[n] += _try(desk, seat, desk.candidates[n], key, tried)
        if alive > 2:
            alive = _give_up(desk.sums, count, alive)


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
        desk.who[other] = 0 if other == seat else below(desk.deals, len(desk.models))


@compiled
def _give_up(sums: NDArray[np.float64], count: int, alive: int) -> int:
    """Give up the worse half of the moves; how many are left."""
    left = (alive + 1) // 2
    while alive > left:
        worst = -1
        for n in range(count):
            if sums[n] >= 0 and (worst < 0 or sums[n] < sums[worst]):
                worst = n
        sums[worst] = -1.0
        alive -= 1
    return left


@compiled
def _try(desk: Desk, seat: int, move: int, key: int, n: int) -> float:
    """What comes of a move on the deal that is guessed now, with the nth row of luck."""
    work, guess = desk.work, desk.guess
    for at in range(VALUES):
        work[at] = guess[at]
    begin(desk.luck, key, n)
    this_round = work[ROUND]
    _make(work, seat, move, desk)
    while work[PHASE] != ENDED and work[PHASE] != DRAW_TOKEN and work[ROUND] == this_round:
        if IS_CHANCE[work[PHASE]]:
            go_on(work, after_chance(work, drawn_piece(work, desk.luck)))
        elif work[PHASE] == TOTALLING:
            _make(work, -1, 0, desk)
        else:
            mover = work[SEAT]
            chosen = threshold_move(work, mover, desk.luck, desk.models[desk.who[mover]], desk.moves)
            go_on(work, after_move(work, mover, chosen))
    return worth(work, seat, desk.worths)


@compiled
def _make(work: Table, seat: int, move: int, desk: Desk) -> None:
    """Make a player's move; if all total, the others commit by thresholds."""
    if work[PHASE] != TOTALLING:
        go_on(work, after_move(work, seat, move))
        return
    # Nobody's tokens make a difference to the others' choices.
    for other in range(work[SEATS]):
        if decides(work, other):
            if other != seat:
                move_of_other = threshold_move(
                    work, other, desk.luck, desk.models[desk.who[other]], desk.moves
                )
                commit(work, other, move_of_other - TOTAL)
            else:
                commit(work, other, move - TOTAL)
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
