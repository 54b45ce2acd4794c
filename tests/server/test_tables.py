"""Tables as they are created, stored and shown, by examples."""

from dataclasses import replace
from enum import StrEnum
from typing import Any

import msgspec
import pytest

from closecall.core.errors import BadOptions, BadRecord, GameError
from closecall.games import enough, mark, qwixx
from closecall.server import tables
from closecall.server.people.names import BadName
from closecall.server.tables import (
    Clock,
    PlaceKind,
    Role,
    SeatRequest,
    SeatRequestKind,
    StartWhen,
    Table,
    TableRequest,
)
from closecall.store.rows import Status, TableRow
from server.room_fixtures import (
    LATER,
    ME,
    NOW,
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

# Made.


def test_a_new_table() -> None:
    """As it was asked for, open, with all that the server drew for it."""
    order = TableRequest("qwixx", (ME, OPEN, bot()), None, True, Clock.BRISK, StartWhen.HOST)
    table = tables.new_table(numbered_identity(), order, "ann", "Ann")
    assert names(table) == "Ann . Greedy"
    assert [place.ready for place in table.places] == [False, False, True]
    drawn = numbered_identity()
    assert (table.id, table.code, table.invite_hash) == (drawn.id, drawn.code, drawn.invite_hash)
    assert (table.commitment, table.created_at) == (drawn.commitment, drawn.now)
    assert (table.game, table.rules_version, table.options) == ("qwixx", qwixx.VERSION, qwixx.Options())
    assert (table.host, table.guests, table.is_public) == ("ann", (), True)
    assert (table.clock, table.start, table.status) == (Clock.BRISK, StartWhen.HOST, Status.OPEN)
    assert table.words == ("", "", "")
    assert (table.started_at, table.ended_at, table.rematch_of, table.rematch) == (None, None, None, None)
    assert table.version == 0


def test_defaults() -> None:
    """Private, no clock, begins when it is full."""
    table = table_for(ME, OPEN)
    assert (table.is_public, table.clock, table.start) == (False, Clock.NONE, StartWhen.FULL)


def test_the_limits_of_the_clocks() -> None:
    """Per decision."""
    assert [clock.limit_ms for clock in Clock] == [None, 180_000, 30_000]


@pytest.mark.parametrize(
    ("game", "places"), [("qwixx", 0), ("qwixx", 6), ("mark", 6), ("enough", 2), ("enough", 6)]
)
def test_no_table_with_too_few_or_too_many_places(game: str, places: int) -> None:
    """The game says so itself."""
    with pytest.raises(BadOptions) as found:
        table_for(*[OPEN] * places, game=game)
    assert found.value.code == "wrong_seats"


def test_no_table_of_an_unknown_game() -> None:
    """Nor if its name is a path."""
    for game in ("chess", "../mark", ""):
        with pytest.raises(BadRecord) as found:
            table_for(ME, game=game)
        assert found.value.code == "unknown_game"


def test_a_host_who_only_watches() -> None:
    """A table of bots, whose host is Ann."""
    table = table_for(bot(), bot(), bot("random"))
    assert names(table) == "Greedy Greedy 2 Random"
    assert tables.role_of(table, "ann") is Role.HOST
    assert tables.seats_of(table, "ann") == ()
    assert tables.can_start(table)
    assert not tables.should_start(table)


def test_a_solo_table() -> None:
    """Begins as soon as its only player is ready."""
    assert tables.should_start(table_for(ME))
    assert not tables.should_start(table_for(ME, start=StartWhen.HOST))


@pytest.mark.parametrize(
    "places", [(ME,), (ME, bot()), (ME, local("Ben")), (local("Ben"), local("Cleo")), (bot(), bot())]
)
def test_no_new_table_starts_by_itself(places: tuple[SeatRequest, ...]) -> None:
    """The players see the commitment first; then they add words, and say that they are ready."""
    table = tables.new_table(numbered_identity(), TableRequest("qwixx", places), "ann", "Ann")
    assert not tables.should_start(table)
    assert [place.ready for place in table.places] == [place.bot is not None for place in table.places]


def test_a_shared_device() -> None:
    """Several people play at Ann's device, wherever Ann sits."""
    table = table_for(local("Ben"), ME, local("Cleo"))
    assert names(table) == "Ben Ann Cleo"
    assert tables.seats_of(table, "ann") == (0, 1, 2)
    assert [place.local for place in table.places] == [True, False, True]
    assert tables.should_start(table)


def test_the_host_sits_once() -> None:
    """Others at the device have names of their own."""
    with raises_table_error("table_sits_twice"):
        table_for(ME, ME)
    with raises_table_error("table_same_name"):
        table_for(ME, local("ANN"))
    with raises_table_error("table_same_name"):
        table_for(local("Straße"), local("STRASSE"))


def test_only_bots_that_exist() -> None:
    """For this game."""
    with raises_table_error("unknown_bot"):
        table_for(ME, bot("oracle"))
    with raises_table_error("unknown_bot"):
        table_for(ME, bot(""))


def test_bad_names_are_refused_wherever_they_come_from() -> None:
    """The host's, those at the device, and those of people who sit down."""
    for places in ([ME], [local("")], [ME, local("a\0b")]):
        with pytest.raises(BadName):
            tables.new_table(numbered_identity(), TableRequest("qwixx", tuple(places)), "ann", "\u202e")
    with pytest.raises(BadName):
        tables.with_person(table_for(ME, OPEN), "ben", "")


# Options.


def test_options_are_decoded() -> None:
    """Missing options get their default."""
    assert table_for(ME, options={"games": 5}).options == qwixx.Options(games=5)
    assert table_for(ME, options={}).options == qwixx.Options()
    by_age = table_for(ME, OPEN, game="mark", options={"ages": [None, None]})
    assert by_age.options == mark.Options(ages=(None, None))
    given = table_for(ME, OPEN, OPEN, game="enough", options={"kit": "classic", "advanced": True}).options
    assert given == enough.Options(enough.shipped_kit("classic"), advanced=True)


@pytest.mark.parametrize(
    ("game", "options", "code"),
    [
        ("qwixx", [], "wrong_type"),
        ("qwixx", 7, "wrong_type"),
        ("qwixx", {"games": "5"}, "wrong_type"),
        ("qwixx", {"games": True}, "wrong_type"),
        ("qwixx", {"games": 6}, "qwixx_games"),
        ("qwixx", {"games": 2**60}, "too_big"),
        ("qwixx", {"dice": 3}, "unknown_field"),
        ("mark", {"ages": [9, 40]}, "mark_ages_count"),
        ("mark", {"ages": [9, 40, 151]}, "mark_ages_range"),
        ("mark", {"ages": [9, -1, None]}, "mark_ages_range"),
        ("mark", {"may_start": [0]}, "option_not_offered"),
        ("mark", {"layout": "default"}, "wrong_type"),
        ("mark", {"layout": {"name": "mine", "rows": ["KBGYR"]}}, "layout_shape"),
        ("enough", {"scorekeeper": 3}, "enough_scorekeeper"),
        ("enough", {"scorekeeper": -1}, "enough_scorekeeper"),
        ("enough", {"scorekeeper": 99}, "enough_scorekeeper"),
        ("enough", {"showing": False}, "option_not_offered"),
        ("enough", {"kit": "mine"}, "wrong_type"),
        ("enough", {"kit": ["classic"]}, "wrong_type"),
        ("enough", {"kit": {"name": "x", "cards": [], "targets": [], "tokens": []}}, "kit_cards_few"),
    ],
)
def test_wrong_options_are_refused_by_the_game(game: str, options: Any, code: str) -> None:
    """With its own sentence, before there is a table."""
    with pytest.raises(GameError) as found:
        table_for(ME, OPEN, OPEN, game=game, options=options)
    assert found.value.code == code
    assert str(found.value)


ROWS = ["KBGYR", "GYRKB", "RKBGY", "BGYRK", "YRKBG"]


@pytest.mark.parametrize(
    ("options", "where"),
    [(7, "options"), ({"games": "5"}, "options.games")],
)
def test_the_wrong_option_is_named(options: Any, where: str) -> None:
    """So that a program that asks for a table finds its mistake."""
    with pytest.raises(BadRecord) as found:
        table_for(ME, options=options)
    assert found.value.where == where


def test_own_layouts_have_names_that_can_be_shown() -> None:
    """Because everybody at the table reads them."""
    good = table_for(ME, game="mark", options={"layout": {"name": "My pad", "rows": ROWS}})
    assert good.options.layout == mark.Layout("My pad", tuple(ROWS))
    for name in ("x" * 41, "a\0b", "a\u202eb"):
        with pytest.raises(BadOptions) as found:
            table_for(ME, game="mark", options={"layout": {"name": name, "rows": ROWS}})
        assert found.value.code == "option_text"
        assert "at most 40 characters" in str(found.value)


def test_tables_with_the_same_options_share_them() -> None:
    """There may be thousands."""
    row = table_for(ME, OPEN, OPEN, game="enough").row()
    assert Table.of(row).options is Table.of(row).options


# Rows.


def test_a_table_as_a_row() -> None:
    """The people with a seat are listed once each; bots, guests and a host without a seat are not."""
    table = with_people(with_guests(table_for(OPEN, local("Cleo"), bot(), OPEN), "dan"), "ben")
    row = tables.with_words(table, "ben", "zwölf").row()
    assert row.people == {"ann", "ben"}
    assert (row.words, row.clock, row.options) == (
        '["zwölf","","",""]',
        "none",
        '{"games":1,"one_more":false}',
    )
    assert table_for(bot()).row().people == set()
    assert row.invite_hash not in repr(Table.of(row))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (Clock, "none relaxed brisk"),
        (PlaceKind, "open person bot"),
        (Role, "stranger person guest player host"),
        (SeatRequestKind, "open me local bot"),
        (StartWhen, "full host"),
    ],
)
def test_words_that_others_know(words: type[StrEnum], expected: str) -> None:
    """They are stored, or programs send and read them."""
    assert " ".join(words) == expected


def test_a_row_as_a_table() -> None:
    """Everything is read back."""
    table = with_guests(with_people(table_for(ME, OPEN, OPEN), "ben"), "dan")
    table = tables.after_game_over(tables.after_start(tables.with_words(table, "ben", "x"), NOW + 5), NOW + 9)
    table = replace(tables.with_rematch(table, "next"), clock=Clock.BRISK, version=7, rematch_of="before")
    assert Table.of(table.row()) == table


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"game": "chess"}, "unknown_game", "game"),
        ({"clock": "fast"}, "not_one_of", "clock"),
        ({"words": "{}"}, "wrong_type", "words"),
        ({"words": "[]"}, "wrong_length", "words"),
        ({"words": '["",""]'}, "wrong_length", "words"),
        ({"options": "[]"}, "wrong_type", "options"),
        ({"seats": "[]"}, "wrong_type", "seats"),
        ({"day": "2026-02-30", "attempt": 1, "is_sealed": True}, "not_a_day", "day"),
        ({"day": "2026-02-20"}, "not_a_day", "day"),
    ],
)
def test_damaged_rows_are_refused(change: dict[str, Any], code: str, where: str) -> None:
    """Never half read; the refusal names the place and what is wrong with it."""
    with pytest.raises(BadRecord) as found:
        Table.of(replace(table_for(ME).row(), **change))
    assert (found.value.code, found.value.where) == (code, where)
    assert str(found.value)


@pytest.mark.parametrize("status", [Status.OPEN, Status.PLAYING])
@pytest.mark.parametrize("ages", ["[]", "[9]", "[9,9,9]"])
def test_ages_of_other_seats_are_refused(ages: str, status: Status) -> None:
    """Whether the game has begun or not, in the old form of the options."""
    assert Table.of(_old_row("[9,9]", status)).places[0].age == 9
    with pytest.raises(BadRecord) as refused:
        Table.of(_old_row(ages, status))
    assert (refused.value.code, refused.value.where) == ("wrong_length", "options")


def test_impossible_ages_in_an_old_game_are_refused() -> None:
    """Who starts cannot follow from them."""
    with pytest.raises(BadRecord) as refused:
        Table.of(_old_row("[9,151]", Status.PLAYING))
    assert (refused.value.code, refused.value.where) == ("breaks_rules", "options")
    assert "0 to 150" in str(refused.value)


def _old_row(ages: str, status: Status) -> TableRow:
    row = table_for(ME, local("Ben"), game="mark").row()
    options = row.options.replace(',"may_start":null', "").replace('"ages":null', f'"ages":{ages}')
    return replace(row, rules_version=1, options=options, status=status, started_at=NOW)


# Roles, and the picture of a table.


def test_roles() -> None:
    """The host is the host, sitting or not."""
    table = with_guests(with_people(table_for(ME, OPEN), "ben"), "cleo")
    people = ("ann", "ben", "cleo", "dan", None)
    expected = [Role.HOST, Role.PLAYER, Role.GUEST, Role.PERSON, Role.STRANGER]
    assert [tables.role_of(table, person) for person in people] == expected
    assert tables.role_of(tables.with_open_seat(table, 0), "ann") is Role.HOST
    assert tables.seats_of(table, None) == ()


def test_the_picture_of_a_table() -> None:
    """As it is sent, in full."""
    table = table_for(ME, local("Cleo"), bot(), OPEN, OPEN, clock=Clock.RELAXED)
    table = tables.with_words(tables.with_person(table, "ben", "Ben", 4), "ben", "twelve")
    assert msgspec.json.decode(msgspec.json.encode(tables.table_info(table, "ben"))) == {
        "id": table.id,
        "daily": None,
        "game": "qwixx",
        "options": {"games": 1, "one_more": False},
        "asks_age": False,
        "seats": [
            seat("person", "Ann", ready=True, host=True),
            seat("person", "Cleo", ready=True, host=True, local=True),
            seat("bot", "Greedy", bot="greedy", ready=True),
            seat("open", ""),
            seat("person", "Ben", ready=True, mine=True),
        ],
        "is_public": False,
        "clock": "relaxed",
        "start": "full",
        "status": "open",
        "commitment": table.commitment,
        "words": ["", "", "", "", "twelve"],
        "created_at": table.created_at,
        "started_at": None,
        "ended_at": None,
        "rematch_of": None,
        "rematch": None,
        "version": 0,
        "role": "player",
        "allowed": ["see", "watch", "sit", "leave", "words", "say", "proof"],
        "code": table.code,
    }


def seat(kind: str, name: str, **more: Any) -> dict[str, Any]:
    """One seat of a picture."""
    usual = {
        "bot": None,
        "character": None,
        "ready": False,
        "away": False,
        "local": False,
        "mine": False,
        "host": False,
    }
    usual |= {"wants_close": False}
    return {"kind": kind, "name": name, "age": None} | usual | more


def test_the_code_is_for_those_inside() -> None:
    """A public table is seen by all, but its code is not."""
    table = with_guests(with_people(table_for(ME, OPEN, is_public=True), "ben"), "cleo")
    codes = [tables.table_info(table, who).code for who in ("ann", "ben", "cleo", "dan", None)]
    assert codes == [table.code, table.code, table.code, None, None]


def test_a_stranger_has_no_seat() -> None:
    """Not the open one either, where nobody sits."""
    table = table_for(ME, bot(), OPEN, is_public=True)
    assert [each.mine for each in tables.table_info(table, None).seats] == [False] * 3
    assert [each.mine for each in tables.table_info(table, "ann").seats] == [True, False, False]


@pytest.mark.parametrize("viewer", ["host-id", "player-id", "guest-id", "other-id", None])
def test_no_picture_names_people_or_hashes(viewer: str | None) -> None:
    """Not even the viewer's own id is shown."""
    table = tables.new_table(
        numbered_identity(), TableRequest("qwixx", (ME, OPEN, OPEN), is_public=True), "host-id", "Ann"
    )
    table = tables.with_guest(tables.with_person(table, "player-id", "Ben"), "guest-id")
    table = tables.with_ready(table, "host-id")
    for moment in (table, tables.after_start(table, LATER)):
        sent = msgspec.json.encode(tables.table_info(moment, viewer)).decode()
        assert "-id" not in sent
        assert table.invite_hash not in sent
        assert table.commitment in sent
