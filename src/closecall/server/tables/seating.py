"""Seating before the game: people sit down and move, the host adds bots and opens seats."""

from dataclasses import dataclass, replace
from enum import StrEnum

from closecall.bots.cast import find_character
from closecall.core.rules import Seat
from closecall.messages import Word
from closecall.server.people.names import distinct_name, look_of, parse_name, parse_words
from closecall.server.tables.options import (
    ages_option,
    check_options,
    known_game,
    seat_options,
    with_named_seat,
)
from closecall.server.tables.seats import OPEN, Place, bot_place
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
    character: str = ""
    """The slug of a character, whose level is the bot; empty for any of that level."""
    age: int | None = None
    """Of the host, or of somebody on the host's device."""


def with_seat_request(table: Table, host_name: str, seat: int, request: SeatRequest) -> Table:
    """A seat filled or opened as the host wants."""
    if request.age is not None and request.kind in (SeatRequestKind.OPEN, SeatRequestKind.BOT):
        raise TableError("table_age_of_nobody")
    match request.kind:
        case SeatRequestKind.OPEN:
            return with_open_seat(table, seat)
        case SeatRequestKind.ME:
            after = with_person(table, table.host, host_name, seat)
            return after if request.age is None else with_age(after, table.host, request.age)
        case SeatRequestKind.LOCAL:
            return with_local_player(table, seat, table.host, request.name, request.age)
        case SeatRequestKind.BOT:
            return with_bot(table, seat, request.bot, request.character)


def with_bot(table: Table, seat: int, bot: str, character: str = "") -> Table:
    """A bot at a seat that was open, a bot's, or the host's; a character needs no mention of its level."""
    expect(table, Status.OPEN)
    _expect_open_or(table.host, table, seat)
    chosen = find_character(character)
    if character and (chosen is None or bot not in ("", chosen.level)):
        raise TableError("unknown_character", character=character[:40])
    bot = bot if chosen is None else chosen.level
    if bot not in known_game(table.game).bot_names:
        raise TableError("unknown_bot", bot=bot[:40], game=Word(f"game.{table.game}"))
    others = with_place(table, seat, OPEN).places
    return with_place(table, seat, bot_place(bot, chosen, others))


def with_local_player(table: Table, seat: int, person: str, name: str, age: int | None = None) -> Table:
    """Somebody on a person's device, at a seat that was open, a bot's, or that person's."""
    expect(table, Status.OPEN)
    _expect_open_or(person, table, seat)
    _check_age(table, age)
    name = _other_name(with_place(table, seat, OPEN), person, name)
    after = with_place(table, seat, Place(person=person, name=name, ready=True, local=True, age=age))
    return _without_guest(after, person)


def _other_name(table: Table, person: str, name: str) -> str:
    """A name that nobody else has at the table, numbered if need be; on one device people choose another."""
    name = parse_name(name)
    if look_of(name) in [look_of(table.places[seat].name) for seat in seats_of(table, person)]:
        raise TableError("table_same_name", name=name)
    return distinct_name(name, [place.name for place in table.places])


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


def with_person(table: Table, person: str, name: str, at: int | None = None) -> Table:
    """A person at a seat, or at the first open one; a person with a seat moves there."""
    expect(table, Status.OPEN)
    own = own_seat(table, person)
    if own is None:
        return _sat_down(table, person, name, at)
    return table if at is None or at == own else _moved(table, own, at)


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
    options = with_named_seat(known_game(table.game), table.options, seat, to)
    there = with_place(replace(table, options=options), to, table.places[seat], table.words[seat])
    return with_place(there, seat, OPEN)


def with_words(table: Table, person: str, words: str, at: int | None = None) -> Table:
    """A person's words for the seed, at their own seat or at another one on their device; empty removes
    them."""
    expect(table, Status.OPEN)
    seat = _seat_on_device(table, person, at)
    return with_place(table, seat, table.places[seat], parse_words(words))


def expect_commitment(table: Table, commitment: str | None) -> None:
    """Refuse somebody who saw another commitment: their words would be mixed into another seed."""
    if commitment not in (None, table.commitment):
        raise TableError("table_other_commitment")


def with_age(table: Table, person: str, age: int | None, at: int | None = None) -> Table:
    """The age of a person, at their own seat or at another one on their device; None removes it."""
    expect(table, Status.OPEN)
    _check_age(table, age)
    seat = _seat_on_device(table, person, at)
    return with_each(table, (seat,), lambda place: replace(place, age=age))


def _check_age(table: Table, age: int | None) -> None:
    """Refuse an age that the rules do not accept, or that nobody asks for."""
    if age is None:
        return
    option = ages_option(known_game(table.game))
    if option is None or not table.asks_age:
        raise TableError("table_no_ages")
    option.conceal(table.options, (age,) * len(table.places))


def _seat_on_device(table: Table, person: str, at: int | None) -> Seat:
    """One of the seats of a person: the one asked for, or their own."""
    seats = expect_seats(table, person)
    if at is None:
        own = own_seat(table, person)
        return seats[0] if own is None else own
    if at not in seats:
        raise TableError("table_not_your_place")
    return Seat(at)


def with_appointed(table: Table, option: str, seat: int | None) -> Table:
    """The table where an option that names a seat, such as the scorekeeper's, names this one, or nobody."""
    expect(table, Status.OPEN)
    if option not in seat_options(known_game(table.game)):
        raise TableError("table_no_such_option", option=option[:40])
    if seat is not None:
        place_at(table, seat)
    options = replace(table.options, **{option: None if seat is None else Seat(seat)})
    check_options(table.rules, len(table.places), options)
    return replace(table, options=options)


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
