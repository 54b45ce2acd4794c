"""Ages (M3), by examples: given at a seat, moved with the person, and seen by nobody else."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from closecall.core.errors import BadOptions
from closecall.core.record import encode_options
from closecall.core.rules import Seat
from closecall.games import mark
from closecall.server import tables
from closecall.server.tables import SeatRequest, SeatRequestKind, Table
from closecall.store.rows import Status
from server.room_fixtures import (
    LATER,
    ME,
    OPEN,
    bot,
    local,
    names,
    numbered_identity,
    raises_table_error,
    table_for,
    with_guests,
    with_people,
)


def by_age(*places: SeatRequest, **more: Any) -> Table:
    """An open table where the second-youngest starts."""
    return table_for(*places, game="mark", options={"ages": [None] * len(places)}, **more)


def me(age: int | None) -> SeatRequest:
    """The host, of this age."""
    return replace(ME, age=age)


def ages(table: Table) -> list[int | None]:
    """The ages at the seats."""
    return [place.age for place in table.places]


def shown(table: Table, viewer: str | None) -> list[int | None]:
    """The ages that a viewer is shown."""
    return [seat.age for seat in tables.table_info(table, viewer).seats]


def test_a_table_asks_for_ages_if_the_game_depends_on_them() -> None:
    """Only then."""
    assert by_age(ME, OPEN).asks_age
    assert not table_for(ME, OPEN, game="mark").asks_age
    assert not table_for(ME, OPEN, game="qwixx").asks_age
    assert tables.table_info(by_age(ME, OPEN), None).asks_age


def test_ages_when_a_table_is_created() -> None:
    """Of the host and of those on the host's device; nobody has to give one."""
    table = by_age(me(40), replace(local("Ben"), age=9), local("Cleo"), bot(), OPEN)
    assert ages(table) == [40, 9, None, None, None]
    assert table.options == mark.Options(ages=(None,) * 5)


def test_ages_in_the_options_belong_to_the_hosts_seats() -> None:
    """Earlier programs send them there."""
    options = {"ages": [40, 9, 38, 7]}
    table = table_for(ME, replace(local("Ben"), age=10), bot(), OPEN, game="mark", options=options)
    assert ages(table) == [40, 10, None, None]
    assert table.options.ages == (None,) * 4


def test_an_age_given_later() -> None:
    """At one's own seat, or at another one on the device; changed, and removed."""
    table = with_people(by_age(ME, local("Cleo"), OPEN), "ben")
    table = tables.with_age(tables.with_age(table, "ann", 40), "ben", 0)
    table = tables.with_age(table, "ann", 150, at=1)
    assert ages(table) == [40, 150, 0]
    assert ages(tables.with_age(table, "ann", None)) == [None, 150, 0]
    with raises_table_error("table_not_your_place"):
        tables.with_age(table, "ben", 40, at=0)
    with raises_table_error("table_not_seated"):
        tables.with_age(table, "dan", 40)
    with raises_table_error("table_playing"):
        tables.with_age(tables.after_start(table, LATER), "ann", 41)


@pytest.mark.parametrize("age", [-1, 151, 2**60])
def test_an_age_that_nobody_has(age: int) -> None:
    """Refused as the rules refuse it, with the range."""
    for wish in (me(age), replace(local("Ben"), age=age)):
        with pytest.raises(BadOptions, match="0 to 150") as found:
            by_age(wish, OPEN)
        assert found.value.code == "mark_ages_range"
    with pytest.raises(BadOptions, match="0 to 150"):
        tables.with_age(by_age(ME, OPEN), "ann", age)


def test_nobody_is_asked_without_need() -> None:
    """An age that no game uses is not stored."""
    for table in (table_for(ME, OPEN, game="mark"), table_for(ME, OPEN, game="qwixx")):
        with raises_table_error("table_no_ages"):
            tables.with_age(table, "ann", 40)
        with raises_table_error("table_no_ages"):
            tables.with_seat_request(table, "Ann", 1, replace(local("Ben"), age=9))
        assert tables.with_age(table, "ann", None) == table
    for wish in (replace(bot(), age=3), replace(OPEN, age=3)):
        with raises_table_error("table_age_of_nobody"):
            by_age(ME, wish)


def test_an_age_moves_with_the_person() -> None:
    """And is forgotten when the seat becomes open, a bot's, or another person's."""
    table = tables.with_age(with_people(by_age(me(40), OPEN, OPEN), "ben"), "ben", 9)
    moved = tables.with_person(table, "ben", "Ben", 2)
    assert (names(moved), ages(moved)) == ("Ann . Ben", [40, None, 9])
    assert ages(tables.with_person(moved, "ann", "Ann", 1)) == [None, 40, 9]
    assert ages(tables.after_leave(moved, "ben", LATER)) == [40, None, None]
    assert ages(tables.with_open_seat(moved, 2)) == [40, None, None]
    assert ages(tables.with_bot(moved, 0, "greedy")) == [None, None, 9]
    assert ages(tables.with_local_player(moved, 0, "ann", "Cleo")) == [None, None, 9]
    back = with_people(tables.after_leave(moved, "ben", LATER), "ben")
    assert ages(back) == [40, None, None]


def test_moving_keeps_an_age_and_may_change_it() -> None:
    """The host's too, by a wish for a seat."""
    table = by_age(me(40), OPEN)
    there = tables.with_seat_request(table, "Ann", 1, SeatRequest(SeatRequestKind.ME))
    assert ages(there) == [None, 40]
    assert ages(tables.with_seat_request(table, "Ann", 1, me(41))) == [None, 41]


def test_words_do_not_cost_an_age() -> None:
    """Nor does an age cost the words."""
    table = tables.with_words(by_age(me(40), OPEN), "ann", "a")
    assert (ages(table), tables.with_age(table, "ann", 41).words) == ([40, None], ("a", ""))


def test_the_match_learns_who_may_start_and_no_age() -> None:
    """Open seats are removed first; a bot has no age (M3)."""
    table = by_age(OPEN, me(40), bot(), OPEN, OPEN)
    for person, age in (("ben", 9), ("cleo", 38)):
        table = tables.with_age(with_people(table, person), person, age)
    assert names(table) == "Ben Ann Greedy Cleo ."
    playing = tables.after_start(table, LATER)
    assert playing.options == mark.Options(ages=(None,) * 4, may_start=tables.seats_of(playing, "cleo"))
    assert ages(playing) == [9, 40, None, 38]
    assert Table.of(playing.row()) == playing


def test_a_match_without_ages() -> None:
    """If nobody asked for ages, the start adds nothing to the options."""
    playing = tables.after_start(with_people(table_for(ME, OPEN, game="mark"), "ben"), LATER)
    assert playing.options == mark.Options()


def test_too_few_ages() -> None:
    """The lot decides among all (M3)."""
    playing = tables.after_start(with_people(by_age(me(40), OPEN, bot()), "ben"), LATER)
    assert playing.options.may_start == (0, 1, 2)


def test_ages_in_a_rematch() -> None:
    """Everybody moves one seat further with their age; who may start is found anew."""
    table = tables.with_age(with_people(by_age(me(40), bot(), OPEN, local("Cleo")), "ben"), "ben", 9)
    over = tables.after_game_over(tables.after_start(table, LATER), LATER)
    again = tables.new_rematch(over, numbered_identity(2), "ben")
    assert names(again) == "Greedy Ben Cleo Ann"
    assert ages(again) == [None, 9, None, 40]
    assert again.options == mark.Options(ages=(None,) * 4)
    again = tables.with_age(again, "ann", 5, at=2)
    for person in ("ann", "ben"):
        again = tables.with_ready(again, person)
    assert tables.after_start(again, LATER).options.may_start == tables.seats_of(again, "ben")


@pytest.mark.parametrize("status", Status)
def test_nobody_else_sees_an_age(status: Status) -> None:
    """At any time."""
    table = by_age(me(137), replace(local("Cleo"), age=136), OPEN, OPEN, is_public=True)
    table = with_guests(tables.with_age(with_people(table, "ben"), "ben", 135), "dan")
    if status in (Status.PLAYING, Status.OVER):
        table = tables.after_start(table, LATER)
    if status is Status.OVER:
        table = tables.after_game_over(table, LATER)
    if status is Status.CLOSED:
        table = tables.after_close(table, LATER)
    assert table.status is status
    assert shown(table, "ann")[:3] == [137, 136, None]
    assert shown(table, "ben")[:3] == [None, None, 135]
    for viewer in ("dan", "eve", None):
        assert set(shown(table, viewer)) == {None}
        sent = msgspec.json.encode(tables.table_info(table, viewer))
        assert not [age for age in (b"137", b"136", b"135") if age in sent]


# Tables of the first version of the rules, which stored ages in the options.


def of_version_1(table: Table, *given: int) -> Table:
    """The same table as the first version stored it."""
    options = msgspec.json.encode(encode_options(mark, 1, mark.Options(ages=given or None))).decode()
    return Table.of(replace(table.row(), rules_version=1, options=options))


def test_an_old_open_table() -> None:
    """Its ages move to the people at the seats, and it follows the newest rules."""
    table = of_version_1(with_people(table_for(ME, OPEN, bot(), game="mark"), "ben"), 40, 9, 3)
    assert (ages(table), table.options) == ([40, 9, None], mark.Options(ages=(None,) * 3))
    assert table.rules_version == mark.VERSION
    assert Table.of(table.row()) == table
    assert tables.after_start(table, LATER).options.may_start == (0,)


def test_an_old_table_that_is_played() -> None:
    """What followed from the ages is kept, so that its log stays valid; even a bot had an age."""
    playing = tables.after_start(with_people(table_for(ME, OPEN, bot(), game="mark"), "ben"), LATER)
    for stored in (playing, tables.after_game_over(playing, LATER), tables.after_close(playing, LATER)):
        old = of_version_1(stored, 137, 139, 138)
        assert old.options == mark.Options(ages=(None,) * 3, may_start=(Seat(2),))
        assert (ages(old), old.rules_version) == ([137, 139, None], mark.VERSION)
        assert Table.of(old.row()) == old
    over = of_version_1(tables.after_game_over(playing, LATER), 137, 139, 138)
    again = tables.new_rematch(over, numbered_identity(2), "ben")
    assert (names(again), ages(again)) == ("Ben Greedy Ann", [139, None, 137])
    assert again.options == mark.Options(ages=(None,) * 3)


def test_an_old_table_without_ages() -> None:
    """It is as it was."""
    playing = tables.after_start(with_people(table_for(ME, OPEN, game="mark"), "ben"), LATER)
    old = of_version_1(playing)
    assert (old.rules_version, old.options, old.asks_age) == (1, mark.Options(), False)
    assert Table.of(old.row()) == old
