"""Secrets by which people are known, which end; and the keys of the server, which do not."""

from dataclasses import replace

import pytest

from closecall.store import AccessRow, SecretKind, SecretUse, Spent, Store, StoreError, Taken, TooMany
from store.store_helpers import add, key_of, person, secret, set_up

CARRY, BOT = SecretKind.CARRY, SecretKind.BOT


def add_bot(store: Store, bot: str, owner: str = "ada") -> None:
    """Store a bot with a token."""
    store.add_person(person(bot, is_bot=True, owner=owner), secret(bot, kind=BOT)).result()


def hashes_of(store: Store, person_id: str = "ada", at: int = 1) -> list[str]:
    """The hashes of the secrets of a person and of their bots."""
    return [row.secret.hash for row in store.access_of(person_id, at)]


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
    """All secrets of a person, of whatever kind, and of their bots; nothing of anybody else."""
    set_up(store)
    add(store, person("bob")).result()
    for bot, owner in (("robby", "ada"), ("marvin", "ada"), ("hal", "bob")):
        add_bot(store, bot, owner)
    for n, kind in enumerate(SecretKind):
        store.add_secret(secret(hash=f"ada-{n}", kind=kind, expires_at=n or None)).result()
    store.add_secret(secret("bob", hash="link", kind=CARRY, expires_at=9)).result()
    assert store.end_access("ada").result() == {"ada", "robby", "marvin"}
    assert store.end_access("ada").result() == set()
    assert hashes_of(store) == []
    assert [store.find_secret(f"ada-{n}") for n in range(3)] == [None] * 3
    assert [store.find_secret(f"secret-{name}") for name in ("ada", "robby", "marvin")] == [None] * 3
    assert hashes_of(store, "bob") == ["link", "secret-bob", "secret-hal"]
    assert store.find_person("robby") == person("robby", is_bot=True, owner="ada")


def test_what_a_person_has(store: Store) -> None:
    """Their own secrets and those of their bots, with names, the oldest first, unless they have expired."""
    set_up(store)
    add(store, person("bob")).result()
    add_bot(store, "robby")
    add_bot(store, "hal", "bob")
    link = secret(hash="link", kind=CARRY, created_at=5, expires_at=9)
    store.add_secret(link).result()
    own = AccessRow(secret(), "Ada"), AccessRow(secret("robby", kind=BOT), "Robby")
    assert store.access_of("ada", 8) == (*own, AccessRow(link, "Ada"))
    assert store.access_of("ada", 9) == own
    assert store.access_of("robby", 8) == own[1:]
    assert store.access_of("nobody", 8) == ()


def test_when_secrets_were_used(store: Store) -> None:
    """The latest use stays, with its device; secrets that do not exist are left out."""
    set_up(store)
    store.add_secret(secret(hash="phone")).result()
    for at, device in ((20, "Firefox, Linux"), (10, "Safari, iPhone")):
        uses = [SecretUse("secret-ada", at, device), SecretUse("gone", at, device)]
        store.record_uses(uses).result()
    assert store.find_secret("secret-ada") == secret(seen_at=20, device="Firefox, Linux")
    store.record_uses([SecretUse("secret-ada", 21), SecretUse("phone", 2)]).result()
    assert store.find_secret("secret-ada") == secret(seen_at=21, device="Firefox, Linux")
    assert store.find_secret("phone") == secret(hash="phone", seen_at=2)
    assert store.find_secret("gone") is None


# Limits


def test_the_newest_links_stay(store: Store) -> None:
    """One more than allowed replaces the oldest; other kinds and other people do not count."""
    set_up(store)
    add(store, person("bob")).result()
    store.add_secret(secret("bob", hash="bob's", kind=CARRY)).result()
    for n in range(5):
        link = secret(hash=f"link-{n}", kind=CARRY, created_at=9 - n)
        store.add_secret(link, by="secret-ada", most=3).result()
        assert hashes_of(store)[0] == "secret-ada"
    assert sorted(hashes_of(store)[1:]) == ["link-0", "link-1", "link-2"], "by their time, not their order"
    assert hashes_of(store, "bob") == ["bob's", "secret-bob"]


def test_a_session_asks_for_secrets_only_until_it_ends(store: Store) -> None:
    """After signing out nothing can be added, even by a request that was under way; nor for others."""
    set_up(store)
    add(store, person("bob")).result()
    link, bot = secret(hash="link", kind=CARRY), person("robby", is_bot=True, owner="ada")
    token = secret("robby", kind=BOT)
    ended = store.end_access("ada")
    late = store.add_secret(link, by="secret-ada", most=3), store.add_person(bot, token, by="secret-ada")
    of_another = store.add_secret(link, by="secret-bob"), store.add_person(bot, token, by="secret-bob")
    assert ended.result() == {"ada"}
    for future in (*late, *of_another):
        with pytest.raises(Spent):
            future.result()
    assert (hashes_of(store), store.find_person("robby")) == ([], None)


def test_a_person_has_some_bots_at_most(store: Store) -> None:
    """Bots whose token was revoked do not count, nor do other people's."""
    set_up(store)
    add(store, person("bob")).result()
    add_bot(store, "hal", "bob")

    def ask(name: str) -> None:
        bot = person(name, is_bot=True, owner="ada")
        store.add_person(bot, secret(name, kind=BOT), by="secret-ada", most=2).result()

    ask("one")
    ask("two")
    with pytest.raises(TooMany) as refused:
        ask("three")
    assert (refused.value.code, refused.value.facts) == ("too_many_bots", {"most": 2})
    assert store.find_person("three") is None
    store.drop_secret("secret-one").result()
    ask("three")
    assert hashes_of(store) == ["secret-ada", "secret-three", "secret-two"]


def test_a_secret_is_exchanged(store: Store) -> None:
    """The new one is there as soon as the old one is gone; if there are too many, nothing happens."""
    set_up(store)
    for n in range(2):
        store.add_secret(secret(hash=f"link-{n}", kind=CARRY)).result()
    phone, tablet = secret(hash="phone"), secret(hash="tablet")
    assert store.use_secret("link-0", CARRY, 1, instead=phone, most=2).result() == "ada"
    assert hashes_of(store) == ["link-1", "phone", "secret-ada"]
    with pytest.raises(TooMany) as refused:
        store.use_secret("link-1", CARRY, 1, instead=tablet, most=2).result()
    assert (refused.value.code, refused.value.facts) == ("too_many_devices", {"most": 2})
    with pytest.raises(Spent):
        store.use_secret("link-0", CARRY, 1, instead=tablet, most=9).result()
    with pytest.raises(Taken):
        store.use_secret("link-1", CARRY, 1, instead=replace(tablet, hash="phone"), most=9).result()
    assert hashes_of(store) == ["link-1", "phone", "secret-ada"]


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
