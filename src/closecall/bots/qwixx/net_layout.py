"""Where things are in a net of Qwixx and in its layers; `net.py` explains them."""

WIDTH = 64
SECOND = 32
ROWS = 56
"""Cases of an open row: empty, or a last cross at one of ten places and the number of crosses up to it."""
PAIRS = ROWS * ROWS + 1
SHUT = PAIRS - 1
"""The entry of a closed row: its points are in the score, and it scores no more."""
REACH = 60
"""Greater differences of the scores count as this one."""
SCORES = 2 * REACH + 1
SCORE, CONTEXT, FEATURES = 4, 5, 6
"""Places in a line of features, after the four pairs of rows, and its length."""

# Where things are in a net.
PAIR_AT = 0
SCORE_AT = PAIR_AT + PAIRS * 2 * WIDTH
SECOND_AT = SCORE_AT + SCORES * WIDTH
BIAS_AT = SECOND_AT + 2 * WIDTH * SECOND
LAST_AT = BIAS_AT + SECOND
OFFSET_AT = LAST_AT + SECOND
CONTEXT_AT = OFFSET_AT + 1

# Where things are in the layers: sum and maximum of the first layer over all opponents, the view of one
# opponent, and the second layer.
VIEW_AT = 2 * WIDTH
SUMS_AT = 3 * WIDTH
LAYERS = SUMS_AT + SECOND


def contexts(seats: int) -> int:
    """The number of contexts: misthrows of both, a closed row, and the turns until either rolls."""
    return 32 * seats * seats


def size_of(seats: int) -> int:
    """The number of weights of a net."""
    return CONTEXT_AT + contexts(seats) * WIDTH
