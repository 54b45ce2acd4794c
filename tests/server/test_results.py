"""The results of a finished match, for people, bots and names."""

from random import Random

import pytest

from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.games import rules_of
from closecall.server.rooms.results import results_of
from closecall.server.tables import Place
from closecall.store.rows import ResultRow
from support.matches import over
from support.random_games import TABLES, Table, finished_match, table_name

PEOPLE = tuple(Place(f"person{n}", f"Name {n}") for n in range(5))


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_every_seat_has_its_result(table: Table) -> None:
    """Its own score, and whether it won, as the rules say; ties are won by all, and alone nobody wins."""
    match = finished_match(table, Random(7))
    end = over(match)
    winners = end.winners if table[1] > 1 else ()
    results = results_of("t1", match, PEOPLE[: table[1]], 1234)
    assert results == tuple(
        ResultRow(
            "t1", n, f"person{n}", None, f"Name {n}", table[0], end.scores[n], n in winners, ended_at=1234
        )
        for n in range(table[1])
    )


@pytest.fixture(scope="module")
def three() -> AnyMatch:
    """A finished match of three."""
    return finished_match(("qwixx", 3), Random(3))


Sitter = tuple[str | None, str | None, str]


def sat(match: AnyMatch, *players: Sitter) -> list[Sitter]:
    """Whose results are stored: person, bot and name of each seat."""
    places = [Place(person, name, bot) for person, bot, name in players]
    return [(row.person_id, row.bot, row.name) for row in results_of("t", match, places, 0)]


def test_bots_and_people(three: AnyMatch) -> None:
    """A bot's result is nobody's; a person's is theirs even if a bot held the place at the end."""
    assert sat(three, (None, "greedy", "Robo"), ("ann", "greedy", "Ann"), ("ben", None, "Ben")) == [
        (None, "greedy", "Robo"),
        ("ann", None, "Ann"),
        ("ben", None, "Ben"),
    ]


def test_pass_and_play(three: AnyMatch) -> None:
    """The first place of a person is their own; the others are names."""
    assert sat(three, ("ben", None, "Ben"), ("ann", None, "Ann"), ("ann", None, "Grandma")) == [
        ("ben", None, "Ben"),
        ("ann", None, "Ann"),
        (None, None, "Grandma"),
    ]
    assert sat(three, ("ann", None, "Ann"), ("ann", "greedy", "Kid"), ("ann", None, "Kid 2")) == [
        ("ann", None, "Ann"),
        (None, None, "Kid"),
        (None, None, "Kid 2"),
    ]


def test_only_finished_matches(three: AnyMatch) -> None:
    """A running match has no results, and each seat of a finished one needs a place."""
    with pytest.raises(AssertionError):
        results_of("t", Match.start(rules_of("qwixx"), 3), PEOPLE[:3], 0)
    with pytest.raises(AssertionError):
        results_of("t", three, PEOPLE[:2], 0)
