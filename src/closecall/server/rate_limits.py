"""Rate limits: a token bucket for frames, and throttles for wrong guesses and new things.

Callers give all times, from a clock that is never set back or ahead.
"""

from collections import OrderedDict, deque
from ipaddress import IPv6Address, ip_address, ip_network

WINDOW_MS = 10 * 60 * 1000
"""How long an attempt counts."""
NETWORKS_PER_SITE = 5
"""The limit of an IPv6 site is that of so many networks."""


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
    """Counts recent attempts by key (an address, a person)."""

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


class GuessLimits:
    """Counts wrong guesses by network, by site (an IPv6 /48, which has 65,536 networks), and altogether.

    A network with too many has to wait, whatever it presents. Beyond the other two limits only short codes
    wait: a secret of 192 bits cannot be guessed, so whoever presents a valid one is never locked out because
    of somebody else.
    """

    def __init__(self, most: int, most_everywhere: int, window_ms: int = WINDOW_MS) -> None:
        self._by_network = Throttle(most, window_ms)
        self._by_site = Throttle(most * NETWORKS_PER_SITE, window_ms)
        self._everywhere = Throttle(most_everywhere, window_ms, most_keys=1)

    def wait_ms(self, network: str, now: int) -> int:
        """How long a network must wait before it may present anything."""
        return self._by_network.wait_ms(network, now)

    def code_wait_ms(self, network: str, now: int) -> int:
        """How long it must wait before it may present a short code."""
        return max(self._by_site.wait_ms(site_of(network), now), self._everywhere.wait_ms("", now))

    def count(self, network: str, now: int) -> None:
        """Count a guess."""
        self._by_network.count(network, now)
        self._by_site.count(site_of(network), now)
        self._everywhere.count("", now)

    def forgive(self, network: str) -> None:
        """Take back the latest guess, which was right."""
        self._by_network.forgive(network)
        self._by_site.forgive(site_of(network))
        self._everywhere.forgive("")


def site_of(network: str) -> str:
    """The IPv6 site that a network belongs to; any other network is a site of its own.

    >>> site_of("2001:db8:1:2::/64"), site_of("10.0.0.1")
    ('2001:db8:1::/48', '10.0.0.1')
    """
    if ":" not in network:
        return network
    try:
        return str(ip_network(network).supernet(new_prefix=48))
    except ValueError:
        return network


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
