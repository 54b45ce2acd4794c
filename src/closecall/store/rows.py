"""What goes into the store and comes out of it."""

import math
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum

from closecall.store.errors import StoreError

LARGEST = 2**63 - 1
"""The largest whole number that both databases hold."""


class Status(StrEnum):
    """How far a table has come."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Given up before the game was over."""


UNFINISHED = (Status.OPEN, Status.PLAYING)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who plays: a guest, or a bot that comes over the network."""

    id: str
    name: str
    language: str
    is_bot: bool
    created_at: int
    seen_at: int
    owner: str | None = None
    """The person to whom a bot belongs."""


class SecretKind(StrEnum):
    """What a secret is good for."""

    SESSION = "session"
    CARRY = "carry"
    """To take oneself to another device, once."""
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SecretRow:
    """A secret by which somebody is known, of which we keep the hash alone."""

    hash: str = field(repr=False)
    person_id: str
    kind: SecretKind
    created_at: int
    expires_at: int | None = None
    """From then on it is worth nothing."""

    def is_expired(self, at: int) -> bool:
        """Whether its time has run out; it may still be found, until `forget_expired`."""
        return self.expires_at is not None and self.expires_at <= at


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, but neither its log nor its secret seed: those come with `load_table` alone."""

    id: str
    code: str | None
    """The short code by which it is found; it may be given free when the table is over."""
    invite_hash: str = field(repr=False)
    game: str
    rules_version: int
    options: str
    seats: str
    people: frozenset[str]
    """The people who sit there, so that everybody finds their games; the store does not read `seats`."""
    is_public: bool
    host: str
    clock: str
    status: Status
    commitment: str
    words: str
    created_at: int
    started_at: int | None = None
    ended_at: int | None = None
    rematch_of: str | None = None
    version: int = 0
    """How often it was saved; saving an old version is a LostRace."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a log, and when it was written."""

    n: int
    entry: str = field(repr=False)
    at: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything about one table, as of one moment."""

    table: TableRow
    seed: str = field(repr=False)
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a game ended for one seat: of a person, of one of our bots, or of a name at a shared device."""

    table_id: str
    seat: int
    person_id: str | None
    bot: str | None
    name: str
    game: str
    score: int
    won: bool
    ended_at: int


@dataclass(frozen=True, slots=True)
class RatingRow:
    """How strong a person is at a game, after so many rated games."""

    person_id: str
    game: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class RatedRow:
    """A place among the best ratings."""

    name: str
    is_bot: bool
    rating: RatingRow


@dataclass(frozen=True, slots=True)
class FameRow:
    """A place in the hall of fame."""

    person_id: str
    name: str
    is_bot: bool
    victories: int
    games: int
    best: int


@dataclass(frozen=True, slots=True)
class Also:
    """What becomes true together with the last entry of an append, or not at all."""

    table: TableRow | None = None
    """The table as it will be; its version is the one it has now."""
    results: tuple[ResultRow, ...] = ()
    ratings: tuple[RatingRow, ...] = ()
    """The new ratings, this game counted: whoever had n games must still have n."""


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append has come to: the length of the log, and the table if it was saved too."""

    length: int
    table: TableRow | None


def check(value: object) -> None:
    """Refuse what one of the databases could not give back as it was."""
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            raise StoreError("store_number")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise StoreError("store_number")
    elif isinstance(value, tuple | frozenset):
        for part in value:
            check(part)
    elif is_dataclass(value):
        for each in fields(value):
            check(getattr(value, each.name))
    else:
        assert value is None, type(value)


def check_text(text: str) -> None:
    """Refuse NUL, which PostgreSQL does not keep, and half a character, which no file can hold."""
    if "\0" in text:
        raise StoreError("store_nul")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise StoreError("store_half_character") from None
