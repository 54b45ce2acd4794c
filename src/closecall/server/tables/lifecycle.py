"""The life of a table: created, started, left and rejoined, finished or closed, and played again."""

from dataclasses import dataclass, replace
from typing import Any

from closecall.core.errors import GameError
from closecall.server.tables.options import ages_option, check_options, decode_options, known_game
from closecall.server.tables.seating import (
    SeatRequest,
    SeatRequestKind,
    with_guest_if_room,
    with_ready,
    with_seat_request,
)
from closecall.server.tables.seats import OPEN, Place, PlaceKind, StartWhen
from closecall.server.tables.table import (
    Clock,
    DailyTry,
    Table,
    TableError,
    expect,
    expect_seats,
    place_at,
    renewed,
    seats_of,
    with_each,
    with_place,
    with_seated_ages,
    with_seats,
)
from closecall.store.rows import UNFINISHED, Status


@dataclass(frozen=True, slots=True)
class TableRequest:
    """The table that a host asks for."""

    game: str
    places: tuple[SeatRequest, ...]
    options: Any = None
    """As JSON values; missing options get their default."""
    is_public: bool = False
    clock: Clock = Clock.NONE
    start: StartWhen = StartWhen.FULL


@dataclass(frozen=True, slots=True)
class TableIdentity:
    """What the server draws for a new table, and the time."""

    id: str
    code: str
    invite_hash: str
    commitment: str
    now: int


def new_table(identity: TableIdentity, request: TableRequest, host: str, name: str) -> Table:
    """The table that a host asked for, if the game can be set up like this.

    Nobody is ready yet: the players see the commitment before they add words and the game begins.
    """
    game = known_game(request.game)
    rules, options = game.rules, decode_options(game, request.options)
    check_options(rules, len(request.places), options)
    table = Table(
        id=identity.id,
        code=identity.code,
        invite_hash=identity.invite_hash,
        game=request.game,
        rules_version=rules.VERSION,
        options=options,
        places=(OPEN,) * len(request.places),
        guests=(),
        is_public=request.is_public,
        host=host,
        clock=request.clock,
        start=request.start,
        status=Status.OPEN,
        commitment=identity.commitment,
        words=("",) * len(request.places),
        created_at=identity.now,
    )
    if [seat.kind for seat in request.places].count(SeatRequestKind.ME) > 1:
        raise TableError("table_sits_twice")
    for seat, wanted in enumerate(request.places):
        table = with_seat_request(table, name, seat, wanted)
    return _with_nobody_ready(with_seated_ages(table))


def new_daily_table(identity: TableIdentity, game: str, daily: DailyTry, host: str, name: str) -> Table:
    """The table where a person plays a daily game: alone, ready, and without a code to invite others with."""
    request = TableRequest(game, (SeatRequest(SeatRequestKind.ME),))
    table = replace(new_table(identity, request, host, name), code=None, daily=daily)
    return with_ready(table, host)


def _with_nobody_ready(table: Table) -> Table:
    """The table where no person is ready; bots always are."""
    seats = tuple(seat for seat, place in enumerate(table.places) if place.person is not None)
    return with_each(table, seats, lambda place: replace(place, ready=False))


def after_start(table: Table, now: int) -> Table:
    """The game begins; open seats are removed, if the game can be played without them."""
    expect(table, Status.OPEN)
    taken = tuple(seat for seat, place in enumerate(table.places) if not place.is_open)
    if not all(table.places[seat].ready for seat in taken):
        raise TableError("table_not_ready")
    after = _with_concealed_ages(with_seats(table, taken))
    check_options(table.rules, len(taken), after.options)
    places = tuple(replace(place, has_chosen=False) for place in after.places)
    return replace(after, places=places, status=Status.PLAYING, started_at=now)


def _with_concealed_ages(table: Table) -> Table:
    """The table with what follows from the ages of its players in the options, which everybody may see."""
    option = ages_option(known_game(table.game))
    if option is None or not table.asks_age:
        return table
    return replace(table, options=option.conceal(table.options, tuple(place.age for place in table.places)))


def can_start(table: Table) -> bool:
    """Whether the host could start the game now."""
    try:
        after_start(table, table.created_at)
    except GameError:
        return False
    return True


def should_start(table: Table) -> bool:
    """Whether the game begins by itself: all seats are taken and everybody is ready.

    A game of bots alone begins when the host starts it: nobody there could say that they are ready.
    """
    return table.start is StartWhen.FULL and table.is_full and bool(table.people) and can_start(table)


def after_leave(table: Table, person: str, now: int) -> Table:
    """A person leaves: before the game their seat becomes open, during the game a bot stands in.

    If the host leaves an open table, the next person at it becomes the host; without one, it is closed.
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
            return after_close(table, now)
        table = replace(table, host=heir)
    return with_guest_if_room(table, person)


def _heir(table: Table) -> str | None:
    """The next person clockwise from the host."""
    own = seats_of(table, table.host)
    first = own[0] if own else 0
    persons = [place.person for place in (*table.places[first:], *table.places[:first])]
    return next((person for person in persons if person not in (None, table.host)), None)


def after_stand_in(table: Table, seat: int) -> Table:
    """A bot stands in at a person's seat."""
    expect(table, Status.PLAYING)
    if place_at(table, seat).kind is not PlaceKind.PERSON:
        raise TableError("table_no_person")
    return with_each(table, (seat,), _away)


def _away(place: Place) -> Place:
    return replace(place, away=True)


def after_return(table: Table, person: str) -> Table:
    """A person takes over again from the bot that stood in."""
    expect(table, Status.PLAYING)
    return with_each(table, expect_seats(table, person), lambda place: replace(place, away=False))


def after_game_over(table: Table, now: int) -> Table:
    """The game is over, and the code is free for another table."""
    expect(table, Status.PLAYING)
    return replace(table, status=Status.OVER, ended_at=now, code=None)


def after_close(table: Table, now: int) -> Table:
    """The table is closed before the game is over, and the code is free for another table."""
    expect(table, *UNFINISHED)
    return replace(table, status=Status.CLOSED, ended_at=now, code=None)


def new_rematch(table: Table, identity: TableIdentity, person: str) -> Table:
    """The table where the same people play again, each one seat further; its host is the person who asked.

    As at every new table, nobody is ready yet. `with_rematch` links the old table to it.
    """
    _expect_no_rematch(table)
    count = len(table.places)
    turned = renewed(with_seats(table, (*range(1, count), 0)))
    check_options(table.rules, count, turned.options)
    after = replace(
        turned,
        id=identity.id,
        code=identity.code,
        invite_hash=identity.invite_hash,
        places=tuple(_asked_again(place) for place in turned.places),
        guests=tuple(guest for guest in table.guests if guest != person),
        host=person,
        status=Status.OPEN,
        commitment=identity.commitment,
        words=("",) * count,
        created_at=identity.now,
        started_at=None,
        ended_at=None,
        rematch_of=table.id,
        version=0,
    )
    return with_guest_if_room(_with_nobody_ready(after), table.host)


def _asked_again(place: Place) -> Place:
    return replace(place, away=False, has_chosen=False, wants_close=False)


def with_rematch(table: Table, rematch: str) -> Table:
    """The old table, with a link to the new one."""
    _expect_no_rematch(table)
    return replace(table, rematch=rematch)


def _expect_no_rematch(table: Table) -> None:
    if table.status is not Status.OVER:
        raise TableError("table_not_over")
    if table.rematch is not None:
        raise TableError("table_rematch_exists")
