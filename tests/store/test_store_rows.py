"""Rows are read back unchanged, and nothing else."""

from dataclasses import fields, replace

import pytest

from closecall.store import (
    Also,
    Appended,
    LostRace,
    PersonRow,
    RatingRow,
    ResultRow,
    SecretRow,
    StaleRatings,
    Status,
    Store,
    StoredTable,
    StoreError,
    TableRow,
    Taken,
    schema,
)
from store.store_helpers import SEED, add, entries, lines, log_of, person, secret, set_up, table, table_of

RESULTS = (
    ResultRow("t1", 0, "ada", None, "Ada", "mark", 71, True, 2000),
    ResultRow("t1", 1, None, "greedy", "Greedy", "mark", -3, False, 2000),
    ResultRow("t1", 2, None, None, "Grandma", "mark", 64, False, 2000, household="ada"),
)


# People


def test_people(store: Store) -> None:
    """People are found by id, and can change their name; a bot may have an owner."""
    ada, bot = person("ada", language="de"), person("robby", is_bot=True, created_at=2**53, seen_at=2**62)
    owned = person("marvin", is_bot=True, owner="ada")
    for each in (ada, bot, owned):
        add(store, each).result()
    assert store.find_person("ada") == ada
    assert store.find_person("marvin") == owned
    assert store.find_person("bob") is None
    store.rename_person("ada", "Countess", "fr").result()
    assert store.find_person("ada") == replace(ada, name="Countess", language="fr")
    assert store.find_person("robby") == bot


@pytest.mark.parametrize(
    "again", [(person("ada"), secret("ada", hash="new")), (person("bob"), secret("bob", hash="secret-ada"))]
)
def test_ids_are_unique(store: Store, again: tuple[PersonRow, SecretRow]) -> None:
    """Neither an id nor a secret belongs to two people, and nothing is half written."""
    add(store, person()).result()
    with pytest.raises(Taken):
        store.add_person(*again).result()
    assert store.find_person("ada") == person()
    assert store.find_secret("secret-ada") == secret()
    assert (store.find_person("bob"), store.find_secret("new")) == (None, None)


def test_a_bot_with_an_unknown_owner(store: Store) -> None:
    """An owner must be there."""
    with pytest.raises(StoreError) as refused:
        add(store, person("robby", is_bot=True, owner="ada")).result()
    assert refused.value.code == "store_missing"
    assert (store.find_person("robby"), store.find_secret("secret-robby")) == (None, None)


def test_an_unknown_person_cannot_be_renamed(store: Store) -> None:
    """A name for an unknown person is refused."""
    with pytest.raises(StoreError) as refused:
        store.rename_person("ada", "Ada", "en").result()
    assert refused.value.code == "store_missing"


def test_people_are_seen(store: Store) -> None:
    """The latest time counts, in whatever order the times arrive; unknown people do not matter."""
    for each in (person("ada"), person("bob"), person("cleo")):
        add(store, each).result()
    store.people_seen(["bob", "ada", "nobody"], 70).result()
    store.people_seen(["ada"], 60).result()
    assert [store.find_person(name) for name in ("ada", "bob", "cleo")] == [
        person("ada", seen_at=70),
        person("bob", seen_at=70),
        person("cleo"),
    ]


# Tables


def test_tables(store: Store) -> None:
    """A table is found by id, code and invitation, with its people; its seed comes only with its log."""
    for name in ("ada", "bob", "cleo"):
        add(store, person(name)).result()
    plain = table("plain", code=None)
    full = table(
        "full",
        people=frozenset({"ada", "bob"}),
        is_public=True,
        status=Status.OVER,
        started_at=5,
        ended_at=2**60,
        rematch_of="plain",
        options='{"layout": "ünïcode"}',
    )
    for each in (plain, full):
        assert store.create_table(each, SEED).result() == each
    assert table_of(store, "plain") == plain
    assert store.find_by_code("code-full") == store.find_by_invite_hash("invite-full") == full
    assert store.load_table("full") == StoredTable(full, SEED, ())
    assert table_of(store, "none") is store.find_by_code("full") is None
    assert store.load_table("none") is None


def test_a_row_has_every_column() -> None:
    """All columns are read back; the seed is kept separate."""
    stored = {column.name for column in schema.tables.c}
    assert {field.name for field in fields(TableRow)} == stored - {"seed"} | {"people"}
    assert [field.name for field in fields(PersonRow)] == schema.people.c.keys()
    assert [field.name for field in fields(SecretRow)] == schema.secrets.c.keys()
    assert [field.name for field in fields(ResultRow)] == schema.results.c.keys()


@pytest.mark.parametrize("twice", ["id", "code", "invite_hash"])
def test_a_code_is_taken(store: Store, twice: str) -> None:
    """Two tables never share an id, a code or an invitation; the second one leaves nothing behind."""
    set_up(store, "t1")
    with pytest.raises(Taken):
        store.create_table(table("t2", **{twice: getattr(table("t1"), twice)}), "other").result()
    assert store.games_of("ada") == (table("t1"),)
    assert store.load_table("t1") == StoredTable(table("t1"), SEED, ())


def test_a_code_is_free_again(store: Store) -> None:
    """A table that is over can give its code away; any number of tables have none."""
    set_up(store, "t1", "t2")
    for name in ("t1", "t2"):
        store.save_table(table(name, code=None)).result()
    store.create_table(table("t3", code="code-t1"), SEED).result()
    found = store.find_by_code("code-t1")
    assert found is not None
    assert found.id == "t3"


@pytest.mark.parametrize(
    "lost", [{"host": "nobody"}, {"people": frozenset({"ada", "nobody"})}, {"rematch_of": "nothing"}]
)
def test_a_table_refers_to_what_exists(store: Store, lost: dict[str, object]) -> None:
    """Otherwise it is refused completely, when it is created and when it is saved."""
    set_up(store, "t1")
    with pytest.raises(StoreError) as refused:
        store.create_table(table("t2", **lost), SEED).result()
    assert refused.value.code == "store_missing"
    with pytest.raises(StoreError) as refused:
        store.save_table(table("t1", seats="[1]", **lost)).result()
    assert refused.value.code == "store_missing"
    assert store.games_of("ada") == (table("t1"),)


def test_saving_a_table(store: Store) -> None:
    """Everything changes except the fixed columns; people come and go; the version counts."""
    set_up(store, "t1", "t0")
    for name in ("bob", "cleo"):
        add(store, person(name)).result()
    changed = table(
        people=frozenset({"bob", "cleo"}),
        code="new",
        invite_hash="other",
        game="qwixx",
        rules_version=2,
        options="o",
        seats="s",
        is_public=True,
        host="bob",
        clock="brisk",
        status=Status.CLOSED,
        words="w",
        started_at=4,
        ended_at=5,
        rematch_of="t0",
    )
    once = store.save_table(changed).result()
    assert once == replace(changed, version=1) == table_of(store, "t1")
    twice = store.save_table(replace(once, people=frozenset({"ada", "bob"}))).result()
    assert twice == replace(changed, version=2, people=frozenset({"ada", "bob"})) == table_of(store, "t1")
    assert [each.id for each in store.games_of("cleo")] == []
    store.save_table(replace(twice, commitment="forged", created_at=9)).result()
    assert store.load_table("t1") == StoredTable(replace(twice, version=3), SEED, ())


@pytest.mark.parametrize("version", [0, 2])
def test_saving_another_version(store: Store, version: int) -> None:
    """Saving an older version of a table is a lost race, and changes nothing."""
    set_up(store, "t1")
    now = store.save_table(table(seats="[1]")).result()
    with pytest.raises(LostRace) as lost:
        store.save_table(table(version=version, seats="[2]", people=frozenset())).result()
    assert lost.value.code == "store_stale_table"
    assert table_of(store, "t1") == now


def test_saving_no_table(store: Store) -> None:
    """A table must be created before it is saved."""
    set_up(store)
    with pytest.raises(LostRace):
        store.save_table(table()).result()
    assert table_of(store, "t1") is None


# The log


def test_the_log(store: Store) -> None:
    """Entries are read in order, from any of them on."""
    set_up(store, "t1", "t2")
    assert store.append("t1", 0, ("a", "b"), at=5).result() == Appended(2, None)
    assert store.append("t2", 0, ["x"], at=6).result() == Appended(1, None)
    assert store.append("t1", 2, ["c"], at=2**60).result() == Appended(3, None)
    assert log_of(store, "t1") == (*lines("a", "b", at=5), *lines("c", at=2**60, since=2))
    assert log_of(store, "t1", 1) == log_of(store, "t1")[1:]
    assert store.load_table("t1", 2) == StoredTable(table("t1"), SEED, lines("c", at=2**60, since=2))
    assert log_of(store, "t1", 3) == log_of(store, "nothing") == ()


def test_a_long_log(store: Store) -> None:
    """Numbers are compared as numbers: 10 is after 9."""
    set_up(store, "t1")
    for n in range(0, 120, 40):
        store.append("t1", n, [str(k) for k in range(n, n + 40)], at=1).result()
    assert entries(store) == [str(n) for n in range(120)]


@pytest.mark.parametrize("length", [0, 1, 2, 4, 100])
def test_another_length_is_a_lost_race(store: Store, length: int) -> None:
    """Neither over existing entries nor with a gap; several entries are written together or not at all."""
    set_up(store, "t1")
    store.append("t1", 0, ("a", "b", "c"), at=5).result()
    with pytest.raises(LostRace) as lost:
        store.append("t1", length, ("x", "y", "z", "ä"), at=6).result()
    assert lost.value.facts == {"table": "t1", "length": length}
    assert log_of(store, "t1") == lines("a", "b", "c", at=5)


def test_no_log_without_a_table(store: Store) -> None:
    """That is no race."""
    set_up(store, "t1")
    with pytest.raises(StoreError) as refused:
        store.append("t2", 0, ("a",), at=5).result()
    assert refused.value.code == "store_missing"
    assert log_of(store, "t2") == ()


# The end of a game


def over(**others: object) -> Also:
    """A game is over: the table says so, and there are results and ratings."""
    row = table(status=Status.OVER, ended_at=2000)
    rated = (RatingRow("bob", "mark", 24.5, 8.1, 1), RatingRow("ada", "mark", 1 / 3, 1e-9, 1))
    return replace(Also(row, RESULTS, rated), **others)  # type: ignore[arg-type]  # Its own fields only.


def start_game(store: Store) -> None:
    """Two people and a table with an entry."""
    set_up(store, "t1", "t2")
    add(store, person("bob")).result()
    store.append("t1", 0, ("begin",), at=1).result()


def assert_untouched(store: Store) -> None:
    """Nothing of the end has happened."""
    assert store.load_table("t1") == StoredTable(table("t1"), SEED, lines("begin", at=1))
    assert store.results_of("t1") == ()
    assert store.hall_of_fame("mark") == ()
    assert store.ratings_of("mark", "ada", "bob") == ()


def test_the_end_of_a_game(store: Store) -> None:
    """The last entry, the table, the results and the ratings are stored together."""
    start_game(store)
    after = replace(table(status=Status.OVER, ended_at=2000), version=1)
    assert store.append("t1", 1, ("end",), at=1, also=over()).result() == Appended(2, after)
    assert store.load_table("t1") == StoredTable(after, SEED, lines("begin", "end", at=1))
    assert store.results_of("t1", "t2") == RESULTS
    assert store.ratings_of("mark", "bob", "ada", "cleo") == tuple(reversed(over().ratings))
    assert store.ratings_of("qwixx", "ada") == store.ratings_of("mark") == ()
    assert store.results_of("t2") == ()


@pytest.mark.parametrize(
    ("length", "also", "kind", "code"),
    [
        (0, over(), LostRace, "store_lost_race"),
        (2, over(), LostRace, "store_lost_race"),
        (1, over(table=table(version=7)), LostRace, "store_stale_table"),
        (1, over(table=table(code="code-t2")), Taken, "store_taken"),
        (1, over(ratings=(RatingRow("ada", "mark", 25.0, 8.0, 2),)), StaleRatings, "store_stale_ratings"),
        (1, over(results=(*RESULTS, RESULTS[1])), LostRace, "store_over_already"),
        (
            1,
            over(results=(*RESULTS, replace(RESULTS[0], seat=3, person_id="x"))),
            StoreError,
            "store_missing",
        ),
        (1, over(ratings=(RatingRow("nobody", "mark", 25.0, 8.0, 1),)), StoreError, "store_missing"),
    ],
)
def test_an_end_that_is_refused(
    store: Store, length: int, also: Also, kind: type[StoreError], code: str
) -> None:
    """If any part of it is refused, nothing of it is written."""
    start_game(store)
    with pytest.raises(StoreError) as refused:
        store.append("t1", length, ("end",), at=1, also=also).result()
    assert (type(refused.value), refused.value.code) == (kind, code)
    assert str(refused.value).endswith(".")
    assert_untouched(store)


def test_ratings_continue_from_the_stored_ones(store: Store) -> None:
    """Two games that end at once cannot both start from the same rating: the second must be rated again."""
    start_game(store)
    store.append("t1", 1, ("end",), at=1, also=over()).result()
    ada, bob = RatingRow("ada", "mark", 26.0, 7.0, 2), RatingRow("bob", "mark", 23.0, 7.0, 2)
    store.append("t2", 0, ("end",), at=1, also=Also(ratings=(ada,))).result()
    for stale in (RatingRow("ada", "mark", 1.0, 1.0, 1), RatingRow("ada", "mark", 1.0, 1.0, 2)):
        with pytest.raises(StaleRatings) as refused:
            store.append("t2", 1, ("x",), at=1, also=Also(ratings=(bob, stale))).result()
        assert refused.value.facts == {"person": "ada", "game": "mark"}
    assert store.ratings_of("mark", "ada", "bob") == (ada, over().ratings[0])
    assert entries(store, "t2") == ["end"]
