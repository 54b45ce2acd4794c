"""The number of processor cores."""

import os


def cores() -> int:
    """How many cores this process may use, or how many there are where the system does not say."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
