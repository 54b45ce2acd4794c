"""Seating before the game, by examples."""

import pytest

from closecall.core.errors import BadOptions
from closecall.games import enough
from closecall.server import tables
from closecall.server.tables import Role, SeatRequest, SeatRequestKind, Table
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

MOST_GUESTS = 200


def test_sitting_down() -> None:
    """At a given seat, or at the first open one; a seated person is ready."""
    table = table_for(ME, OPEN, OPEN, OPEN)
    table = tables.with_person(table, "ben", "Ben", 3)
    assert names(table) == "Ann . . Ben"
    table = tables.with_person(table, "cleo", "  Cleo ")
    assert names(table) == "Ann Cleo . Ben"
    assert not table.is_full
    assert all(place.ready for place in table.places if not place.is_open)


def test_nobody_looks_like_somebody_else() -> None:
    """A second Ann gets a number, however she writes her name; a bot's name cannot be taken either."""
    table = tables.with_person(table_for(ME, bot("greedy"), OPEN, OPEN), "anna", "ANN")
    table = tables.with_person(table, "gina", "greedy")
    assert [place.name for place in table.places] == ["Ann", "Greedy", "ANN 2", "greedy 2"]


def test_a_taken_seat_is_refused() -> None:
    """Nor at a missing seat or a full table."""
    table = table_for(ME, bot(), OPEN)
    for seat in (0, 1):
        with raises_table_error("table_place_taken"):
            tables.with_person(table, "ben", "Ben", seat)
    for seat in (-1, 3):
        with raises_table_error("table_no_place"):
            tables.with_person(table, "ben", "Ben", seat)
    with raises_table_error("table_full"):
        tables.with_person(with_people(table, "ben"), "cleo", "Cleo")


def test_moving_to_another_seat() -> None:
    """The words move too; nobody has two seats."""
    table = tables.with_person(table_for(ME, OPEN, OPEN), "ben", "Ben", 1)
    table = tables.with_words(table, "ben", "twelve")
    moved = tables.with_person(table, "ben", "Ben", 2)
    assert names(moved) == "Ann . Ben"
    assert moved.words == ("", "", "twelve")
    with raises_table_error("table_place_taken"):
        tables.with_person(table, "ben", "Ben", 0)


def test_sitting_down_again_changes_nothing() -> None:
    """A request may be sent twice."""
    table = with_people(table_for(ME, OPEN, OPEN), "ben")
    assert tables.with_person(table, "ben", "Ben") == table
    assert tables.with_person(table, "ben", "Ben", 1) == table


def test_moving_at_a_shared_device() -> None:
    """The person moves, and those at the device stay."""
    table = table_for(local("Ben"), ME, OPEN)
    assert (tables.own_seat(table, "ann"), tables.own_seat(table, "dan")) == (1, None)
    moved = tables.with_person(table, "ann", "Ann", 2)
    assert names(moved) == "Ben . Ann"
    assert tables.own_seat(moved, "ann") == 2
    with raises_table_error("table_place_taken"):
        tables.with_person(table, "ann", "Ann", 0)


def test_a_host_joins_those_at_the_device() -> None:
    """Having seated others first."""
    table = table_for(local("Ben"), OPEN)
    assert tables.own_seat(table, "ann") is None
    joined = tables.with_person(table, "ann", "Ann")
    assert names(joined) == "Ben Ann"
    assert [place.local for place in joined.places] == [True, False]
    with raises_table_error("table_same_name"):
        tables.with_person(table, "ann", "ben")


def test_guests() -> None:
    """Let in once, no longer guests when they sit, and at most 200 of them."""
    table = with_guests(table_for(ME, OPEN), "ben", "ben", "ann")
    assert table.guests == ("ben",)
    assert with_people(table, "ben").guests == ()
    crowd = with_guests(table, *(f"g{n}" for n in range(MOST_GUESTS - 1)))
    with raises_table_error("table_guests_full"):
        tables.with_guest(crowd, "late")
    assert tables.with_guest(crowd, "ben") == crowd
    assert tables.with_person(crowd, "late", "Late").people == {"ann", "late"}


def test_guests_come_later_too() -> None:
    """To watch and to see the replay, but not to a closed table."""
    playing = tables.after_start(table_for(ME), LATER)
    assert with_guests(playing, "ben").guests == ("ben",)
    assert with_guests(tables.after_game_over(playing, LATER), "ben").guests == ("ben",)
    with raises_table_error("table_closed"):
        tables.with_guest(tables.after_close(playing, LATER), "ben")


def test_the_host_sees_to_places() -> None:
    """Bots, people at the device, open places."""
    table = table_for(ME, OPEN, OPEN)
    table = tables.with_bot(table, 1, "greedy")
    table = tables.with_bot(table, 2, "greedy")
    assert names(table) == "Ann Greedy Greedy 2"
    assert names(tables.with_bot(table, 1, "random")) == "Ann Random Greedy 2"
    assert names(tables.with_bot(table, 1, "greedy")) == "Ann Greedy Greedy 2"
    table = tables.with_local_player(table, 1, "ann", "Ben")
    assert names(table) == "Ann Ben Greedy 2"
    assert table.places[1].person == "ann"
    assert names(tables.with_local_player(table, 1, "ann", "Cleo")) == "Ann Cleo Greedy 2"
    assert names(tables.with_open_seat(tables.with_open_seat(table, 1), 2)) == "Ann . ."
    assert names(tables.with_open_seat(table_for(ME, OPEN), 1)) == "Ann ."


def test_the_host_arranges_by_wishes() -> None:
    """The same by one request."""
    table = table_for(OPEN, OPEN)
    for wish, shown in (
        (SeatRequest(SeatRequestKind.BOT, bot="random"), "Random ."),
        (SeatRequest(SeatRequestKind.LOCAL, name="Ben"), "Ben ."),
        (SeatRequest(SeatRequestKind.OPEN), ". ."),
        (SeatRequest(SeatRequestKind.ME), "Ann ."),
    ):
        table = tables.with_seat_request(table, "Ann", 0, wish)
        assert names(table) == shown


def test_another_persons_seat_is_refused() -> None:
    """They must be asked to leave first; then they may watch."""
    table = with_people(table_for(ME, OPEN), "ben")
    for seat, code in ((1, "table_place_taken"), (2, "table_no_place"), (-1, "table_no_place")):
        with raises_table_error(code):
            tables.with_bot(table, seat, "greedy")
        with raises_table_error(code):
            tables.with_local_player(table, seat, "ann", "Cleo")
    table = tables.with_open_seat(table, 1)
    assert names(table) == "Ann ."
    assert tables.role_of(table, "ben") is Role.GUEST
    with raises_table_error("table_no_place"):
        tables.with_open_seat(table, 2)


def test_the_host_stands_up() -> None:
    """They are still the host."""
    table = tables.with_open_seat(table_for(ME, OPEN), 0)
    assert names(table) == ". ."
    assert (tables.role_of(table, "ann"), table.guests) == (Role.HOST, ())


def test_words() -> None:
    """At one's own seat, until the game begins; they move with the person."""
    table = with_people(table_for(ME, OPEN, local("Cleo")), "ben")
    table = tables.with_words(tables.with_words(table, "ben", "b"), "ann", "a")
    assert table.words == ("a", "b", "")
    assert tables.with_words(table, "ann", "c", at=2).words == ("a", "b", "c")
    assert tables.with_words(table_for(local("Cleo"), ME), "ann", "a").words == ("", "a")
    assert tables.with_words(table_for(OPEN, local("Cleo")), "ann", "c").words == ("", "c")
    assert tables.with_words(table, "ann", "").words == ("", "b", "")
    with raises_table_error("table_not_your_place"):
        tables.with_words(table, "ann", "c", at=1)
    with raises_table_error("table_not_seated"):
        tables.with_words(table, "dan", "d")
    assert tables.after_leave(table, "ben", LATER).words == ("a", "", "")
    assert tables.with_open_seat(table, 1).words == ("a", "", "")
    with raises_table_error("table_playing"):
        tables.with_words(tables.after_start(table, LATER), "ben", "late")


def test_words_for_another_commitment() -> None:
    """Somebody who saw another one is refused; nobody has to say which one they saw."""
    table = table_for(ME, OPEN)
    tables.expect_commitment(table, table.commitment)
    tables.expect_commitment(table, None)
    for other in ("", "0" * 64, table.commitment[:-1], table.commitment.upper()):
        with raises_table_error("table_other_commitment"):
            tables.expect_commitment(table, other)


# Options that name a player.


def keeper(table: Table) -> int | None:
    """The seat that keeps the score."""
    seat: int | None = table.options.scorekeeper
    return seat


def test_appointing_a_player() -> None:
    """Anybody, or nobody again; but only at a seat that exists, and before the game."""
    table = with_people(table_for(ME, OPEN, bot(), OPEN, game="enough"), "ben")
    for seat in (1, 2, 3, None):
        table = tables.with_appointed(table, "scorekeeper", seat)
        assert keeper(table) == seat
        assert Table.of(table.row()) == table
    for seat in (-1, 4):
        with raises_table_error("table_no_place"):
            tables.with_appointed(table, "scorekeeper", seat)
    for option in ("kit", "showing", "king"):
        with raises_table_error("table_no_such_option"):
            tables.with_appointed(table, option, 0)
    with raises_table_error("table_no_such_option"):
        tables.with_appointed(table_for(ME, OPEN), "scorekeeper", 0)
    with raises_table_error("table_playing"):
        tables.with_appointed(tables.after_start(table, LATER), "scorekeeper", 0)


def test_a_player_whom_the_rules_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours accept everybody; those of another game may not, and it could never start."""

    def refuse(*_: object) -> None:
        raise BadOptions("enough_scorekeeper", letter="B")

    table = with_people(table_for(ME, OPEN, bot(), game="enough"), "ben")
    monkeypatch.setattr(enough, "setup", refuse)
    with pytest.raises(BadOptions):
        tables.with_appointed(table, "scorekeeper", 1)


def test_the_appointed_player_moves() -> None:
    """And keeps the score at the other seat; nobody does after they left."""
    table = with_people(table_for(ME, OPEN, OPEN, bot(), game="enough"), "ben")
    table = tables.with_appointed(table, "scorekeeper", 1)
    moved = tables.with_person(table, "ben", "Ben", 2)
    assert (names(moved), keeper(moved)) == ("Ann . Ben Greedy", 2)
    assert keeper(tables.with_person(moved, "ann", "Ann", 1)) == 2
    assert keeper(tables.with_words(moved, "ben", "b")) == 2
    assert keeper(tables.with_ready(moved, "ben", False)) == 2
    assert keeper(tables.after_leave(moved, "ben", LATER)) is None
    assert keeper(tables.with_open_seat(moved, 2)) is None
    assert keeper(tables.after_leave(moved, "ann", LATER)) == 2
    assert keeper(tables.with_bot(tables.with_appointed(table, "scorekeeper", 0), 0, "greedy")) is None
    assert keeper(tables.with_bot(tables.with_appointed(table, "scorekeeper", 3), 3, "random")) is None


def test_an_appointed_seat_that_is_still_open() -> None:
    """Is for the next to sit there; at the start it is removed, and nobody is appointed."""
    options = {"scorekeeper": 1}
    table = table_for(ME, OPEN, bot(), bot(), game="enough", options=options)
    assert keeper(table) == 1
    assert keeper(with_people(table, "ben")) == 1
    assert keeper(tables.with_bot(table, 1, "greedy")) == 1
    assert keeper(tables.with_person(table, "ann", "Ann", 1)) == 1
    assert keeper(tables.after_start(table, LATER)) is None


def test_the_appointed_player_at_the_start_and_in_a_rematch() -> None:
    """The seat is counted without the open ones, and moves on with its player."""
    table = table_for(OPEN, ME, OPEN, bot(), bot(), game="enough")
    playing = tables.after_start(tables.with_appointed(table, "scorekeeper", 1), LATER)
    assert (names(playing), keeper(playing)) == ("Ann Greedy Greedy 2", 0)
    again = tables.new_rematch(tables.after_game_over(playing, LATER), numbered_identity(2), "ann")
    assert (names(again), keeper(again)) == ("Greedy Greedy 2 Ann", 2)


def test_leaving_an_open_table() -> None:
    """The seat is open again, and the person who left may watch and come back."""
    table = tables.after_leave(with_people(table_for(ME, OPEN, OPEN), "ben"), "ben", LATER)
    assert names(table) == "Ann . ."
    assert (table.guests, table.host, table.status) == (("ben",), "ann", Status.OPEN)
    table = tables.after_leave(table, "ben", LATER)
    assert table.guests == ()
    with raises_table_error("table_not_seated"):
        tables.after_leave(table, "ben", LATER)


def test_leaving_with_everybody_at_the_device() -> None:
    """All places of the device are open again."""
    table = with_people(table_for(ME, OPEN, local("Cleo")), "ben")
    assert names(tables.after_leave(table, "ann", LATER)) == ". Ben ."


def test_the_host_leaves_an_open_table() -> None:
    """The next person clockwise becomes the host."""
    table = table_for(OPEN, ME, bot(), OPEN, OPEN)
    table = tables.with_person(tables.with_person(table, "ben", "Ben", 0), "cleo", "Cleo", 4)
    table = tables.after_leave(table, "ann", LATER)
    assert names(table) == "Ben . Greedy . Cleo"
    assert (table.host, table.guests) == ("cleo", ("ann",))
    table = tables.after_leave(table, "cleo", LATER)
    assert (table.host, table.guests) == ("ben", ("ann", "cleo"))
    table = tables.after_leave(table, "ben", LATER)
    assert (table.status, table.ended_at, table.host) == (Status.CLOSED, LATER, "ben")


def test_a_host_who_only_watches_leaves() -> None:
    """The same."""
    table = with_people(table_for(bot(), OPEN), "ben")
    assert tables.after_leave(table, "ann", LATER).host == "ben"
    both = with_people(table_for(OPEN, OPEN, bot()), "ben", "cleo")
    assert tables.after_leave(both, "ann", LATER).host == "ben", "at the first seat"
    assert tables.after_leave(table_for(bot(), OPEN), "ann", LATER).status is Status.CLOSED


def test_leaving_a_crowded_table() -> None:
    """Leaving is always possible, coming back not always."""
    table = with_people(table_for(ME, OPEN), "ben")
    table = with_guests(table, *(f"g{n}" for n in range(MOST_GUESTS)))
    assert tables.role_of(tables.after_leave(table, "ben", LATER), "ben") is Role.PERSON
    assert tables.role_of(tables.with_open_seat(table, 1), "ben") is Role.PERSON
