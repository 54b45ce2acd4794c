"""Tables for the tests, made quickly; people are called by their ids, which look like their names."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from closecall.server.tables import Fresh, Order, Table, TableError, Wanted, Wish, admitted, new_table, seated

OPEN = Wish()
ME = Wish(Wanted.ME)
NOW = 1_000_000
LATER = NOW + 60_000


def bot(name: str = "greedy") -> Wish:
    """A bot at a place."""
    return Wish(Wanted.BOT, bot=name)


def local(name: str) -> Wish:
    """Somebody at the host's device."""
    return Wish(Wanted.LOCAL, name=name)


def fresh(n: int = 1) -> Fresh:
    """What the server draws for the nth table."""
    return Fresh(f"table{n:011}", f"CODE{n:02}", f"{n:064x}", f"{n + 1000:064x}", NOW + n)


def table_for(*places: Wish, game: str = "qwixx", host: str = "ann", **more: Any) -> Table:
    """A table that Ann has made."""
    return new_table(fresh(), Order(game, places, **more), host, host.capitalize())


def with_people(table: Table, *people: str) -> Table:
    """These sit down, one after the other."""
    for person in people:
        table = seated(table, person, person.capitalize())
    return table


def names(table: Table) -> str:
    """Who sits where: `Ann Ben .`."""
    return " ".join(place.name or "." for place in table.places)


def with_guests(table: Table, *people: str) -> Table:
    """These are let in."""
    for person in people:
        table = admitted(table, person)
    return table


@contextmanager
def refused(code: str) -> Iterator[None]:
    """A refusal of this code, whose sentence can be said."""
    with pytest.raises(TableError) as found:
        yield
    assert found.value.code == code
    assert str(found.value)
