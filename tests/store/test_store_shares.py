"""Links to shared games."""

from concurrent.futures import wait

import pytest

from closecall.store import Store, StoreError, Taken
from store.store_helpers import set_up


def test_the_first_token_stays(store: Store) -> None:
    """Until it is deleted; others are never found."""
    set_up(store, "t1")
    assert store.share_table("t1", "first", 1).result() == "first"
    assert store.share_table("t1", "second", 2).result() == "first"
    assert (store.find_shared("first"), store.find_shared("second")) == ("t1", None)
    assert [store.stop_sharing("t1").result() for _ in range(2)] == [1, 0]
    assert store.find_shared("first") is None
    assert store.share_table("t1", "third", 3).result() == "third"
    assert store.find_shared("third") == "t1"


def test_everybody_at_once(store: Store) -> None:
    """All get the same token."""
    set_up(store, "t1")
    made = [store.share_table("t1", f"token-{n}", n) for n in range(20)]
    wait(made)
    assert len({each.result() for each in made}) == 1


def test_tokens_are_unique(store: Store) -> None:
    """A token opens one table, and only one that exists."""
    set_up(store, "t1", "t2")
    store.share_table("t1", "token", 1).result()
    with pytest.raises(Taken):
        store.share_table("t2", "token", 1).result()
    with pytest.raises(StoreError) as refused:
        store.share_table("nowhere", "other", 1).result()
    assert refused.value.code == "store_missing"
    assert (store.find_shared("token"), store.find_shared("other")) == ("t1", None)
