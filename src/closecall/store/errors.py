"""Errors of the store; after any of them except InDoubt, nothing was written."""

from closecall.core.errors import GameError


class StoreError(GameError):
    """The store cannot do this."""


class LostRace(StoreError):
    """Another server wrote here first: reload the table."""


class StaleRatings(StoreError):
    """Another game changed these ratings first: read them, rate again, and append again."""


class Taken(StoreError):
    """A code, invitation, secret or id that must be unique is in use."""


class TooMany(StoreError):
    """A person has as many of these as they may have."""


class Spent(StoreError):
    """A secret is unknown: used already, expired, of another kind, or never issued."""


class NotKept(StoreError):
    """The database failed before the commit: nothing was written."""


class Contended(NotKept):
    """Another process was faster again and again: nothing is wrong with the database."""


class InDoubt(StoreError):
    """The database failed during the commit: all was written, or nothing; reload the table to find out."""
