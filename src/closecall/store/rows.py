"""The rows that go into the store and come out of it."""

import math
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum

from closecall.store.errors import StoreError

LARGEST = 2**63 - 1
"""The largest integer that both databases can store."""


class Status(StrEnum):
    """The state of a table."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Closed before the game was over."""


UNFINISHED = (Status.OPEN, Status.PLAYING)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person, or a bot that connects over the network."""

    id: str
    name: str
    language: str
    is_bot: bool
    created_at: int
    seen_at: int
    owner: str | None = None
    """The person who owns a bot."""


class SecretKind(StrEnum):
    """The purpose of a secret."""

    SESSION = "session"
    CARRY = "carry"
    """Signs its person in on another device, once."""
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SecretRow:
    """A secret that identifies a person; only its hash is stored."""

    hash: str = field(repr=False)
    person_id: str
    kind: SecretKind
    created_at: int
    expires_at: int | None = None
    """From then on it is invalid."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table without its log and its secret seed, which only `load_table` returns."""

    id: str
    code: str | None
    """The short code by which it is found; None when it is free for another table."""
    invite_hash: str = field(repr=False)
    game: str
    rules_version: int
    options: str
    seats: str
    people: frozenset[str]
    """The people with a seat, so that they find their games; the store does not read `seats`."""
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
    """The result of one seat: of a person, of one of our bots, or of a name on a shared device."""

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
    """A person's rating at a game, and the number of rated games."""

    person_id: str
    game: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class RatedRow:
    """An entry in the list of the best ratings."""

    name: str
    is_bot: bool
    rating: RatingRow


@dataclass(frozen=True, slots=True)
class FameRow:
    """An entry in the hall of fame."""

    person_id: str
    name: str
    is_bot: bool
    victories: int
    games: int
    best: int


@dataclass(frozen=True, slots=True)
class Also:
    """What is stored together with an append, or not at all."""

    table: TableRow | None = None
    """The new table, with its current version."""
    results: tuple[ResultRow, ...] = ()
    ratings: tuple[RatingRow, ...] = ()
    """The new ratings, including this game: the stored ones must still have one game less."""


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of an append: the length of the log, and the table if it was saved too."""

    length: int
    table: TableRow | None


def check(value: object) -> None:
    """Refuse values that one of the databases could not return unchanged."""
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
    """Refuse NUL, which PostgreSQL cannot store, and lone surrogates, which cannot be encoded."""
    if "\0" in text:
        raise StoreError("store_nul")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise StoreError("store_half_character") from None
