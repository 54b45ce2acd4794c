"""How many processors there are for us."""

import os


def cores() -> int:
    """How many cores this process may use; not every system can say which those are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
