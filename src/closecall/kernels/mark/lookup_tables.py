"""The type of a table, and points by number, for compiled code."""

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int8]

LINE_POINTS = np.array([0, 1, 3, 6, 10])  # M8
EXTREME_CROSSES = np.array([0, 0, 2, 1, 1, 0, 0, 0, 0, 0, 1, 1, 2])  # M9: by the number
