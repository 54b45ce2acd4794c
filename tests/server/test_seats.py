"""Places: open, a person's or a bot's, as texts and back."""

import json
from dataclasses import replace
from typing import Any

import pytest

from closecall.core.errors import BadRecord
from closecall.messages import catalogue
from closecall.server.tables.seats import (
    OPEN,
    Place,
    PlaceKind,
    Places,
    StartWhen,
    bot_place,
    decode_places,
    encode_places,
    names_at,
)

ANN = Place(person="ann", name="Ann", ready=True)
GREEDY = Place(name="Greedy", bot="greedy", ready=True)


def test_kinds() -> None:
    """Open, a person (even one who is away), or a bot."""
    away = Place(person="ann", name="Ann", ready=True, away=True)
    assert [place.kind for place in (OPEN, ANN, away, GREEDY)] == [
        PlaceKind.OPEN,
        PlaceKind.PERSON,
        PlaceKind.PERSON,
        PlaceKind.BOT,
    ]
    assert [place.is_open for place in (OPEN, ANN, GREEDY)] == [True, False, False]


def test_places_as_text() -> None:
    """The stored text is plain JSON, which other programs can read."""
    places = Places((replace(ANN, age=40), GREEDY, OPEN), ("zoë",), StartWhen.HOST, "next")
    text = encode_places(places)
    assert json.loads(text) == {
        "places": [
            stored("ann", "Ann", ready=True, age=40),
            stored(None, "Greedy", bot="greedy", ready=True),
            stored(None, ""),
        ],
        "guests": ["zoë"],
        "start": "host",
        "rematch": "next",
    }
    assert "zoë" in text
    assert decode_places(text) == places


def stored(person: str | None, name: str, **more: Any) -> dict[str, Any]:
    """One place of a stored text."""
    usual = {"bot": None, "character": None, "ready": False, "away": False, "local": False, "age": None}
    usual |= {"has_chosen": False, "wants_close": False}
    return {"person": person, "name": name} | usual | more


def test_places_of_earlier_versions() -> None:
    """Their texts are read: nobody has given an age or wants to close the game, and every person may have
    chosen."""
    old = (
        '{"places":[{"person":"ann","name":"Ann","bot":null,"ready":true,"away":false,"local":false},'
        '{"person":null,"name":"Greedy","bot":"greedy","ready":true,"away":false,"local":false}],'
        '"guests":[],"start":"full","rematch":null}'
    )
    assert decode_places(old) == Places((replace(ANN, has_chosen=True), GREEDY))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"places": []}',
        '{"places":[],"guests":[],"start":"soon","rematch":null}',
        '{"places":[{"person":7}],"guests":[],"start":"full","rematch":null}',
        '{"places":[7],"guests":[],"start":"full","rematch":null}',
        '{"places":{"age":7},"guests":[],"start":"full","rematch":null}',
        '{"places":[],"guests":[],"start":"full","rematch":null,"more":1}',
    ],
)
def test_damaged_places_are_refused(text: str) -> None:
    """Never half read."""
    with pytest.raises(BadRecord):
        decode_places(text)


def test_bots_have_different_names() -> None:
    """The second of a kind is numbered, and a number that is free again is used again."""
    two = Place(name="Greedy 2", bot="greedy", ready=True)

    def name_of(bot: str, *places: Place) -> str:
        return bot_place(bot, None, places).name

    assert name_of("greedy", OPEN, OPEN) == "Greedy"
    assert name_of("greedy", GREEDY, OPEN) == "Greedy 2"
    assert name_of("greedy", GREEDY, two, OPEN) == "Greedy 3"
    assert name_of("greedy", OPEN, two, OPEN) == "Greedy"
    assert name_of("random", GREEDY, OPEN) == "Random"


def test_names_at_a_table() -> None:
    """People by their names, bots by their level in the reader's language, as on the page."""
    two = Place(name="Greedy 2", bot="greedy", ready=True)
    strange = Place(name="Robby 2", bot="robby", ready=True)
    places = (ANN, GREEDY, OPEN, two, strange)
    english, german = (names_at(places, catalogue(language)) for language in ("en", "de"))
    assert english == {"A": "Ann", "B": "Greedy", "D": "Greedy 2", "E": "Robby 2"}
    assert german == {"A": "Ann", "B": "Gierig", "D": "Gierig 2", "E": "Robby 2"}
