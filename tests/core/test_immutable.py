"""`replace` gives the same results as `dataclasses.replace`."""

import dataclasses
from itertools import islice
from random import Random
from typing import Any

import pytest

from closecall.core.immutable import replace
from support.random_games import TABLES, Table, random_match, table_name, walk


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_same_as_the_standard_library(table: Table) -> None:
    """Every field of the states and matches of a game, alone and all at once; the old value stays."""
    rng = Random(table_name(table))
    *_, early, late = islice(walk(random_match(table, rng), rng), 40)
    pairs: list[tuple[Any, Any]] = [(early, late), (early.state, late.state), (early.pending, early.pending)]
    for old, new in pairs:
        before = repr(old)
        names = [field.name for field in dataclasses.fields(old)]
        changes = {name: getattr(new, name) for name in names if type(old) is type(new)}
        for some in [*({name: part} for name, part in changes.items()), changes, {}]:
            made = replace(old, **some)
            assert made == dataclasses.replace(old, **some)
            assert type(made) is type(old)
            assert [getattr(made, name) for name in names] == [
                some.get(name, getattr(old, name)) for name in names
            ]
        assert repr(old) == before


def test_what_is_made_is_frozen() -> None:
    """Like any other value of its class."""
    state = random_match(TABLES[0], Random(1)).state
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(state, round=3).round = 4
    assert hash(replace(state, round=state.round)) == hash(state)


def test_an_unknown_part() -> None:
    """A part that the class does not have is a mistake of ours."""
    state = random_match(TABLES[0], Random(1)).state
    with pytest.raises(TypeError, match="State has no rounds"):
        replace(state, rounds=3)
