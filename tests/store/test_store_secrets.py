"""Secrets by which people are known, which end; and the keys of the server, which do not."""

import pytest

from closecall.store import SecretKind, Spent, Store, StoreError, Taken
from store.store_helpers import add, key_of, person, secret, set_up

CARRY = SecretKind.CARRY


def test_a_person_has_many_secrets(store: Store) -> None:
    """Each is found by its hash, with all its fields."""
    set_up(store)
    rows = [
        secret(),
        secret(hash="phone", created_at=2**53, expires_at=2**60),
        secret(hash="carry", kind=CARRY, expires_at=0),
        secret(hash="token", kind=SecretKind.BOT),
    ]
    for row in rows[1:]:
        store.add_secret(row).result()
    assert [store.find_secret(row.hash) for row in rows] == rows
    assert store.find_secret("ada") is store.find_secret("PHONE") is None


def test_a_secret_is_taken(store: Store) -> None:
    """Neither another person nor the same one gets it again, of whatever kind."""
    set_up(store)
    add(store, person("bob")).result()
    for again in (secret("bob", hash="secret-ada"), secret(kind=CARRY)):
        with pytest.raises(Taken):
            store.add_secret(again).result()
    assert store.find_secret("secret-ada") == secret()


def test_a_secret_of_an_unknown_person(store: Store) -> None:
    """The person must be there."""
    with pytest.raises(StoreError) as refused:
        store.add_secret(secret()).result()
    assert refused.value.code == "store_missing"
    assert store.find_secret("secret-ada") is None


def test_a_secret_is_used_once(store: Store) -> None:
    """The answer is whose it was; the second time it is unknown, and other secrets do not mind."""
    set_up(store)
    add(store, person("bob")).result()
    store.add_secret(secret("bob", hash="carry", kind=CARRY, expires_at=100)).result()
    assert store.use_secret("carry", CARRY, 50).result() == "bob"
    for unknown in ("carry", "never", "secret"):
        with pytest.raises(Spent) as refused:
            store.use_secret(unknown, CARRY, 50).result()
        assert refused.value.facts == {}
        assert "no longer valid" in str(refused.value)
    assert store.find_secret("carry") is None
    assert store.find_secret("secret-bob") == secret("bob")


@pytest.mark.parametrize(("at", "is_expired"), [(99, False), (100, True), (101, True)])
def test_a_secret_expires(store: Store, at: int, is_expired: bool) -> None:
    """At exactly that time, both for using it and for deleting it."""
    set_up(store)
    store.add_secret(row := secret(hash="carry", kind=CARRY, expires_at=100)).result()
    if is_expired:
        with pytest.raises(Spent):
            store.use_secret("carry", CARRY, at).result()
        assert store.find_secret("carry") == row
        assert store.forget_expired(at).result() == 1
    else:
        assert store.forget_expired(at).result() == 0
        assert store.use_secret("carry", CARRY, at).result() == "ada"
    assert store.find_secret("carry") is None


def test_a_secret_of_another_kind(store: Store) -> None:
    """It cannot be used for another purpose, and trying does not use it up; one without expiry can be
    used."""
    set_up(store)
    for kind in (CARRY, SecretKind.BOT):
        with pytest.raises(Spent):
            store.use_secret("secret-ada", kind, 1).result()
    assert store.use_secret("secret-ada", SecretKind.SESSION, 2**62).result() == "ada"


def test_expired_secrets_are_deleted(store: Store) -> None:
    """And nothing else: neither later ones nor those without expiry."""
    set_up(store)
    for n, expires_at in enumerate((1, 50, 50, 51, 2**62, None)):
        store.add_secret(secret(hash=f"s{n}", kind=list(SecretKind)[n % 3], expires_at=expires_at)).result()
    assert store.forget_expired(50).result() == 3
    assert store.forget_expired(50).result() == 0
    left = [n for n in range(6) if store.find_secret(f"s{n}") is not None]
    assert left == [3, 4, 5]
    assert store.find_secret("secret-ada") == secret()


def test_signing_out(store: Store) -> None:
    """One secret is deleted; doing so twice is harmless, and others stay."""
    set_up(store)
    store.add_secret(secret(hash="phone")).result()
    for there in (1, 0):
        assert store.drop_secret("phone").result() == there
        assert store.find_secret("phone") is None
    assert store.find_secret("secret-ada") == secret()
    assert store.find_person("ada") == person()


def test_signing_out_everywhere(store: Store) -> None:
    """All sessions of one person, but no other secrets and no other person's."""
    set_up(store)
    add(store, person("bob")).result()
    for n in range(3):
        store.add_secret(secret(hash=f"device-{n}", expires_at=n or None)).result()
    token = secret(hash="token", kind=SecretKind.BOT)
    store.add_secret(token).result()
    assert store.drop_secrets_of("ada", SecretKind.SESSION).result() == 4
    assert store.drop_secrets_of("ada", SecretKind.SESSION).result() == 0
    assert [store.find_secret(f"device-{n}") for n in range(3)] == [None] * 3
    assert store.find_secret("secret-ada") is None
    assert (store.find_secret("token"), store.find_secret("secret-bob")) == (token, secret("bob"))


def test_the_first_key_wins(store: Store) -> None:
    """Later callers get the same one; each name has its own."""
    assert key_of(store, "cookie") is None
    assert store.keep_key("cookie", "first").result() == "first"
    assert store.keep_key("cookie", "second").result() == "first"
    assert store.keep_key("other", "second").result() == "second"
    assert (key_of(store, "cookie"), key_of(store, "other"), key_of(store, "Cookie")) == (
        "first",
        "second",
        None,
    )


def test_a_key_outlives_the_program(url: str) -> None:
    """It is there when the database is opened again."""
    with Store.open(url) as store:
        store.keep_key("cookie", "first").result()
    with Store.open(url) as store:
        assert store.keep_key("cookie", "second").result() == key_of(store, "cookie") == "first"
