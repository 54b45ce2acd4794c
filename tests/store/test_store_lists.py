"""Lists: of tables, of games, of the famous and of the best."""

from dataclasses import replace
from typing import Any

import pytest

from closecall.store import (
    Also,
    Company,
    FameRow,
    HouseholdRow,
    PlayedRow,
    RatedRow,
    RatingRow,
    ResultRow,
    Status,
    Store,
    StoreError,
)
from store.store_helpers import SEED, add, person, set_up, table


def test_public_tables(store: Store) -> None:
    """Those of the asked status, the newest first, and not too many."""
    set_up(store)
    for n, (is_public, status) in enumerate(
        [(True, Status.OPEN), (False, Status.OPEN), (True, Status.PLAYING), (True, Status.OPEN)]
    ):
        row = table(f"t{n}", is_public=is_public, status=status, created_at=n)
        store.create_table(row, SEED).result()
    assert [row.id for row in store.public_tables()] == ["t3", "t0"]
    assert [row.id for row in store.public_tables(limit=1)] == ["t3"]
    assert [row.id for row in store.public_tables(Status.PLAYING)] == ["t2"]
    assert store.public_tables()[0].people == {"ada"}


def test_unfinished_tables(store: Store) -> None:
    """Open and playing ones, some at a time."""
    set_up(store)
    for n, status in enumerate((*Status, *Status)):
        store.create_table(table(f"t{n}", status=status), SEED).result()
    assert [row.id for row in store.unfinished_tables()] == ["t0", "t1", "t4", "t5"]
    assert [row.id for row in store.unfinished_tables(limit=3)] == ["t0", "t1", "t4"]
    assert [row.id for row in store.unfinished_tables("t4", limit=3)] == ["t5"]
    assert store.unfinished_tables("t5") == ()


def test_games_of_a_person(store: Store) -> None:
    """Whatever has become of them, the newest first, some at a time."""
    set_up(store)
    add(store, person("bob")).result()
    for n, status in enumerate(Status):
        both = frozenset({"ada", "bob"} if n % 2 else {"ada"})
        store.create_table(table(f"t{n}", status=status, created_at=n, people=both), SEED).result()
    assert [row.id for row in store.games_of("ada")] == ["t3", "t2", "t1", "t0"]
    assert [row.id for row in store.games_of("bob")] == ["t3", "t1"]
    assert [row.id for row in store.games_of("ada", before=3, limit=2)] == ["t2", "t1"]
    assert store.games_of("bob")[0].people == {"ada", "bob"}
    assert store.games_of("cleo") == ()


def test_hall_of_fame(store: Store) -> None:
    """E17: lifetime victories; only of people, by the name they have now, and for each game apart."""
    names = ("ada", "bob", "cleo", "dan")
    for name in names:
        add(store, person(name, is_bot=name == "dan")).result()
    played = [
        ("mark", 50, 40, 60, 1),
        ("mark", 70, 80, 10, 2),
        ("mark", 30, 31, 40, 3),
        ("qwixx", 9, 8, 7, 99),
    ]
    for n, (game, *scores) in enumerate(played):
        store.create_table(table(f"t{n}", game=game), SEED).result()
        rows = [
            ResultRow(f"t{n}", seat, names[seat], None, "Old name", game, score, score == max(scores), n)
            for seat, score in enumerate(scores)
        ]
        bot = ResultRow(f"t{n}", 4, None, "greedy", "Greedy", game, 1000, True, n)
        guest = ResultRow(f"t{n}", 5, None, None, "Guest", game, 1000, True, n)
        store.append(f"t{n}", 0, ("end",), at=n, also=Also(results=(*rows, bot, guest))).result()
    cleo, bob, ada, dan = (
        FameRow(Company.PEOPLE, None, "cleo", "Cleo", False, 2, 3, 60),
        FameRow(Company.PEOPLE, None, "bob", "Bob", False, 1, 3, 80),
        FameRow(Company.PEOPLE, None, "ada", "Ada", False, 0, 3, 70),
        FameRow(Company.PEOPLE, None, "dan", "Dan", True, 0, 3, 3),
    )
    assert store.hall_of_fame("mark") == (cleo, bob, ada, dan)
    assert store.hall_of_fame("mark", limit=1) == (cleo,)
    assert store.hall_of_fame("qwixx")[0] == FameRow(Company.PEOPLE, None, "dan", "Dan", True, 1, 1, 99)
    assert store.hall_of_fame("enough") == ()


def test_household_fame(store: Store) -> None:
    """E17: of the person and of each name on the device, for each game; of nobody else, and of no bot."""
    for name in ("ada", "bob"):
        add(store, person(name)).result()
    played = [("mark", {0}), ("mark", {1}), ("mark", {1, 3}), ("qwixx", {0, 1, 2, 3, 4}), ("chess", {0, 1})]
    for n, (game, winners) in enumerate(played):
        store.create_table(table(f"t{n}", game=game), SEED).result()
        rows = (
            ResultRow(f"t{n}", 0, "ada", None, f"Old name {n}", game, 1, 0 in winners, n),
            ResultRow(f"t{n}", 1, None, None, "Grandma", game, 1, 1 in winners, n, "ada"),
            ResultRow(f"t{n}", 2, None, "greedy", "Greedy", game, 1, 2 in winners, n),
            ResultRow(f"t{n}", 3, None, None, "Grandma", game, 1, 3 in winners, n, "bob"),
            ResultRow(f"t{n}", 4, None, None, "Nobody's", game, 1, 4 in winners, n),
        )
        store.append(f"t{n}", 0, ("end",), at=n, also=Also(results=rows)).result()
    games = ("mark", "qwixx", "enough")
    assert set(store.household_fame("ada", games)) == {
        HouseholdRow(None, "mark", 1, 3, 2, (0,), 1, 3),
        HouseholdRow("Grandma", "mark", 2, 3, 2, (2, 1), 1, 3),
        HouseholdRow(None, "qwixx", 1, 1, 3, (3,), 1, 1),
        HouseholdRow("Grandma", "qwixx", 1, 1, 3, (3,), 1, 1),
    }
    assert set(store.household_fame("bob", games)) == {
        HouseholdRow("Grandma", "mark", 1, 3, 2, (2,), 1, 3),
        HouseholdRow("Grandma", "qwixx", 1, 1, 3, (3,), 1, 1),
    }
    assert [row.games for row in store.household_fame("ada", ["chess"])] == [1, 1]
    assert store.household_fame("cleo", games) == store.household_fame("ada", []) == ()


def test_only_the_latest_trophies_have_dates(store: Store) -> None:
    """The number of victories stays complete; each name and game has its own latest ones."""
    set_up(store)
    for n in range(9):
        game = ("mark", "qwixx")[n % 3 == 2]
        store.create_table(table(f"t{n}", game=game), SEED).result()
        # Not in the order of time.
        at = (n * 4) % 9
        rows = (
            ResultRow(f"t{n}", 0, "ada", None, "Ada", game, 1, True, at),
            ResultRow(f"t{n}", 1, None, None, "Ben", game, 1, n > 6, at, "ada"),
        )
        store.append(f"t{n}", 0, ("end",), at=n, also=Also(results=rows)).result()
    assert set(store.household_fame("ada", ["mark", "qwixx"], 2)) == {
        HouseholdRow(None, "mark", 6, 6, 7, (7, 6), 1, 6),
        HouseholdRow(None, "qwixx", 3, 3, 8, (8, 5), 1, 3),
        HouseholdRow("Ben", "mark", 1, 6, 7, (1,), 1, 6),
        HouseholdRow("Ben", "qwixx", 1, 3, 8, (5,), 1, 3),
    }


def test_lists_by_company(store: Store) -> None:
    """Each company and level has its own list and its own limit; solo games and stand-ins are in none."""
    for name in ("ada", "bob"):
        add(store, person(name)).result()
    played: list[tuple[str, int, bool, dict[str, Any]]] = [
        ("ada", 50, True, {"company": Company.BOTS, "level": "easy"}),
        ("ada", 40, False, {"company": Company.BOTS, "level": "easy"}),
        ("bob", 60, True, {"company": Company.BOTS, "level": "easy"}),
        ("ada", 30, True, {"company": Company.BOTS, "level": "hard"}),
        ("bob", 80, True, {"company": Company.SHARED}),
        ("bob", 99, True, {"company": Company.SHARED, "stood_in": True}),
        ("bob", 90, False, {"company": Company.ALONE}),
        ("ada", 150, True, {"games": 2, "best": 77}),
        ("bob", 150, True, {"games": 2}),
    ]
    for n, (who, score, won, more) in enumerate(played):
        store.create_table(table(f"t{n}"), SEED).result()
        row = ResultRow(f"t{n}", 0, who, None, who, "mark", score, won, n, **more)
        store.append(f"t{n}", 0, ("end",), at=n, also=Also(results=(row,))).result()
        assert store.results_of(f"t{n}") == (row,)
    assert store.hall_of_fame("mark") == (
        FameRow(Company.BOTS, "easy", "bob", "Bob", False, 1, 1, 60),
        FameRow(Company.BOTS, "easy", "ada", "Ada", False, 1, 2, 50),
        FameRow(Company.BOTS, "hard", "ada", "Ada", False, 1, 1, 30),
        FameRow(Company.PEOPLE, None, "ada", "Ada", False, 1, 1, 77),
        FameRow(Company.PEOPLE, None, "bob", "Bob", False, 1, 1, None),
        FameRow(Company.SHARED, None, "bob", "Bob", False, 1, 1, 80),
    )
    assert [row.name for row in store.hall_of_fame("mark", limit=1)] == ["Bob", "Ada", "Ada", "Bob"]


def test_what_a_person_has_played(store: Store) -> None:
    """The oldest first, and of too many the latest; nothing of others, of other games and of stand-ins."""
    for name in ("ada", "bob"):
        add(store, person(name)).result()
    for n in range(6):
        at = (n * 5) % 6  # Not in the order of time.
        game = "qwixx" if at == 3 else "mark"
        store.create_table(table(f"t{n}", game=game), SEED).result()
        rows = (
            ResultRow(f"t{n}", 0, "ada", None, "Ada", game, 10 * at, at == 2, at, games=1 + (at == 4)),
            ResultRow(f"t{n}", 1, "bob", None, "Bob", game, 1, True, at, stood_in=True),
            ResultRow(f"t{n}", 2, None, None, "Kim", game, 1, True, at, "ada"),
        )
        store.append(f"t{n}", 0, ("end",), at=n, also=Also(results=rows)).result()

    def row(at: int) -> PlayedRow:
        games, best = (2, None) if at == 4 else (1, 10 * at)
        game = "qwixx" if at == 3 else "mark"
        return PlayedRow(game, Company.PEOPLE, None, 10 * at, games, best, at == 2, at)

    assert store.played_by("ada", ["mark"]) == tuple(map(row, (0, 1, 2, 4, 5)))
    assert store.played_by("ada", ["mark", "qwixx"], 3) == tuple(map(row, (3, 4, 5)))
    assert store.played_by("bob", ["mark"]) == store.played_by("ada", []) == ()


def test_a_household_is_a_persons(store: Store) -> None:
    """A result cannot belong to the household of somebody who does not exist."""
    set_up(store, "t1")
    row = ResultRow("t1", 0, None, None, "Ben", "mark", 1, True, 1, "nobody")
    with pytest.raises(StoreError) as refused:
        store.append("t1", 0, ("end",), at=1, also=Also(results=(row,))).result()
    assert refused.value.code == "store_missing"


def test_top_ratings(store: Store) -> None:
    """The surely strong first, by their current names; people with too few games are left out."""
    set_up(store, "t1")
    for name, is_bot in (("bob", False), ("cleo", True), ("dan", False), ("eve", False)):
        add(store, person(name, is_bot=is_bot)).result()
    final = {
        "bob": (30.0, 8.0),
        "cleo": (25.0, 1.0),
        "dan": (13.0, 1.0),
        "ada": (16.0, 2.0),
        "eve": (99.0, 1.0),
    }
    rated = {name: RatingRow(name, "mark", mu, sigma, 3) for name, (mu, sigma) in final.items()}
    games = [tuple(replace(row, games=n, mu=12.0) for row in rated.values()) for n in (1, 2)]
    games += [tuple(row for name, row in rated.items() if name != "eve")]
    games += [(RatingRow("bob", "qwixx", 40.0, 8.0, 1),)]
    for n, ratings in enumerate(games):
        store.append("t1", n, ("end",), at=1, also=Also(ratings=ratings)).result()
    store.rename_person("cleo", "Robot", "en").result()
    best = (
        RatedRow("Robot", True, rated["cleo"]),
        RatedRow("Ada", False, rated["ada"]),
        RatedRow("Dan", False, rated["dan"]),
        RatedRow("Bob", False, rated["bob"]),
    )
    assert store.top_ratings("mark", 10, 3) == best
    assert store.top_ratings("mark", 2, 3) == best[:2]
    eve = RatedRow("Eve", False, replace(rated["eve"], mu=12.0, games=2))
    assert store.top_ratings("mark", 10, 2) == store.top_ratings("mark") == (*best[:3], eve, best[3])
    assert store.top_ratings("qwixx") == (RatedRow("Bob", False, RatingRow("bob", "qwixx", 40.0, 8.0, 1)),)
    assert store.top_ratings("mark", 10, 4) == store.top_ratings("enough") == ()
