"""The throttle for guesses, and the addresses that are counted together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from closecall.server.rate_limits import NETWORKS_PER_SITE, GuessLimits, Throttle, network_of, site_of


def test_a_few_wrong_guesses_are_forgiven() -> None:
    """Then one waits until the first of them is long ago; others do not."""
    throttle = Throttle(limit=3, window_ms=1000)
    for now in (0, 100, 200):
        assert throttle.wait_ms("a", now) == 0
        throttle.count("a", now)
    assert throttle.wait_ms("a", 200) == 800
    assert throttle.wait_ms("a", 999) == 1
    assert throttle.wait_ms("b", 200) == 0
    assert throttle.wait_ms("a", 1000) == 0
    throttle.count("a", 1000)
    assert throttle.wait_ms("a", 1000) == 100, "the window slides"


def test_guessing_on_makes_it_longer() -> None:
    """The last few count, however many there were."""
    throttle = Throttle(limit=2, window_ms=1000)
    for now in (0, 10, 500, 900):
        throttle.count("a", now)
    assert throttle.wait_ms("a", 900) == 600


def test_harmless_attempts_are_forgiven() -> None:
    """It counts until then, and no longer; nothing is left of it."""
    throttle = Throttle(limit=2, window_ms=1000, most_keys=1)
    throttle.count("a", 0)
    throttle.count("a", 10)
    assert throttle.wait_ms("a", 10) == 990
    throttle.forgive("a")
    assert throttle.wait_ms("a", 10) == 0
    throttle.count("a", 20)
    assert throttle.wait_ms("a", 20) == 980, "the other one counts"
    throttle.forgive("a")
    throttle.forgive("a")
    assert len(throttle) == 0
    throttle.count("a", 30)
    throttle.count("b", 30)
    throttle.forgive("a")
    assert len(throttle) == 1, "forgiving an evicted key changes nothing"


def test_memory_is_bounded() -> None:
    """The keys that were quiet longest are forgotten first, and all whose time is over."""
    throttle = Throttle(limit=2, window_ms=1000, most_keys=3)
    for _ in range(2):
        for key in "abc":
            throttle.count(key, 0)
    throttle.count("a", 1)
    throttle.count("d", 2)
    assert len(throttle) == 3
    assert [throttle.wait_ms(key, 2) > 0 for key in "abcd"] == [True, False, True, False]
    for n in range(10_000):
        throttle.count(f"key {n}", 3)
    assert len(throttle) == 3
    throttle.count("z", 5000)
    assert len(throttle) == 1


@given(
    events=st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 400)), max_size=60),
    limit=st.integers(1, 4),
)
def test_as_a_list_of_all_guesses_would_say(events: list[tuple[str, int]], limit: int) -> None:
    """The same answers as from remembering everything."""
    throttle, now = Throttle(limit, 1000), 0
    guesses: dict[str, list[int]] = {}
    for key, passed in events:
        now += passed
        recent = [at for at in guesses.get(key, []) if at + 1000 > now]
        assert (throttle.wait_ms(key, now) > 0) == (len(recent) >= limit)
        throttle.count(key, now)
        guesses.setdefault(key, []).append(now)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"),
        ("2001:DB8:0:1::2", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("not an address", "not an address"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_one_network_is_one_visitor(address: str, network: str) -> None:
    """An IPv6 customer has a whole network of addresses to guess from."""
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("network", "site"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:1:ffff::/64", "2001:db8:1::/48"),
        ("2001:db8:2::/64", "2001:db8:2::/48"),
        ("not: an address", "not: an address"),
    ],
)
def test_the_site_of_a_network(network: str, site: str) -> None:
    """Providers give their customers up to 65,536 networks."""
    assert site_of(network) == site


def test_a_site_cannot_guess_from_network_to_network() -> None:
    """Codes have to wait there, though each of its networks is within its own limit; not elsewhere."""
    limits = GuessLimits(most=3, most_everywhere=1000, window_ms=1000)
    networks = [f"2001:db8:1:{n:x}::/64" for n in range(NETWORKS_PER_SITE * 3)]
    for now, network in enumerate(networks):
        assert limits.code_wait_ms(network, now) == 0
        limits.count(network, now)
    fresh = "2001:db8:1:aaaa::/64"
    assert limits.code_wait_ms(fresh, 500) == 500
    assert limits.wait_ms(fresh, 500) == 0, "a secret is still accepted there"
    assert limits.code_wait_ms("2001:db8:2::/64", 500) == limits.code_wait_ms("192.0.2.7", 500) == 0


def test_all_networks_together_cannot_guess_codes() -> None:
    """However many there are; right guesses do not count, and the wait ends."""
    limits = GuessLimits(most=3, most_everywhere=10, window_ms=1000)
    for n in range(100):
        limits.count(f"10.0.0.{n}", 0)
        limits.forgive(f"10.0.0.{n}")
    for n in range(10):
        assert limits.code_wait_ms("192.0.2.7", n) == 0
        limits.count(f"10.0.1.{n}", n)
    assert limits.code_wait_ms("192.0.2.7", 500) == 500
    assert limits.wait_ms("192.0.2.7", 500) == 0
    assert limits.code_wait_ms("192.0.2.7", 1000) == 0
