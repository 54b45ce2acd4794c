"""Closing a running game without a result.

The host alone may do it as long as no other person has chosen. From then on every person with a seat has to
agree, also those for whom a bot plays, so that nobody can annul a game by waiting until the others are gone.
After a day without a move, any of them may close it.

A person's agreement stands until they withdraw it or make their next choice.
"""

from dataclasses import replace

from closecall.server.tables.lifecycle import after_close
from closecall.server.tables.seats import Place
from closecall.server.tables.table import Table, TableError, expect, expect_seats, seats_of, with_each
from closecall.store.rows import Status

A_DAY_MS = 24 * 60 * 60 * 1000


def can_close_alone(table: Table, person: str) -> bool:
    """Whether a person may close the game without asking: the host, before anybody else has chosen."""
    others_chose = any(place.has_chosen and place.person != person for place in table.places)
    return person == table.host and not others_chose


def after_close_wish(table: Table, person: str, now: int, *, moved_at: int) -> Table:
    """The table after a person has asked to close the game, closed if that is enough.

    `moved_at` is the time of the last move, or of the start.
    """
    expect(table, Status.PLAYING)
    if can_close_alone(table, person) or now - moved_at >= A_DAY_MS:
        return after_close(table, now)
    if not seats_of(table, person):
        raise TableError("table_players_decide")
    after = with_each(table, seats_of(table, person), lambda place: replace(place, wants_close=True))
    people = [place for place in after.places if place.person is not None]
    return after_close(after, now) if all(place.wants_close for place in people) else after


def after_withdrawal(table: Table, person: str) -> Table:
    """The table after a person has changed their mind about closing the game."""
    expect(table, Status.PLAYING)
    return with_each(table, expect_seats(table, person), _going_on)


def after_choice(table: Table, seat: int) -> Table:
    """The table after a person has made a choice at their seat; the same table if that changes nothing."""
    chooser = table.places[seat]
    if chooser.has_chosen and not chooser.wants_close:
        return table
    after = with_each(table, (seat,), lambda place: replace(place, has_chosen=True))
    return with_each(after, seats_of(after, chooser.person), _going_on)


def _going_on(place: Place) -> Place:
    return replace(place, wants_close=False)
