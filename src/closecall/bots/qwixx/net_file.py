"""The files of the nets of Qwixx, one for each number of seats; plain Python.

A file has the entries for pairs of rows in the parts in which they are learned: one for the own row, one for
the other's, and one for both. The last are many and small, so a byte is enough for each.
"""

from array import array
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import add

from closecall.bots.custom_values import trained_file
from closecall.bots.qwixx.net_layout import CONTEXT_AT, PAIRS, ROWS, SCORE_AT, WIDTH, contexts
from closecall.bots.values_file import Numbers, read_arrays

UNIT = 0.05
"""The unit of the entries for both rows; a finer one would double the file and win nothing."""
ENTRY = 2 * WIDTH
SIZES = {"both": PAIRS * ENTRY, "mine": ROWS * ENTRY, "theirs": ROWS * ENTRY}


def net_for(seats: int) -> "array[float]":
    """The net for a number of seats, shipped or custom."""
    trained = trained_file(f"net{seats}")
    return read_net(trained or files(__package__).joinpath("values", f"net{seats}.npz"))


def read_net(file: Traversable) -> "array[float]":
    """The net with the parts in a file; each sum is rounded to float32, as NumPy does it."""
    arrays = read_arrays(file.read_bytes())
    if any(len(arrays[name]) != size for name, size in SIZES.items()):
        raise ValueError("not a net of Qwixx")
    seats_with(len(arrays["rest"]))
    mine, theirs = arrays["mine"], arrays["theirs"]
    (unit,) = array("f", [UNIT])
    # Negative numbers count from the end, as they do in a list.
    scaled = array("f", [unit * n for n in (*range(128), *range(-128, 0))])
    both = array("f", [scaled[int(n)] for n in arrays["both"]])
    net = array("f")
    for row in range(ROWS):
        own: Numbers = mine[ENTRY * row : ENTRY * (row + 1)] * ROWS
        parts = array("f", map(add, own, theirs))
        net.extend(array("f", map(add, both[ROWS * ENTRY * row : ROWS * ENTRY * (row + 1)], parts)))
    net.extend(both[ROWS * ROWS * ENTRY :])  # A closed row has no such parts.
    net.extend(array("f", arrays["rest"]))
    return net


def seats_with(rest: int) -> int:
    """The number of seats that a net is for, by how many weights it has besides those of the pairs."""
    entries = (rest - (CONTEXT_AT - SCORE_AT)) / WIDTH
    for seats in range(2, 6):
        if contexts(seats) == entries:
            return seats
    raise ValueError("a net for no number of seats")
