"""The type of a table, and crosses and points of a row, for compiled code."""

import numpy as np
from numpy.typing import NDArray

from closecall.kernels.qwixx.array_layout import POINTS

Table = NDArray[np.int16]

CROSSES = np.array([row.bit_count() for row in range(4096)], np.int8)
"""The crosses of a row, the lock included."""
ROW_POINTS = np.array([POINTS[row.bit_count()] for row in range(4096)], np.int8)
