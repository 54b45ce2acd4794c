"""The life of a table, by examples."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from closecall.core.errors import BadOptions
from closecall.server import tables
from closecall.server.tables import Clock, Role, StartWhen, Table
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

# Started.


def test_a_table_that_starts_when_it_is_full() -> None:
    """Not before, and not if the host wants to be asked."""
    table = table_for(ME, OPEN, bot())
    assert not tables.should_start(table)
    assert tables.can_start(table)
    assert tables.should_start(with_people(table, "ben"))
    asked = with_people(table_for(ME, OPEN, start=StartWhen.HOST), "ben")
    assert tables.can_start(asked)
    assert not tables.should_start(asked)


def test_starting() -> None:
    """The game is on, with the players in their places."""
    table = tables.with_words(with_people(table_for(ME, OPEN), "ben"), "ann", "a")
    table = tables.after_start(table, LATER)
    assert (table.status, table.started_at, table.words) == (Status.PLAYING, LATER, ("a", ""))
    assert table.code == numbered_identity().code
    assert not tables.can_start(table)
    assert not tables.should_start(table)
    with raises_table_error("table_playing"):
        tables.after_start(table, LATER)


def test_open_places_are_dropped_at_the_start() -> None:
    """The others move together, with their words."""
    table = tables.with_person(table_for(OPEN, ME, OPEN, OPEN, game="mark"), "ben", "Ben", 3)
    table = tables.with_words(tables.with_words(table, "ann", "a"), "ben", "b")
    table = tables.after_start(table, LATER)
    assert names(table) == "Ann Ben"
    assert table.words == ("a", "b")
    assert tables.seats_of(table, "ben") == (1,)


def test_a_game_that_needs_three() -> None:
    """Does not start with two, full or not."""
    table = with_people(table_for(ME, OPEN, OPEN, OPEN, game="enough"), "ben")
    assert not tables.can_start(table)
    with pytest.raises(BadOptions, match="3 to 5"):
        tables.after_start(table, LATER)
    assert len(tables.after_start(with_people(table, "cleo"), LATER).places) == 3


def test_nobody_at_the_table() -> None:
    """Nobody can play."""
    table = table_for(OPEN, OPEN)
    assert not tables.can_start(table)
    with pytest.raises(BadOptions):
        tables.after_start(table, LATER)


def test_waiting_for_a_person_who_is_not_ready() -> None:
    """The host may start, and people may change their minds."""
    table = tables.with_ready(with_people(table_for(ME, OPEN), "ben"), "ben", False)
    assert not tables.should_start(table)
    with raises_table_error("table_not_ready"):
        tables.after_start(table, LATER)
    assert tables.should_start(tables.with_ready(table, "ben"))
    with raises_table_error("table_not_seated"):
        tables.with_ready(table, "dan")


def test_everybody_at_a_device_is_ready_together() -> None:
    """One of them says so."""
    table = tables.with_ready(table_for(ME, local("Ben")), "ann", False)
    assert [place.ready for place in table.places] == [False, False]
    assert tables.should_start(tables.with_ready(table, "ann"))


# Played.


def test_leaving_and_returning() -> None:
    """A bot stands in, and the seat stays theirs."""
    table = tables.after_start(with_people(table_for(ME, OPEN), "ben"), LATER)
    gone = tables.after_leave(table, "ben", LATER)
    assert [place.away for place in gone.places] == [False, True]
    assert gone.people == {"ann", "ben"}
    assert (tables.is_away(gone, "ben"), tables.is_away(gone, "ann")) == (True, False)
    assert tables.role_of(gone, "ben") is Role.PLAYER
    assert tables.after_return(gone, "ben") == table
    assert tables.after_return(table, "ben") == table


def test_the_host_leaves_a_running_game() -> None:
    """They are still the host when they return; a host who only watches leaves no seat behind."""
    table = tables.after_start(with_people(table_for(ME, OPEN), "ben"), LATER)
    gone = tables.after_leave(table, "ann", LATER)
    assert (gone.host, gone.status, gone.places[0].away) == ("ann", Status.PLAYING, True)
    watched = tables.after_start(table_for(bot()), LATER)
    assert tables.after_leave(watched, "ann", LATER) == watched


def test_standing_in_for_a_person() -> None:
    """At one place, of a person."""
    table = tables.after_start(table_for(ME, local("Ben"), bot()), LATER)
    assert [place.away for place in tables.after_stand_in(table, 1).places] == [False, True, False]
    assert not any(place.away for place in tables.after_return(tables.after_stand_in(table, 1), "ann").places)
    with raises_table_error("table_no_person"):
        tables.after_stand_in(table, 2)
    with raises_table_error("table_no_place"):
        tables.after_stand_in(table, 3)
    with raises_table_error("table_open"):
        tables.after_stand_in(table_for(ME), 0)


def test_returning_without_a_place() -> None:
    """Is nothing that can be done."""
    with raises_table_error("table_not_seated"):
        tables.after_return(tables.after_start(table_for(ME), LATER), "ben")


# Ended.


def test_over() -> None:
    """The code may serve another table."""
    playing = tables.after_start(table_for(ME), LATER)
    table = tables.after_game_over(playing, LATER + 9)
    assert (table.status, table.ended_at, table.code) == (Status.OVER, LATER + 9, None)
    with raises_table_error("table_open"):
        tables.after_game_over(table_for(ME), LATER)


def test_closed() -> None:
    """Before the game or in the middle of it."""
    for table in (table_for(ME), tables.after_start(table_for(ME), LATER)):
        done = tables.after_close(table, LATER + 9)
        assert (done.status, done.ended_at, done.code) == (Status.CLOSED, LATER + 9, None)
        assert done.started_at == table.started_at


STEPS: list[Callable[[Table], Table]] = [
    lambda table: tables.with_person(table, "cleo", "Cleo"),
    lambda table: tables.with_bot(table, 0, "greedy"),
    lambda table: tables.with_local_player(table, 0, "ann", "Dan"),
    lambda table: tables.with_open_seat(table, 0),
    lambda table: tables.with_words(table, "ann", "a"),
    lambda table: tables.with_ready(table, "ann"),
    lambda table: tables.after_leave(table, "ann", LATER),
    lambda table: tables.after_start(table, LATER),
    lambda table: tables.after_stand_in(table, 0),
    lambda table: tables.after_return(table, "ann"),
    lambda table: tables.after_game_over(table, LATER),
    lambda table: tables.after_close(table, LATER),
    lambda table: tables.after_close_wish(table, "ann", LATER, moved_at=LATER),
    lambda table: tables.after_withdrawal(table, "ann"),
]


@pytest.mark.parametrize("step", STEPS)
def test_nothing_changes_any_more(step: Callable[[Table], Table]) -> None:
    """After the end every step is refused; a table never goes back."""
    playing = tables.after_start(with_people(table_for(ME, OPEN), "ben"), LATER)
    with raises_table_error("table_over"):
        step(tables.after_game_over(playing, LATER))
    with raises_table_error("table_closed"):
        step(tables.after_close(playing, LATER))


@pytest.mark.parametrize("step", STEPS[:6])
def test_seats_are_fixed_during_the_game(step: Callable[[Table], Table]) -> None:
    """The log counts the seats from then on."""
    with raises_table_error("table_playing"):
        step(tables.after_start(with_people(table_for(ME, OPEN), "ben"), LATER))


# Played again.


def test_a_rematch() -> None:
    """The same people, one seat on, with a commitment of its own; nobody is ready, and there are no words."""
    table = table_for(ME, OPEN, bot(), OPEN, game="mark", clock=Clock.BRISK)
    table = tables.with_words(table, "ann", "a")
    table = with_guests(with_people(table, "ben", "cleo"), "dan")
    table = tables.after_start(table, LATER)
    table = tables.after_game_over(tables.after_leave(table, "cleo", LATER), LATER + 5)
    again = tables.new_rematch(replace(table, version=9), numbered_identity(2), "ben")
    assert names(again) == "Ben Greedy Cleo Ann"
    assert [place.ready for place in again.places] == [False, True, False, False]
    assert not any(place.away for place in again.places)
    assert again.words == ("",) * 4
    drawn = numbered_identity(2)
    assert (again.id, again.code, again.invite_hash) == (drawn.id, drawn.code, drawn.invite_hash)
    assert (again.commitment, again.created_at) == (drawn.commitment, drawn.now)
    assert (again.host, again.guests, again.clock) == ("ben", ("dan",), Clock.BRISK)
    assert (again.status, again.started_at, again.ended_at) == (Status.OPEN, None, None)
    assert (again.rematch_of, again.rematch, again.version) == (table.id, None, 0)
    for person in ("ann", "ben", "cleo"):
        assert not tables.should_start(again)
        again = tables.with_ready(again, person)
    assert tables.should_start(again)


def test_a_rematch_of_bots() -> None:
    """Requested by a host who only watched."""
    table = tables.after_game_over(tables.after_start(table_for(bot(), bot("random")), LATER), LATER)
    again = tables.new_rematch(table, numbered_identity(2), "ann")
    assert names(again) == "Random Greedy"
    assert (again.host, tables.can_start(again), tables.should_start(again)) == ("ann", True, False)


def test_guests_may_watch_the_rematch() -> None:
    """The host who did not play among them."""
    table = with_people(table_for(OPEN, bot()), "ben")
    again = tables.new_rematch(
        tables.after_game_over(tables.after_start(table, LATER), LATER), numbered_identity(2), "ben"
    )
    assert (again.host, again.guests) == ("ben", ("ann",))


def test_one_rematch_only() -> None:
    """The others follow to the table that is there; and none before the game is over."""
    playing = tables.after_start(table_for(ME), LATER)
    table = tables.after_game_over(playing, LATER)
    after = tables.with_rematch(table, "next")
    assert after.rematch == "next"
    for unfinished in (table_for(ME), playing, tables.after_close(playing, LATER)):
        with raises_table_error("table_not_over"):
            tables.new_rematch(unfinished, numbered_identity(2), "ann")
        with raises_table_error("table_not_over"):
            tables.with_rematch(unfinished, "next")
    with raises_table_error("table_rematch_exists"):
        tables.new_rematch(after, numbered_identity(2), "ann")
    with raises_table_error("table_rematch_exists"):
        tables.with_rematch(after, "other")
