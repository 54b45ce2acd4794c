"""Permissions: every action, for every role, at every kind of table, written out a second time."""

from collections.abc import Iterator
from typing import Any

import pytest

from closecall.messages import LANGUAGES, catalogue
from closecall.server import tables
from closecall.server.tables import Role, Table
from closecall.server.tables.permissions import ALLOWED, Action, NotAllowed, allowed, check, may
from closecall.store.rows import Status
from server.room_fixtures import ME, NOW, OPEN, bot, table_for, with_guests, with_people

# S stranger, P person, G guest, L player, h host who only watches, H host who plays too.
# `ended` is a table that was closed in the middle of the game, `closed` one where it had not begun.

PRIVATE = """
              open    playing  over    ended   closed
see           ..GLhH  ..GLhH   ..GLhH  ..GLhH  ..GLhH
watch         ..GLhH  ..GLhH   ..GLhH  ..GLhH  ..GLhH
join          .PGLhH  .PGLhH   .PGLhH  ......  ......
sit           ..GLhH  ......   ......  ......  ......
leave         ..GLhH  ..GLhH   ......  ......  ......
set_place     ....hH  ......   ......  ......  ......
appoint       ....hH  ......   ......  ......  ......
words         ...L.H  ......   ......  ......  ......
age           ...L.H  ......   ......  ......  ......
ready         ...L.H  ......   ......  ......  ......
start         ....hH  ......   ......  ......  ......
close         ....hH  ...LhH   ......  ......  ......
keep_playing  ......  ...L.H   ......  ......  ......
commit        ......  ...L.H   ......  ......  ......
take_back     ......  ...L.H   ......  ......  ......
say           ...L.H  ...L.H   ...L.H  ......  ......
stand_in      ......  ...LhH   ......  ......  ......
return        ......  ...L.H   ......  ......  ......
rematch       ......  ......   ...LhH  ......  ......
replay        ......  ......   ..GLhH  ...L.H  ......
record        ......  ......   ..GLhH  ......  ......
proof         ..GLhH  ..GLhH   ..GLhH  ..GLhH  ..GLhH
share         ......  ......   ...LhH  ......  ......
stop_sharing  ......  ......   ...LhH  ......  ......
"""

PUBLIC = """
              open    playing  over    ended   closed
see           SPGLhH  SPGLhH   SPGLhH  SPGLhH  SPGLhH
watch         SPGLhH  SPGLhH   SPGLhH  SPGLhH  SPGLhH
join          .PGLhH  .PGLhH   .PGLhH  ......  ......
sit           .PGLhH  ......   ......  ......  ......
leave         ..GLhH  ..GLhH   ......  ......  ......
set_place     ....hH  ......   ......  ......  ......
appoint       ....hH  ......   ......  ......  ......
words         ...L.H  ......   ......  ......  ......
age           ...L.H  ......   ......  ......  ......
ready         ...L.H  ......   ......  ......  ......
start         ....hH  ......   ......  ......  ......
close         ....hH  ...LhH   ......  ......  ......
keep_playing  ......  ...L.H   ......  ......  ......
commit        ......  ...L.H   ......  ......  ......
take_back     ......  ...L.H   ......  ......  ......
say           ...L.H  ...L.H   ...L.H  ......  ......
stand_in      ......  ...LhH   ......  ......  ......
return        ......  ...L.H   ......  ......  ......
rematch       ......  ......   ...LhH  ......  ......
replay        ......  ......   SPGLhH  ...L.H  ......
record        ......  ......   SPGLhH  ......  ......
proof         SPGLhH  SPGLhH   SPGLhH  SPGLhH  SPGLhH
share         ......  ......   ...LhH  ......  ......
stop_sharing  ......  ......   ...LhH  ......  ......
"""

PEOPLE = {"S": None, "P": "pia", "G": "gus", "L": "lea", "h": "ann", "H": "ann"}

GAMES: dict[str, dict[str, Any]] = {
    "age": {"game": "mark", "options": {"ages": [None] * 4}},
    "appoint": {"game": "enough"},
}
"""The games in which an action is possible, if not in all."""


def table_in(column: str, *, is_public: bool, host_plays: bool, action: str = "see") -> Table:
    """A table with people of all roles; in a running game Lea has left, so that the host may close it."""
    places = (ME if host_plays else bot(), OPEN, bot(), OPEN)
    table = table_for(*places, is_public=is_public, **GAMES.get(action, {}))
    table = with_guests(with_people(table, "lea"), "gus")
    if column == "open":
        return table
    if column == "closed":
        return tables.after_close(table, NOW)
    table = tables.after_leave(tables.after_start(table, NOW), "lea", NOW)
    if column == "playing":
        return table
    return tables.after_game_over(table, NOW) if column == "over" else tables.after_close(table, NOW)


def cells(grid: str) -> Iterator[tuple[str, str, str, bool]]:
    """Every action, column and role of a grid, and whether it is allowed."""
    head, *rows = grid.strip().splitlines()
    for row in rows:
        action, *marks = row.split()
        for column, roles in zip(head.split(), marks, strict=True):
            for role, mark in zip("SPGLhH", roles, strict=True):
                assert mark in (role, ".")
                yield action, column, role, mark == role


@pytest.mark.parametrize("is_public", [False, True])
def test_the_permission_matrix(is_public: bool) -> None:
    """Every cell: allowed, or refused with a reason."""
    seen = set()
    for action, column, role, is_allowed in cells(PUBLIC if is_public else PRIVATE):
        table = table_in(column, is_public=is_public, host_plays=role == "H", action=action)
        seen.add((action, column, role))
        where = f"{action} {column} {role}"
        assert may(table, PEOPLE[role], Action(action)) is is_allowed, where
        if is_allowed:
            check(table, PEOPLE[role], Action(action))
        else:
            with pytest.raises(NotAllowed) as refused:
                check(table, PEOPLE[role], Action(action))
            assert refused.value.code == "not_allowed", where
    assert len(seen) == len(Action) * 5 * 6


def test_the_grid_has_all_roles_and_statuses() -> None:
    """So nothing that is added later is forgotten."""
    assert {row.split()[0] for row in PRIVATE.strip().splitlines()[1:]} == set(Action) == set(ALLOWED)
    made = [table_in(column, is_public=False, host_plays=False) for column in PRIVATE.split()[:5]]
    assert {table.status for table in made} == set(Status)
    assert all(set(ALLOWED[action]) == set(Status) for action in Action)
    roles = {tables.role_of(made[0], person) for person in PEOPLE.values()}
    assert roles == set(Role)


# The reasons.


@pytest.mark.parametrize(
    ("who", "action", "column", "reason"),
    [
        (None, "see", "open", "this table is private, so you need an invitation"),
        ("pia", "sit", "open", "this table is private, so you need an invitation"),
        (None, "join", "open", "you need a name first"),
        ("pia", "join", "closed", "the table is closed"),
        ("gus", "sit", "playing", "the game has already started"),
        ("gus", "start", "open", "only the host may do this"),
        ("lea", "set_place", "open", "only the host may do this"),
        ("lea", "close", "open", "the game has not started yet"),
        ("gus", "close", "playing", "only players at the table may do this"),
        ("lea", "keep_playing", "over", "the game is over"),
        ("gus", "commit", "playing", "only players at the table may do this"),
        ("ann", "commit", "playing", "only players at the table may do this"),
        ("lea", "commit", "open", "the game has not started yet"),
        ("lea", "commit", "over", "the game is over"),
        ("lea", "commit", "ended", "the table is closed"),
        ("lea", "rematch", "playing", "the game is not over yet"),
        ("gus", "replay", "playing", "the game is not over yet"),
        ("lea", "record", "playing", "the game is not over yet"),
        ("lea", "words", "playing", "the game has already started"),
        ("lea", "age", "open", "nobody’s age is needed at this table"),
        ("lea", "age", "playing", "the game has already started"),
        ("lea", "appoint", "open", "only the host may do this"),
        ("ann", "appoint", "open", "this game has no option that names a player"),
        ("gus", "replay", "open", "the game has not started yet"),
        ("lea", "replay", "closed", "the table is closed"),
    ],
)
def test_the_reason_helps(who: str | None, action: str, column: str, reason: str) -> None:
    """It says what would have to be different."""
    table = table_in(column, is_public=False, host_plays=False)
    with pytest.raises(NotAllowed) as refused:
        check(table, who, Action(action))
    assert str(refused.value) == f"This is not possible: {reason}."
    for language in LANGUAGES:
        assert "{" not in refused.value.sentence(catalogue(language))


def test_a_stranger_at_a_public_table_needs_a_name() -> None:
    """To sit, not to look."""
    table = table_in("open", is_public=True, host_plays=True)
    for action in (Action.SIT, Action.JOIN):
        with pytest.raises(NotAllowed, match="you need a name first"):
            check(table, None, action)


# The actions that a page offers.


def offered(table: Table, person: str | None) -> str:
    """The actions besides seeing, watching and the proof, which every viewer of the table has."""
    always = (Action.SEE, Action.WATCH, Action.PROOF)
    return " ".join(action for action in allowed(table, person) if action not in always)


def test_actions_offered_before_the_game() -> None:
    """Only what would have an effect."""
    table = with_guests(table_for(ME, OPEN, OPEN, is_public=True), "gus")
    assert offered(table, None) == ""
    assert offered(table, "pia") == "join sit"
    assert offered(table, "gus") == "sit leave"
    assert offered(table, "ann") == "sit leave set_place words start close say"
    full = with_people(table, "lea", "moe")
    assert offered(full, "pia") == "join"
    assert offered(full, "lea") == "leave words say"
    by_age = with_people(table_for(ME, OPEN, game="mark", options={"ages": [None, None]}), "lea")
    assert offered(by_age, "lea") == "leave words age say"
    enough = with_people(table_for(ME, OPEN, bot(), game="enough"), "lea")
    assert offered(enough, "ann") == "leave set_place appoint words start close say"
    waiting = tables.with_ready(full, "lea", False)
    assert offered(waiting, "lea") == "leave words ready say"
    assert offered(waiting, "ann") == "leave set_place words close say"


def test_actions_offered_during_and_after_the_game() -> None:
    """The same."""
    table = tables.after_start(with_guests(with_people(table_for(ME, OPEN), "lea"), "gus"), NOW)
    assert offered(table, "ann") == "leave close commit take_back say stand_in"
    assert offered(table, "gus") == "leave"
    gone = tables.after_leave(table, "lea", NOW)
    assert offered(gone, "lea") == "close commit take_back say stand_in return"
    assert offered(gone, "ann") == "leave close commit take_back say"
    over = tables.after_game_over(gone, NOW)
    assert offered(over, "lea") == "say rematch replay record share stop_sharing"
    assert offered(tables.with_rematch(over, "next"), "lea") == "say replay record share stop_sharing"
    assert offered(over, "gus") == "replay record"
    watched = tables.after_start(table_for(bot()), NOW)
    assert offered(watched, "ann") == "close"


def test_closing_is_offered() -> None:
    """To players, and to a host without a seat until somebody has chosen; withdrawing to those who asked."""
    table = tables.after_start(with_people(table_for(bot(), OPEN, OPEN), "lea", "moe"), NOW)
    assert offered(table, "ann") == "close stand_in"
    chosen = tables.after_choice(table, 1)
    assert offered(chosen, "ann") == "stand_in"
    asked = tables.after_close_wish(chosen, "lea", NOW, moved_at=NOW)
    assert offered(asked, "lea") == "leave close keep_playing commit take_back say stand_in"
    assert offered(asked, "moe") == "leave close commit take_back say stand_in"
