"""Seating before the game: people sit down and move, the host adds bots and opens seats."""

from dataclasses import dataclass, replace
from enum import StrEnum

from closecall.messages import Word
from closecall.server.people.names import parse_name, parse_words
from closecall.server.tables.options import known_game
from closecall.server.tables.seats import OPEN, Place, bot_name
from closecall.server.tables.table import (
    Role,
    Table,
    TableError,
    expect,
    expect_seats,
    own_seat,
    place_at,
    role_of,
    seats_of,
    with_each,
    with_place,
)
from closecall.store.rows import Status

MOST_GUESTS = 200


class SeatRequestKind(StrEnum):
    """What a host may want at a seat."""

    OPEN = "open"
    ME = "me"
    LOCAL = "local"
    """Somebody else on the host's device."""
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """What the host wants at one seat."""

    kind: SeatRequestKind = SeatRequestKind.OPEN
    name: str = ""
    """Of somebody on the host's device."""
    bot: str = ""


def with_seat_request(table: Table, host_name: str, seat: int, request: SeatRequest) -> Table:
    """A seat filled or opened as the host wants."""
    match request.kind:
        case SeatRequestKind.OPEN:
            return with_open_seat(table, seat)
        case SeatRequestKind.ME:
            return with_person(table, table.host, host_name, seat)
        case SeatRequestKind.LOCAL:
            return with_local_player(table, seat, table.host, request.name)
        case SeatRequestKind.BOT:
            return with_bot(table, seat, request.bot)


def with_bot(table: Table, seat: int, bot: str) -> Table:
    """A bot at a seat that was open, a bot's, or the host's."""
    expect(table, Status.OPEN)
    _expect_open_or(table.host, table, seat)
    if bot not in known_game(table.game).bot_names:
        raise TableError("unknown_bot", bot=bot[:40], game=Word(f"game.{table.game}"))
    others = with_place(table, seat, OPEN).places
    return with_place(table, seat, Place(name=bot_name(bot, others), bot=bot, ready=True))


def with_local_player(table: Table, seat: int, person: str, name: str) -> Table:
    """Somebody on a person's device, at a seat that was open, a bot's, or that person's."""
    expect(table, Status.OPEN)
    _expect_open_or(person, table, seat)
    name = _other_name(with_place(table, seat, OPEN), person, name)
    after = with_place(table, seat, Place(person=person, name=name, ready=True, local=True))
    return _without_guest(after, person)


def _other_name(table: Table, person: str, name: str) -> str:
    """A name that nobody else has on a person's device."""
    name = parse_name(name)
    if name.casefold() in [table.places[seat].name.casefold() for seat in seats_of(table, person)]:
        raise TableError("table_same_name", name=name)
    return name


def with_open_seat(table: Table, seat: int) -> Table:
    """A seat opened again; the person who sat there becomes a guest."""
    expect(table, Status.OPEN)
    person = place_at(table, seat).person
    after = with_place(table, seat, OPEN)
    return after if person is None else with_guest_if_room(after, person)


def with_guest(table: Table, person: str) -> Table:
    """A person as a guest; insiders stay what they are."""
    expect(table, Status.OPEN, Status.PLAYING, Status.OVER)
    if role_of(table, person) is not Role.PERSON:
        return table
    if len(table.guests) >= MOST_GUESTS:
        raise TableError("table_guests_full", most=MOST_GUESTS)
    return replace(table, guests=(*table.guests, person))


def with_guest_if_room(table: Table, person: str) -> Table:
    """A person who left, as a guest who needs no invitation, unless there are too many guests."""
    return table if len(table.guests) >= MOST_GUESTS else with_guest(table, person)


def _without_guest(table: Table, person: str) -> Table:
    return replace(table, guests=tuple(guest for guest in table.guests if guest != person))


def with_person(table: Table, person: str, name: str, at: int | None = None, words: str = "") -> Table:
    """A person at a seat, or at the first open one; a person with a seat moves there.

    Words can be given at the same time, because the game may begin at once.
    """
    expect(table, Status.OPEN)
    own = own_seat(table, person)
    if own is None:
        table = _sat_down(table, person, name, at)
    elif at is not None and at != own:
        table = _moved(table, own, at)
    return with_words(table, person, words) if words else table


def _sat_down(table: Table, person: str, name: str, at: int | None) -> Table:
    if at is None:
        if table.is_full:
            raise TableError("table_full")
        at = table.open_seats[0]
    _expect_open(table, at)
    place = Place(person=person, name=_other_name(table, person, name), ready=True)
    return _without_guest(with_place(table, at, place), person)


def _moved(table: Table, seat: int, to: int) -> Table:
    _expect_open(table, to)
    there = with_place(table, to, table.places[seat], table.words[seat])
    return with_place(there, seat, OPEN)


def with_words(table: Table, person: str, words: str, at: int | None = None) -> Table:
    """A person's words for the seed, at their own seat or at another one on their device; empty removes
    them."""
    expect(table, Status.OPEN)
    seats = expect_seats(table, person)
    if at is not None and at not in seats:
        raise TableError("table_not_your_place")
    own = own_seat(table, person)
    seat = at if at is not None else own if own is not None else seats[0]
    return with_place(table, seat, table.places[seat], parse_words(words))


def with_ready(table: Table, person: str, is_ready: bool = True) -> Table:
    """A person who is ready for the game, or not."""
    expect(table, Status.OPEN)
    return with_each(table, expect_seats(table, person), lambda place: replace(place, ready=is_ready))


def _expect_open(table: Table, seat: int) -> None:
    if not place_at(table, seat).is_open:
        raise TableError("table_place_taken")


def _expect_open_or(person: str, table: Table, seat: int) -> None:
    """Refuse a seat that belongs to another person."""
    if place_at(table, seat).person not in (None, person):
        raise TableError("table_place_taken")
