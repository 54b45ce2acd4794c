"""What the store refuses or cannot do; after any of these but InDoubt, nothing was written."""

from closecall.core.errors import GameError


class StoreError(GameError):
    """The store cannot do this."""


class LostRace(StoreError):
    """Somebody else wrote at this place first: load the table anew."""


class StaleRatings(StoreError):
    """Another game changed these ratings first: read them, rate anew, and append again."""


class Taken(StoreError):
    """A code, an invitation, a secret or an id that must be unique is in use."""


class Spent(StoreError):
    """A secret that is unknown: used already, expired, of another kind, or never given to anybody."""


class NotKept(StoreError):
    """The database failed before the commit: surely nothing was written."""


class Contended(NotKept):
    """Another process was quicker, again and again: nothing is wrong with the database."""


class InDoubt(StoreError):
    """The database failed at the commit: all of it was written, or nothing; load the table to know."""
