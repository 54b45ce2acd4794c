"""Indices into a table, numbers of moves and other constants; the package's docstring explains them."""

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
