"""Any text that people type is stored unchanged or refused with a reason; none is taken for a command."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from closecall.store import Also, RatedRow, RatingRow, ResultRow, SecretKind, SecretUse, Store, StoreError
from store.store_helpers import SEED, add, entries, key_of, log_of, person, secret, set_up, table, table_of

TEXTS = [
    "",
    "O'Hara; DROP TABLE people; --",
    'a "quoted" \\ back\\slash \\u0041 \\n',
    "'); DELETE FROM log; --",
    "%s %(x)s {} :lines ? $1",
    "👩‍👩‍👧‍👦 🎲 𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
    "tab\tnew\nline\r\n\x01\x1f\x7f\x85\u2028\u2029\ufeff\ufffe\uffff",
    "e\u0301 ≠ é",
    "שלום עולם \u202e backwards",
    "0",
    "1e400",
    "null",
    " spaces ",
    "[1, 2]",
    "x" * 100_000,
]

NUL, HALF = "nul\0", "half \ud83d"


def test_texts_everywhere(store: Store) -> None:
    """In every column that holds what people or other modules write."""
    for n, text in enumerate(TEXTS):
        who = person(f"p{n} {text}", name=text, language=text)
        known = secret(who.id, hash=f"s{n} {text}")
        store.add_person(who, known).result()
        assert store.keep_key(text, text).result() == key_of(store, text) == text
        row = table(
            f"t{n} {text}",
            code=f"c{n} {text}",
            invite_hash=f"i{n} {text}",
            game=text,
            options=text,
            seats=text,
            people=frozenset({who.id}),
            host=who.id,
            clock=text,
            commitment=text,
            words=text,
        )
        store.create_table(row, text).result()
        result = ResultRow(row.id, 0, who.id, text, text, text, 1, True, 1)
        rating = RatingRow(who.id, text, 1.0, 1.0, 1)
        also = Also(table=row, results=(result,), ratings=(rating,))
        store.append(row.id, 0, [text, text + "!"], at=1, also=also).result()
        row = replace(row, version=1)
        assert store.find_secret(known.hash) == known
        assert store.find_person(who.id) == who
        assert store.find_by_code(f"c{n} {text}") == store.find_by_invite_hash(f"i{n} {text}") == row
        loaded = store.load_table(row.id)
        assert loaded is not None
        assert (loaded.table, loaded.seed, entries(store, row.id)) == (row, text, [text, text + "!"])
        assert store.results_of(row.id) == (result,)
        assert store.ratings_of(text, who.id) == (rating,)
        assert [fame.name for fame in store.hall_of_fame(text)] == [text]
        assert store.top_ratings(text) == (RatedRow(text, False, rating),)
        assert store.use_secret(known.hash, known.kind, 1).result() == who.id
        assert [found.id for found in store.games_of(who.id)] == [row.id]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), min_size=1, max_size=20)
)
def test_any_text_is_an_entry(store: Store, texts: list[str]) -> None:
    """Each is read back unchanged, character by character."""
    if table_of(store, "t1") is None:
        set_up(store, "t1")
    length = len(log_of(store, "t1"))
    store.append("t1", length, texts, at=1).result()
    assert [line.entry for line in log_of(store, "t1", length)] == texts


WRITES: dict[str, Callable[[Store, str], object]] = {
    "append": lambda store, text: store.append("t1", 0, ["good", text], at=1),
    "append to": lambda store, text: store.append(text, 0, ["good"], at=1),
    "result": lambda store, text: store.append(
        "t1", 0, ["x"], at=1, also=Also(results=(ResultRow("t1", 0, None, text, "", "", 1, True, 1),))
    ),
    "rating": lambda store, text: store.append(
        "t1", 0, ["x"], at=1, also=Also(ratings=(RatingRow("ada", text, 1.0, 1.0, 1),))
    ),
    "also table": lambda store, text: store.append("t1", 0, ["x"], at=1, also=Also(table=table(clock=text))),
    "create": lambda store, text: store.create_table(table("t2", seats=text), SEED),
    "seed": lambda store, text: store.create_table(table("t2"), text),
    "people": lambda store, text: store.create_table(table("t2", people=frozenset({text})), SEED),
    "save": lambda store, text: store.save_table(table("t1", words=text)),
    "person": lambda store, text: add(store, person("bob", name=text)),
    "owner": lambda store, text: add(store, person("bob", owner=text)),
    "their secret": lambda store, text: store.add_person(person("bob"), secret("bob", hash=text)),
    "add secret": lambda store, text: store.add_secret(secret(hash=text)),
    "use secret": lambda store, text: store.use_secret(text, SecretKind.SESSION, 1),
    "drop secret": lambda store, text: store.drop_secret(text),
    "asker of a secret": lambda store, text: store.add_secret(secret(hash="new"), by=text),
    "asker of a bot": lambda store, text: store.add_person(person("bob"), secret("bob"), by=text),
    "instead of a secret": lambda store, text: store.use_secret(
        "secret-ada", SecretKind.SESSION, 1, instead=secret(hash=text)
    ),
    "end access": lambda store, text: store.end_access(text),
    "use of a secret": lambda store, text: store.record_uses([SecretUse(text, 1, None)]),
    "device": lambda store, text: store.record_uses([SecretUse("secret-ada", 1, text)]),
    "name of a key": lambda store, text: store.keep_key(text, "value"),
    "key": lambda store, text: store.keep_key("cookie", text),
    "rename": lambda store, text: store.rename_person("ada", text, "en"),
    "seen": lambda store, text: store.people_seen(["ada", text], 1),
}
READS: dict[str, Callable[[Store, str], object]] = {
    "load table": lambda store, text: store.load_table(text),
    "code": lambda store, text: store.find_by_code(text),
    "invite": lambda store, text: store.find_by_invite_hash(text),
    "person": lambda store, text: store.find_person(text),
    "secret": lambda store, text: store.find_secret(text),
    "top": lambda store, text: store.top_ratings(text),
    "unfinished": lambda store, text: store.unfinished_tables(text),
    "games": lambda store, text: store.games_of(text),
    "results": lambda store, text: store.results_of("t1", text),
    "fame": lambda store, text: store.hall_of_fame(text),
    "ratings": lambda store, text: store.ratings_of("mark", "ada", text),
}


@pytest.mark.parametrize(("text", "code"), [(NUL, "store_nul"), (HALF, "store_half_character")])
def test_texts_that_cannot_be_stored(store: Store, text: str, code: str) -> None:
    """They are refused at once, by everything that writes or reads, and the store is as it was."""
    set_up(store, "t1")
    for name, ask in (WRITES | READS).items():
        with pytest.raises(StoreError) as refused:
            ask(store, text)
        assert refused.value.code == code, name
        assert "cannot be stored" in str(refused.value)
    assert store.games_of("ada") == (table("t1"),)
    assert store.find_person("ada") == person()
    assert entries(store) == []


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**400])
def test_numbers_that_are_too_large(store: Store, number: int) -> None:
    """Neither database stores them, and neither may change them."""
    set_up(store, "t1")
    result = ResultRow("t1", 0, None, None, "", "", number, True, 1)
    for ask in (
        lambda: store.append("t1", 0, ["x"], at=number),
        lambda: store.append("t1", number, ["x"], at=1),
        lambda: store.append("t1", 0, ["x"], at=1, also=Also(results=(result,))),
        lambda: store.save_table(table("t1", ended_at=number)),
        lambda: store.people_seen(["ada"], number),
        lambda: store.add_secret(secret(hash="new", expires_at=number)),
        lambda: store.use_secret("secret-ada", SecretKind.SESSION, number),
        lambda: store.record_uses([SecretUse("secret-ada", number, None)]),
        lambda: store.access_of("ada", number),
        lambda: store.forget_expired(number),
        lambda: store.top_ratings("mark", 10, number),
        lambda: store.games_of("ada", before=number),
    ):
        with pytest.raises(StoreError) as refused:
            ask()
        assert refused.value.code == "store_number"
    assert table_of(store, "t1") == table("t1")
    assert store.find_secret("secret-ada") == secret()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_are_none(store: Store, number: float) -> None:
    """A rating that went wrong does not get in."""
    set_up(store, "t1")
    for rating in (RatingRow("ada", "mark", number, 1.0, 1), RatingRow("ada", "mark", 1.0, number, 1)):
        with pytest.raises(StoreError) as refused:
            store.append("t1", 0, ["x"], at=1, also=Also(ratings=(rating,)))
        assert refused.value.code == "store_number"
    assert entries(store) == []
