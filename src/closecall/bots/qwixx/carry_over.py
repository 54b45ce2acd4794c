"""Which points decide a game of a match."""

from closecall.kernels.jit import inlined
from closecall.kernels.qwixx import GAMES, PLAYED, Table, total_of


@inlined
def carried(state: Table, seat: int) -> int:
    """What a seat brings from earlier games: it counts in the last one; every other is for itself (Q11)."""
    is_last = state[PLAYED] > 0 and state[PLAYED] + 1 == state[GAMES]
    return int(total_of(state, seat)) if is_last else 0
