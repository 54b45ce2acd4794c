"""The cast: characters give levels a name at a table, in its results and in its record."""

import json
from dataclasses import replace
from random import Random

import pytest

from closecall.bots import LEVELS
from closecall.bots.cast import CAST, cast_of, character_for, find_character
from closecall.core.record import decode_record
from closecall.games import find_rules, game_of, slugs
from closecall.messages import LANGUAGES, catalogue
from closecall.server import tables
from closecall.server.http.history import record_file
from closecall.server.rooms.results import results_of
from closecall.server.tables import SeatRequest, SeatRequestKind, Table
from closecall.server.tables.seats import names_at
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
)
from support.random_games import finished_match


def character(slug: str, level: str = "") -> SeatRequest:
    """A seat for a character."""
    return SeatRequest(SeatRequestKind.BOT, bot=level, character=slug)


def cast_at(table: Table) -> list[tuple[str, str | None, str | None]]:
    """Name, bot and character of every seat."""
    return [(place.name, place.bot, place.character) for place in table.places]


def test_two_for_each_level() -> None:
    """Different in slug and name; every game has them all."""
    assert sorted(one.level for one in CAST) == sorted([*LEVELS, *LEVELS])
    assert len({one.slug for one in CAST}) == len({one.name for one in CAST}) == len(CAST)
    for slug in slugs():
        assert cast_of(game_of(slug).bot_names) == CAST
    assert cast_of(("easy", "random")) == CAST[:2]
    assert find_character("nobody") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_has_a_temperament(language: str) -> None:
    """One short sentence, another for each."""
    told = [catalogue(language)(f"home.cast.{one.slug}") for one in CAST]
    assert len(set(told)) == len(CAST)
    assert all(len(text) <= 70 and text.endswith(".") for text in told)


def test_a_level_gets_a_free_character() -> None:
    """The second one at a table is the other, the third is numbered; the bot stays the level."""
    assert cast_at(table_for(ME, bot("easy"), bot("easy"), bot("easy"), bot("hard")))[1:] == [
        ("Pip", "easy", "pip"),
        ("Momo", "easy", "momo"),
        ("Pip 2", "easy", "pip"),
        ("Iris", "hard", "iris"),
    ]


def test_a_character_of_ones_choice() -> None:
    """The level need not be said. The same character may come twice, with another name."""
    table = table_for(character("otto"), character("otto", "hard"), character("vega"))
    assert cast_at(table) == [
        ("Otto", "hard", "otto"),
        ("Otto 2", "hard", "otto"),
        ("Vega", "expert", "vega"),
    ]
    assert cast_at(tables.with_bot(table, 1, "hard"))[1] == ("Iris", "hard", "iris")


def test_people_keep_their_names() -> None:
    """A character whose name somebody has is not chosen, or is numbered."""
    assert names(table_for(ME, local("PIP"), bot("easy"))) == "Ann PIP Momo"
    assert names(table_for(ME, local("pip"), character("pip"))) == "Ann pip Pip 2"
    assert names(tables.with_person(table_for(ME, bot("easy"), OPEN), "p", "pip")) == "Ann Pip pip 2"
    assert character_for("easy", ["pip", "momo"]) == character_for("easy", [])


def test_plain_bots_have_no_character() -> None:
    """They look as before."""
    assert cast_at(table_for(bot("greedy"), bot("random"), bot("greedy"))) == [
        ("Greedy", "greedy", None),
        ("Random", "random", None),
        ("Greedy 2", "greedy", None),
    ]


@pytest.mark.parametrize("seat", [character("nobody"), character("pip", "hard"), character("pip", "greedy")])
def test_wrong_characters_are_refused(seat: SeatRequest) -> None:
    """Nobody is called like this, or not at this level."""
    with raises_table_error("unknown_character"):
        table_for(ME, seat)


def test_names_in_every_language() -> None:
    """A character has one name; a level at an older table is translated."""
    old = replace(table_for(bot("easy"), bot("hard")).places[1], name="Hard", character=None)
    places = (table_for(bot("easy"), OPEN).places[0], old)
    assert names_at(places, catalogue("de")) == {"A": "Pip", "B": "Schwer"}


def finished() -> Table:
    """A table of two levels whose game is over."""
    table = tables.after_start(table_for(bot("easy"), bot("expert")), LATER)
    return tables.after_game_over(table, LATER)


def test_stored_shown_and_played_again() -> None:
    """A table keeps its characters in the store, for every viewer and in a rematch."""
    table = finished()
    assert Table.of(table.row()).places == table.places
    assert [seat.character for seat in tables.table_info(table, None).seats] == ["pip", "vega"]
    again = tables.new_rematch(table, numbered_identity(2), "ann")
    assert cast_at(again) == [("Vega", "expert", "vega"), ("Pip", "easy", "pip")]


def test_results_and_record() -> None:
    """Results count the level; record and results show the name, and the format has not changed."""
    table, match = finished(), finished_match(("qwixx", 2), Random(1))
    rows = results_of(table.id, match, table.places, LATER)
    assert [(row.name, row.bot, row.person_id) for row in rows] == [
        ("Pip", "easy", None),
        ("Vega", "expert", None),
    ]
    file = record_file(table, match, "00" * 32)
    assert json.loads(file)["players"] == [
        {"name": "Pip", "bot": "easy"},
        {"name": "Vega", "bot": "expert"},
    ]
    assert [player.name for player in decode_record(find_rules, file).players] == ["Pip", "Vega"]
