"""Sizes and places in a net of Close to the Mark!; `net.py` explains them."""

from closecall.bots.mark.pattern import BOXES, RANKS

STAR, LINE, WHOLE = 8, 16, 32
LINES_AT = 25 * STAR
WHOLE_AT = LINES_AT + 10 * LINE
UNITS = WHOLE_AT + WHOLE
WIDTH = 2 * STAR + LINE + WHOLE
PART = STAR + 2 * LINE + WHOLE + 4 * STAR
NEIGHBOURS_AT = PART - 4 * STAR
MIXED, JOINED = 64, 32
BLOCKS = 2 * BOXES + 1
"""A block for each circle and neighbour, and one for the neighbours that circles at the edge do not have."""
SPREAD = BLOCKS * RANKS * RANKS * PART
"""The size of a net's rows, laid out to be added quickly."""
