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
    seen_at: int | None = None
    """When it was last used, if that was recorded."""
    device: str | None = None
    """Where it was last used: the browser and the system."""


@dataclass(frozen=True, slots=True)
class SecretUse:
    """When and on what device a secret was used."""

    hash: str = field(repr=False)
    at: int
    device: str | None = None
    """None: the same as before."""


@dataclass(frozen=True, slots=True)
class AccessRow:
    """A secret by which one can act as a person or as one of their bots, and the name of either."""

    secret: SecretRow
    name: str


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
    day: str | None = None
    """The day of a daily game, like 2026-11-18."""
    attempt: int | None = None
    """Which of the host's tries at that day's game it is: 1 is the one that counts."""
    is_sealed: bool | None = None
    """Whether the dice of that day are sealed."""


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


class Company(StrEnum):
    """The players at a table together, as far as results are compared with each other."""

    ALONE = "alone"
    BOTS = "bots"
    """One person, or name on a device, against bots."""
    SHARED = "shared"
    """Several on one device, with or without bots."""
    PEOPLE = "people"
    """On several devices, with or without bots."""


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
    household: str | None = None
    """The person on whose device a name without a person played."""
    company: Company = Company.PEOPLE
    level: str | None = None
    """The strongest bot, in the company of bots."""
    stood_in: bool = False
    """Whether a bot played here for the person when the game ended."""
    games: int = 1
    """How many games the match had; the score is their sum."""
    best: int | None = None
    """The best score in one of several games, if it is known."""


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """What one of a person's finished games contributes to statistics."""

    game: str
    company: Company
    level: str | None
    score: int
    games: int
    best: int | None
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
    """An entry in one of the lists of the hall of fame."""

    company: Company
    level: str | None
    """Of the bots, in their list."""
    person_id: str
    name: str
    is_bot: bool
    victories: int
    games: int
    best: int | None


@dataclass(frozen=True, slots=True)
class HouseholdRow:
    """What one member of a household has achieved at a game."""

    name: str | None
    """The name on the shared device; None for the person who owns it."""
    game: str
    victories: int
    games: int
    last_at: int
    """When the last game ended."""
    trophies: tuple[int, ...]
    """When the latest victories were won, the newest first."""
    best: int | None = None
    """The best score in one game; None if it is unknown."""
    points: float = 0
    """The sum of all scores, those of matches divided by their games."""


@dataclass(frozen=True, slots=True)
class DayRow:
    """A day whose dice are fixed, because a commitment was published or somebody plays it."""

    day: str
    secret: str | None = field(repr=False)
    """The secret of a sealed day; None if the dice follow from the date."""
    published_at: int
    revealed_at: int | None = None
    """When the secret was first shown to anybody."""


@dataclass(frozen=True, slots=True)
class TryRow:
    """A person's try at a daily game."""

    table_id: str
    person_id: str
    name: str
    """The person's name today."""
    day: str
    attempt: int
    status: Status
    score: int | None
    """None if the game is not over."""
    ended_at: int | None


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
