"""The time of day and the elapsed time, from one object that tests can replace."""

import time


class TimeSource:
    """What time it is, and how much of it has passed."""

    def now(self) -> int:
        """The time of day in ms since 1970, for everything that is stored or shown."""
        return time.time_ns() // 1_000_000

    def elapsed(self) -> int:
        """Milliseconds since some moment, for limits and caches: it is never set back or ahead."""
        return time.monotonic_ns() // 1_000_000
