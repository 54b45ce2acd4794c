"""How long a person may leave a decision open for which the rules know a default.

A brief decision must not make others wait. Any other such decision waits for people who are connected, but
not forever for people who have gone.
"""

from dataclasses import dataclass

ABSENT_MS = 5_000
"""For a brief decision while others play, if the person is not connected."""
RETURN_MS = 30_000
"""For a person who is not connected, if nobody is kept waiting by a brief decision."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What the limit of a person's decision depends on; times are in ms since 1970."""

    began_at: int
    """When the decision began."""
    gone_at: int | None
    """When the person was last connected; None if they are connected now."""
    company_since: int | None
    """Since when other people have been playing at the table; None if only bots do."""
    seats: int = 1
    """How many of the person's seats have to decide."""


def answer_limit(presence: Presence, *, brief_ms: int | None) -> int | None:
    """When the default is chosen for a person who has not answered; None if there is no limit.

    `brief_ms` is how long a connected person may take for a brief decision while others play, for each of
    their seats that has to decide; None if the decision is not brief.

    >>> answer_limit(Presence(1000, gone_at=None, company_since=0), brief_ms=20_000)
    21000
    >>> answer_limit(Presence(1000, gone_at=4000, company_since=0), brief_ms=20_000)
    9000
    >>> answer_limit(Presence(1000, gone_at=4000, company_since=None), brief_ms=20_000)
    34000
    """
    gone_at = presence.gone_at
    if brief_ms is not None and presence.company_since is not None:
        since = max(presence.began_at, presence.company_since)
        latest = since + brief_ms * presence.seats
        return latest if gone_at is None else min(latest, max(since, gone_at) + ABSENT_MS)
    return None if gone_at is None else max(presence.began_at, gone_at) + RETURN_MS
