"""Any steps in any order: a table stays consistent, and what is offered can be done."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from closecall.core.errors import GameError
from closecall.core.match import Match
from closecall.games import rules_of
from closecall.server import tables
from closecall.server.tables import DailyTry, SeatRequest, SeatRequestKind, StartWhen, Table, TableRequest
from closecall.server.tables.permissions import Action, allowed, may
from closecall.server.tables.seats import PlaceKind
from closecall.store.rows import Status, TableRow
from closecall.store.rows import check as check_row
from server.room_fixtures import NOW, numbered_identity

PEOPLE = ("ann", "ben", "cleo", "dan")
ORDER_OF_STATUSES = {Status.OPEN: 0, Status.PLAYING: 1, Status.OVER: 2, Status.CLOSED: 2}

people = st.sampled_from(PEOPLE)
seats = st.sampled_from([0, 1, 2, 3, 4, 0, 1, 2, -1, 5])
times = st.integers(NOW, NOW + 99)
# Two of the names differ only in case; the last name and the last words are invalid.
given_names = st.sampled_from(["Ann", "Ben", "BEN", "Cleo  Lou", "Zoe\u0308", ""])
words = st.sampled_from(["", "seven", " two  words ", "w" * 81])
bots = st.sampled_from(["greedy", "random", "easy", "none"])
ages = st.sampled_from([None, None, 0, 9, 40, 150, 151])
characters = st.sampled_from(["", "", "", "pip", "edda", "nobody"])
wishes = st.builds(SeatRequest, st.sampled_from(SeatRequestKind), given_names, bots, characters, ages)

Step = Callable[[Table], Table]


def step(function: Callable[..., Table], *arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    """A step with arguments of these kinds."""
    return st.tuples(*arguments).map(lambda given: lambda table: function(table, *given))


def asked_to_close(table: Table, person: str, now: int) -> Table:
    """The table after a person has asked to close it, a moment after the last move."""
    return tables.after_close_wish(table, person, now, moved_at=now)


def chosen(table: Table, seat: int) -> Table:
    """The table after the person at a seat has chosen; unchanged if there is none or no game."""
    has_chooser = table.is_playing and seat < len(table.places) and table.places[seat].person is not None
    return tables.after_choice(table, seat) if has_chooser else table


seating = [
    step(tables.with_guest, people),
    step(tables.with_person, people, given_names, st.none() | seats),
    step(tables.with_person, people, st.just("Eve"), st.none()),
    step(tables.with_bot, seats, bots),
    step(tables.with_local_player, seats, people, given_names, ages),
    step(tables.with_open_seat, seats),
    step(tables.with_seat_request, given_names, seats, wishes),
    step(tables.with_words, people, words, st.none() | seats),
    step(tables.with_age, people, ages, st.none() | seats),
    step(tables.with_appointed, st.sampled_from(["scorekeeper", "ages"]), st.none() | seats),
    step(tables.with_ready, people, st.booleans()),
    step(tables.after_leave, people, times),
]
playing = [
    step(tables.with_guest, people),
    step(tables.after_stand_in, seats),
    step(chosen, seats),
    step(asked_to_close, people, times),
    step(tables.after_withdrawal, people),
    step(tables.after_return, people),
    step(tables.after_leave, people, times),
]
starting = [step(tables.after_start, times)]
ending = [
    step(tables.after_game_over, times),
    step(tables.after_close, times),
    step(tables.with_rematch, st.just("next")),
]
# Mostly in the order of a table's life, so that tables make progress; but each kind may come at any time.
lives = st.tuples(
    *(
        st.lists(st.one_of(*likely, *likely, *unlikely), min_size=least, max_size=6)
        for likely, unlikely, least in [
            (seating, starting, 4),
            (starting + playing, seating + ending, 2),
            (playing, seating + ending, 0),
            (ending, seating + starting + playing, 0),
        ]
    )
).map(lambda parts: [step for part in parts for step in part])


@st.composite
def orders(draw: st.DrawFn) -> TableRequest:
    """A host's request; mostly a valid one."""
    game = draw(st.sampled_from(["mark", "qwixx", "enough"]))
    count = draw(st.sampled_from([3, 4, 5, 2, 1]))
    good = [
        draw(
            st.sampled_from(
                [
                    SeatRequest(),
                    SeatRequest(),
                    SeatRequest(SeatRequestKind.BOT, bot="greedy"),
                    SeatRequest(SeatRequestKind.LOCAL, f"At {n}"),
                ]
            )
        )
        for n in range(count)
    ]
    me = draw(st.none() | st.integers(0, count - 1))
    if me is not None:
        good[me] = draw(st.just(SeatRequest(SeatRequestKind.ME)) | wishes)
    options: dict[str, Any] = {}
    if game == "mark" and draw(st.booleans()):
        options = {"ages": draw(st.lists(st.sampled_from([None, 9, 40]), min_size=count, max_size=count))}
    if game == "enough":
        options = {"scorekeeper": draw(st.none() | st.integers(0, count - 1))}
    return TableRequest(
        game=game,
        places=tuple(good),
        options=options,
        is_public=draw(st.booleans()),
        start=draw(st.sampled_from(StartWhen)),
    )


def taken(table: Table, step: Step) -> Table:
    """The table after a step, or as it was if the step is refused."""
    try:
        return step(table)
    except GameError as error:
        say_in_english(error)
        return table


def made(order: TableRequest) -> Table | None:
    """The table, if there can be such a one."""
    try:
        return tables.new_table(numbered_identity(), order, "ann", "Ann")
    except GameError as error:
        say_in_english(error)
        return None


def say_in_english(error: GameError) -> None:
    """Every refusal has a sentence with all its facts."""
    assert str(error)


def check_order(table: Table) -> None:
    """Invariants of every table."""
    rules = rules_of(table.game)
    assert 1 <= len(table.places) == len(table.words) < rules.SEATS.stop
    persons = [place.person for place in table.places if place.person is not None]
    assert table.row().people == frozenset(persons)
    assert not set(table.guests) & {*persons, table.host}
    assert len(set(table.guests)) == len(table.guests)
    for seat, place in enumerate(table.places):
        check_place(table, seat, place)
    assert table.code is None or table.status in (Status.OPEN, Status.PLAYING)
    assert (table.started_at is None) <= (table.status in (Status.OPEN, Status.CLOSED))
    assert (table.ended_at is None) == (table.status in (Status.OPEN, Status.PLAYING))
    check_row(table.row())
    assert Table.of(table.row()) == table
    Match.start(rules, len(table.places), table.options)
    check_ages(table)


def check_ages(table: Table) -> None:
    """No options contain an age, and viewers see only their own."""
    assert set(getattr(table.options, "ages", None) or ()) <= {None}
    for viewer in (*PEOPLE, None):
        for place, shown in zip(table.places, tables.table_info(table, viewer).seats, strict=True):
            is_own = place.person is not None and place.person == viewer
            assert shown.age == (place.age if is_own else None)


def check_place(table: Table, seat: int, place: tables.Place) -> None:
    """Nobody twice except under different names on one device; open seats are empty."""
    assert place.person is None or place.bot is None
    match place.kind:
        case PlaceKind.OPEN:
            assert table.status in (Status.OPEN, Status.CLOSED)
            assert place == tables.Place()
        case PlaceKind.BOT:
            assert place.ready
            assert place.name
        case PlaceKind.PERSON:
            others = [n for n, other in enumerate(table.places) if other.person == place.person and n != seat]
            names = [table.places[n].name.casefold() for n in others]
            assert place.name.casefold() not in names
            assert place.name
            own = [n for n in (seat, *others) if not table.places[n].local]
            assert own == (
                [] if tables.own_seat(table, place.person) is None else [tables.own_seat(table, place.person)]
            )
    if place.kind is not PlaceKind.PERSON:
        assert not place.away
        assert not place.local
        assert place.age is None
        assert table.words[seat] == ""
    assert place.age is None or (table.asks_age and 0 <= place.age <= 150)
    if table.status is Status.OPEN:
        assert not place.away


@settings(max_examples=250)
@given(orders(), lives)
def test_a_table_stays_in_order(order: TableRequest, taken_steps: list[Step]) -> None:
    """Whatever is tried, the status only moves forward."""
    table = made(order)
    if table is None:
        return
    check_order(table)
    for each in taken_steps:
        after = taken(table, each)
        check_order(after)
        assert ORDER_OF_STATUSES[after.status] >= ORDER_OF_STATUSES[table.status]
        if after.status is not table.status:
            assert table.status in (Status.OPEN, Status.PLAYING)
        same = ("id", "game", "invite_hash", "commitment", "created_at", "is_public", "clock", "start")
        assert all(getattr(after, name) == getattr(table, name) for name in same)
        if table.status is not Status.OPEN:
            seated = [(place.person, place.name, place.bot) for place in table.places]
            assert [(place.person, place.name, place.bot) for place in after.places] == seated
            assert (after.words, after.options, after.host) == (table.words, table.options, table.host)
        table = after


@settings(max_examples=120)
@given(orders(), lives, people)
def test_offered_actions_succeed(order: TableRequest, taken_steps: list[Step], person: str) -> None:
    """Every action that a page offers is allowed, is not refused, and has an effect; starting starts."""
    table = made(order)
    if table is None:
        return
    for each in taken_steps:
        table = taken(table, each)
    offered = allowed(table, person)
    assert all(may(table, person, action) for action in offered)
    assert (Action.START in offered) == (person == table.host and tables.can_start(table))
    for action in offered:
        if action in DOING:
            after = DOING[action](table, person)
            check_order(after)
            assert after != table, action


def others_seat(table: Table, person: str) -> int:
    """A seat of another person who is present."""
    places = enumerate(table.places)
    return next(n for n, place in places if place.person not in (None, person) and not place.away)


DOING: dict[Action, Callable[[Table, str], Table]] = {
    Action.JOIN: tables.with_guest,
    Action.SIT: lambda table, person: tables.with_person(table, person, "Eve", table.open_seats[0]),
    Action.LEAVE: lambda table, person: tables.after_leave(table, person, NOW),
    Action.WORDS: lambda table, person: tables.with_words(table, person, "other"),
    Action.AGE: lambda table, person: tables.with_age(table, person, 77),
    Action.APPOINT: lambda table, person: tables.with_appointed(
        table, "scorekeeper", 0 if table.options.scorekeeper is None else None
    ),
    Action.READY: tables.with_ready,
    Action.START: lambda table, person: tables.after_start(table, NOW),
    Action.CLOSE: lambda table, person: (
        tables.after_close(table, NOW)
        if table.status is Status.OPEN
        else tables.after_close_wish(table, person, NOW, moved_at=NOW - tables.A_DAY_MS)
    ),
    Action.KEEP_PLAYING: tables.after_withdrawal,
    Action.STAND_IN: lambda table, person: tables.after_stand_in(table, others_seat(table, person)),
    Action.RETURN: tables.after_return,
    Action.REMATCH: lambda table, person: tables.new_rematch(table, numbered_identity(2), person),
}


@settings(max_examples=120)
@given(orders(), lives, people)
def test_a_rematch_has_the_same_people(order: TableRequest, taken_steps: list[Step], person: str) -> None:
    """And can be played as soon as all are ready."""
    table = made(order)
    if table is None:
        return
    for each in taken_steps:
        table = taken(table, each)
    table = replace(taken(table, lambda t: tables.after_start(t, NOW)), rematch=None)
    if table.status is Status.CLOSED:
        return
    if table.status is Status.PLAYING:
        table = tables.after_game_over(table, NOW)
    if table.status is Status.OPEN:
        with pytest.raises(tables.TableError):
            tables.new_rematch(table, numbered_identity(2), person)
        return
    again = tables.new_rematch(table, numbered_identity(2), person)
    check_order(again)
    assert again.people == table.people
    people_and_ages = [{(place.person, place.name, place.age) for place in t.places} for t in (table, again)]
    assert people_and_ages[0] == people_and_ages[1]
    assert named_player(again) == named_player(table)
    inside = {*table.people, *table.guests, table.host, person}
    assert {*again.people, *again.guests, again.host} == inside
    for each_person in again.people:
        again = tables.with_ready(again, each_person)
    assert tables.can_start(again)


def named_player(table: Table) -> tuple[str | None, str] | None:
    """Whom the options name, if anybody."""
    seat = getattr(table.options, "scorekeeper", None)
    return None if seat is None else (table.places[seat].person, table.places[seat].name)


@settings(max_examples=120)
@given(orders(), lives)
def test_named_players_are_never_replaced(order: TableRequest, taken_steps: list[Step]) -> None:
    """Whoever was named is still named after any step, unless they left or the host names somebody else."""
    table = made(order)
    if table is None:
        return
    for each in taken_steps:
        after = taken(table, each)
        before, now = named_player(table), named_player(after)
        is_open = before is None or before == (None, "")
        if not is_open and now not in (None, before):
            # Only an appointment names somebody else; it changes nothing besides.
            assert after == replace(table, options=after.options)
        table = after


def test_the_row_holds_nothing_more() -> None:
    """Every field of a table is in its row, or follows from it: none is forgotten."""
    in_seats = {"places", "guests", "start", "rematch"}
    of_daily = set(DailyTry.__dataclass_fields__)
    in_row = set(TableRow.__dataclass_fields__) - {"seats", "people"}
    assert of_daily < in_row
    assert set(Table.__dataclass_fields__) == in_row - of_daily | in_seats | {"daily"}
