"""Indices into a table, numbers of moves and other constants; the package's docstring explains them."""

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int8]

# Indices into a state.
SEATS, MAY_START, STARTER, ROUND, DICE = 0, 1, 2, 3, 4
COLOURS = DICE + 5
LAYOUT = COLOURS + 5
SHEETS = LAYOUT + 25
STATE = SHEETS + 5 * 25

# The moves.
CHOOSE = 5 * 25
MOVES = CHOOSE + 5

# What is pending.
LOT, COLOUR, ROLL, ENTRY, OVER = range(5)

ROUNDS = 25
LINE_POINTS = np.array([0, 1, 3, 6, 10])  # M8
EXTREME_CROSSES = np.array([0, 0, 2, 1, 1, 0, 0, 0, 0, 0, 1, 1, 2])  # M9: by the number
