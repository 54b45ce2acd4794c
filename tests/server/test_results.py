"""The results of a finished match, for people, bots and names."""

from random import Random

import pytest

from closecall.core.match import Match
from closecall.core.record import AnyMatch
from closecall.games import rules_of
from closecall.server.rooms.results import results_of
from closecall.server.tables import Place
from closecall.store.rows import Company, ResultRow
from support.matches import over
from support.random_games import TABLES, Table, finished_match, table_name

PEOPLE = tuple(Place(f"person{n}", f"Name {n}") for n in range(5))


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_every_seat_has_its_result(table: Table) -> None:
    """Its own score, and whether it won, as the rules say; ties are won by all, and alone nobody wins."""
    match = finished_match(table, Random(7))
    end = over(match)
    winners = end.winners if table[1] > 1 else ()
    games = [each.scores for each in match.state.results] if table[0] == "qwixx" else [end.scores]
    results = results_of("t1", match, PEOPLE[: table[1]], 1234)
    assert results == tuple(
        ResultRow(
            *("t1", n, f"person{n}", None, f"Name {n}", table[0], end.scores[n], n in winners, 1234),
            company=Company.PEOPLE if table[1] > 1 else Company.ALONE,
            games=len(games),
            best=max(each[n] for each in games) if len(games) > 1 else None,
        )
        for n in range(table[1])
    )


@pytest.fixture(scope="module")
def three() -> AnyMatch:
    """A finished match of three."""
    return finished_match(("qwixx", 3), Random(3))


def sat(match: AnyMatch, *places: Place) -> list[tuple[str | None, str | None, str | None, str]]:
    """Whose results are stored: person, household, bot and name of each seat."""
    rows = results_of("t", match, places, 0)
    return [(row.person_id, row.household, row.bot, row.name) for row in rows]


def test_bots_and_people(three: AnyMatch) -> None:
    """A bot's result is nobody's; a person's is theirs even if a bot held the place at the end."""
    robo = Place(name="Robo", bot="greedy")
    assert sat(three, robo, Place("ann", "Ann", "greedy", away=True), Place("ben", "Ben")) == [
        (None, None, "greedy", "Robo"),
        ("ann", None, None, "Ann"),
        ("ben", None, None, "Ben"),
    ]


def test_pass_and_play(three: AnyMatch) -> None:
    """Only one place of a person is their own; the others are names of the household."""
    grandma = Place("ann", "Grandma", local=True)
    assert sat(three, grandma, Place("ben", "Ben"), Place("ann", "Ann")) == [
        (None, "ann", None, "Grandma"),
        ("ben", None, None, "Ben"),
        ("ann", None, None, "Ann"),
    ]
    assert sat(three, Place("ann", "Ann"), Place("ann", "Kid", "greedy"), Place("ann", "Kid 2")) == [
        ("ann", None, None, "Ann"),
        (None, "ann", None, "Kid"),
        (None, "ann", None, "Kid 2"),
    ]
    assert sat(three, grandma, Place("ben", "Kim", local=True), Place("cem", "Cem")) == [
        (None, "ann", None, "Grandma"),
        (None, "ben", None, "Kim"),
        ("cem", None, None, "Cem"),
    ]


def test_only_finished_matches(three: AnyMatch) -> None:
    """A running match has no results, and each seat of a finished one needs a place."""
    with pytest.raises(AssertionError):
        results_of("t", Match.start(rules_of("qwixx"), 3), PEOPLE[:3], 0)
    with pytest.raises(AssertionError):
        results_of("t", three, PEOPLE[:2], 0)
