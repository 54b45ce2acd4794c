"""How a table goes on: made, started, left and returned to, over or given up, and played again."""

from dataclasses import dataclass, replace
from typing import Any

from closecall.core.errors import GameError
from closecall.server.tables.options import check_options, decode_options, known_rules
from closecall.server.tables.seating import Wanted, Wish, arranged, as_guest, with_words
from closecall.server.tables.seats import OPEN, Place, PlaceKind, StartWhen
from closecall.server.tables.table import (
    Clock,
    Table,
    TableError,
    expect,
    expect_seats,
    place_at,
    seats_of,
    with_each,
    with_place,
    with_seats,
)
from closecall.store.rows import UNFINISHED, Status


@dataclass(frozen=True, slots=True)
class Order:
    """The table that a host asks for."""

    game: str
    places: tuple[Wish, ...]
    options: Any = None
    """As JSON values; what is left out is as usual."""
    is_public: bool = False
    clock: Clock = Clock.NONE
    start: StartWhen = StartWhen.FULL
    words: str = ""
    """The host's own words for the dice."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """What the server draws for a new table, and when."""

    id: str
    code: str
    invite_hash: str
    commitment: str
    now: int


def new_table(fresh: Fresh, order: Order, host: str, name: str) -> Table:
    """The table that a host asked for, if the game can be set up like this."""
    rules = known_rules(order.game)
    options = decode_options(rules, order.options)
    check_options(rules, len(order.places), options)
    table = Table(
        id=fresh.id,
        code=fresh.code,
        invite_hash=fresh.invite_hash,
        game=order.game,
        rules_version=rules.VERSION,
        options=options,
        places=(OPEN,) * len(order.places),
        guests=(),
        is_public=order.is_public,
        host=host,
        clock=order.clock,
        start=order.start,
        status=Status.OPEN,
        commitment=fresh.commitment,
        words=("",) * len(order.places),
        created_at=fresh.now,
    )
    if [wish.kind for wish in order.places].count(Wanted.ME) > 1:
        raise TableError("table_sits_twice")
    for seat, wish in enumerate(order.places):
        table = arranged(table, name, seat, wish)
    return with_words(table, host, order.words) if order.words else table


def started(table: Table, now: int) -> Table:
    """The game begins; open places are dropped, if the game can be played without them."""
    expect(table, Status.OPEN)
    taken = tuple(seat for seat, place in enumerate(table.places) if not place.is_open)
    if not all(table.places[seat].ready for seat in taken):
        raise TableError("table_not_ready")
    after = with_seats(table, taken)
    check_options(table.rules, len(taken), after.options)
    return replace(after, status=Status.PLAYING, started_at=now)


def can_start(table: Table) -> bool:
    """Whether the host could start the game now."""
    try:
        started(table, table.created_at)
    except GameError:
        return False
    return True


def should_start(table: Table) -> bool:
    """Whether the game begins by itself: all places are taken, everybody is ready, and nobody need say so."""
    return table.start is StartWhen.FULL and table.is_full and can_start(table)


def left(table: Table, person: str, now: int) -> Table:
    """A person leaves: before the game a place becomes open, during it a bot stands in.

    An open table that the host leaves goes to the next person who sits there, or else is closed.
    """
    expect(table, *UNFINISHED)
    if person in table.guests:
        return replace(table, guests=tuple(guest for guest in table.guests if guest != person))
    own = seats_of(table, person) if person == table.host else expect_seats(table, person)
    if table.status is Status.PLAYING:
        return with_each(table, own, _away)
    heir = _heir(table)
    for seat in own:
        table = with_place(table, seat, OPEN)
    if person == table.host:
        if heir is None:
            return closed(table, now)
        table = replace(table, host=heir)
    return as_guest(table, person)


def _heir(table: Table) -> str | None:
    """The next person clockwise from the host."""
    own = seats_of(table, table.host)
    first = own[0] if own else 0
    persons = [place.person for place in (*table.places[first:], *table.places[:first])]
    return next((person for person in persons if person not in (None, table.host)), None)


def stood_in(table: Table, seat: int) -> Table:
    """A bot stands in at a person's place."""
    expect(table, Status.PLAYING)
    if place_at(table, seat).kind is not PlaceKind.PERSON:
        raise TableError("table_no_person")
    return with_each(table, (seat,), _away)


def _away(place: Place) -> Place:
    return replace(place, away=True)


def returned(table: Table, person: str) -> Table:
    """A person plays on where a bot stood in."""
    expect(table, Status.PLAYING)
    return with_each(table, expect_seats(table, person), lambda place: replace(place, away=False))


def over(table: Table, now: int) -> Table:
    """The game is over, and the code is free for another table."""
    expect(table, Status.PLAYING)
    return replace(table, status=Status.OVER, ended_at=now, code=None)


def closed(table: Table, now: int) -> Table:
    """The table is given up before the game is over, and the code is free for another table."""
    expect(table, *UNFINISHED)
    return replace(table, status=Status.CLOSED, ended_at=now, code=None)


def rematched(table: Table, fresh: Fresh, person: str) -> Table:
    """The table where the same people play again, one seat on; it belongs to whoever asked for it.

    The asker is ready, other people are not yet. `followed_by` tells the old table of it.
    """
    _expect_no_rematch(table)
    count = len(table.places)
    turned = with_seats(table, (*range(1, count), 0))
    check_options(table.rules, count, turned.options)
    after = replace(
        turned,
        id=fresh.id,
        code=fresh.code,
        invite_hash=fresh.invite_hash,
        rules_version=table.rules.VERSION,
        places=tuple(
            place if place.person is None else replace(place, ready=place.person == person, away=False)
            for place in turned.places
        ),
        guests=tuple(guest for guest in table.guests if guest != person),
        host=person,
        status=Status.OPEN,
        commitment=fresh.commitment,
        words=("",) * count,
        created_at=fresh.now,
        started_at=None,
        ended_at=None,
        rematch_of=table.id,
        version=0,
    )
    return as_guest(after, table.host)


def followed_by(table: Table, rematch: str) -> Table:
    """The old table, which shows the way to the new one."""
    _expect_no_rematch(table)
    return replace(table, rematch=rematch)


def _expect_no_rematch(table: Table) -> None:
    if table.status is not Status.OVER:
        raise TableError("table_not_over")
    if table.rematch is not None:
        raise TableError("table_rematch_exists")
