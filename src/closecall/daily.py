"""The daily game: one solo game a day, with the same dice for everyone. A day is a day in UTC.

The seed follows from the game and the date, so all terminals, servers and pages have the same dice without
asking each other. Anybody can therefore look ahead, as in every puzzle of this kind. A server can seal its
daily games instead: then the seed also depends on a secret of that day, to which the server commits a day
before, and which it reveals when the day is over.
"""

import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import date, timedelta

DAY_MS = 86_400_000
_EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Daily:
    """Which daily game it is."""

    day: date
    secret: bytes | None = field(default=None, repr=False)
    """The secret of a sealed day; None if the dice follow from the date alone."""

    def seed(self, game: str) -> bytes:
        """The seed of the day's dice."""
        if self.secret is None:
            return daily_seed(game, self.day)
        return sealed_daily_seed(self.secret, game, self.day)


def day_at(ms: int) -> date:
    """The day at a time in ms since 1970.

    >>> day_at(DAY_MS - 1), day_at(DAY_MS)
    (datetime.date(1970, 1, 1), datetime.date(1970, 1, 2))
    """
    return _EPOCH + timedelta(milliseconds=ms)


def start_of(day: date) -> int:
    """When a day begins, in ms since 1970."""
    return (day - _EPOCH).days * DAY_MS


def parse_day(text: str) -> date | None:
    """A date that is written like 2026-11-18, and in no other way."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def daily_seed(game: str, day: date) -> bytes:
    """The seed of a day: the SHA-256 of ``closecall/daily/<game>/<date>``.

    >>> daily_seed("mark", date(2026, 11, 18)).hex()[:16]
    'c62b08789584aa87'
    """
    return hashlib.sha256(_text(game, day)).digest()


def sealed_daily_seed(secret: bytes, game: str, day: date) -> bytes:
    """The seed of a sealed day: the HMAC-SHA256 of the same text, with the secret of the day as key.

    >>> sealed_daily_seed(bytes(32), "mark", date(2026, 11, 18)).hex()[:16]
    'b243f58dd9a7a65e'
    """
    return hmac.digest(secret, _text(game, day), "sha256")


def _text(game: str, day: date) -> bytes:
    return f"closecall/daily/{game}/{day.isoformat()}".encode()


def streak(days: set[date], now: date) -> int:
    """How many days in a row up to today, or to yesterday while today's game can still be played.

    >>> streak({date(2026, 11, 15), date(2026, 11, 17), date(2026, 11, 18)}, date(2026, 11, 19))
    2
    """
    last = now if now in days else now - timedelta(days=1)
    count = 0
    while last - timedelta(days=count) in days:
        count += 1
    return count
