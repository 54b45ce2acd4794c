"""Indices into a table, numbers of moves and other constants; the package's docstring explains them."""

# Indices into a state.
SEATS, GAMES, ONE_MORE, PLAYED, ACTIVE, ACTION, HAS_CROSSED, CLOSED, WHITE = range(9)
COLOURED = WHITE + 2
SHEETS = COLOURED + 4
RESULTS = SHEETS + 5 * 5
STATE = RESULTS + 5 * 6
MISTHROWS = 4
"""The index in a sheet."""

# The moves.
PASS = 4 * 11
MORE = PASS + 1
STOP = MORE + 1
MOVES = STOP + 1

# What is pending.
LOT, ROLL, FIRST, SECOND, ASK, OVER = range(6)

# Why a game ended.
REASONS = ("", "over.fourth_misthrow", "over.two_rows_closed")

MOST_GAMES = 5  # Q11
LAST = 10
"""The place of a row's last number."""
LOCK = 1 << 11
POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)  # Q10
