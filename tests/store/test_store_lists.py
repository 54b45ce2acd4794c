"""Lists: of tables, of games, of the famous and of the best."""

from dataclasses import replace

from closecall.store import Also, FameRow, RatedRow, RatingRow, ResultRow, Status, Store
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
        FameRow("cleo", "Cleo", False, 2, 3, 60),
        FameRow("bob", "Bob", False, 1, 3, 80),
        FameRow("ada", "Ada", False, 0, 3, 70),
        FameRow("dan", "Dan", True, 0, 3, 3),
    )
    assert store.hall_of_fame("mark") == (cleo, bob, ada, dan)
    assert store.hall_of_fame("mark", limit=1) == (cleo,)
    assert store.hall_of_fame("qwixx")[0] == FameRow("dan", "Dan", True, 1, 1, 99)
    assert store.hall_of_fame("enough") == ()


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
