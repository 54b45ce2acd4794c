"""Rate limits: a token bucket for frames, and a throttle for wrong guesses and new things."""

from collections import OrderedDict, deque
from ipaddress import IPv6Address, ip_address, ip_network

WINDOW_MS = 10 * 60 * 1000
"""How long an attempt counts."""


class TokenBucket:
    """Allows a steady rate, and a burst now and then."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, at: float) -> None:
        self._rate, self._burst, self._tokens, self._at = rate, burst, burst, at

    def allows(self, at: float) -> bool:
        """Take a token at this time, in seconds; False if there is none."""
        self._tokens = min(self._burst, self._tokens + (at - self._at) * self._rate)
        self._at = at
        self._tokens -= 1
        return self._tokens >= 0


class Throttle:
    """Counts recent attempts by key (an address, a person); the caller gives the time."""

    def __init__(self, limit: int, window_ms: int = WINDOW_MS, most_keys: int = 10_000) -> None:
        assert limit > 0
        assert most_keys > 0
        self._limit = limit
        self._window_ms = window_ms
        self._most_keys = most_keys
        self._times: OrderedDict[str, deque[int]] = OrderedDict()  # Ordered by the latest attempt.

    def __len__(self) -> int:
        return len(self._times)

    def wait_ms(self, key: str, now: int) -> int:
        """How long a key must wait before its next attempt; 0 if it need not."""
        times = self._times.get(key)
        if times is None or len(times) < self._limit:
            return 0
        return max(0, times[0] + self._window_ms - now)

    def count(self, key: str, now: int) -> None:
        """Count an attempt; further attempts during the wait prolong it."""
        times = self._times.setdefault(key, deque(maxlen=self._limit))
        times.append(now)
        self._times.move_to_end(key)
        self._forget_old(now)

    def forgive(self, key: str) -> None:
        """Take back the latest attempt, which turned out to be harmless."""
        times = self._times.get(key)
        if times is None:
            return  # Forgotten already, because others were counted later.
        times.pop()
        if not times:
            del self._times[key]

    def _forget_old(self, now: int) -> None:
        while self._times:
            oldest = next(iter(self._times))
            is_past = self._times[oldest][-1] + self._window_ms <= now
            if not is_past and len(self._times) <= self._most_keys:
                return
            del self._times[oldest]


def network_of(address: str) -> str:
    """The key under which an address is counted: itself or, with IPv6, its network, which is one customer's.

    >>> network_of("2001:db8::1:2:3:4"), network_of("::ffff:10.0.0.1"), network_of("10.0.0.1")
    ('2001:db8::/64', '10.0.0.1', '10.0.0.1')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((int(parsed), 64), strict=False))
