"""Records written by an older closecall: still read, replayed and verified."""

import json
from pathlib import Path

import pytest

import closecall
from closecall.core.fate import verify
from closecall.core.match import Commit, Fate, TakeBack
from closecall.core.record import encode_record
from closecall.core.rules import Over
from closecall.games import slugs

OLD = Path(__file__).with_name("old")
SAVED = [f"1-{slug}-saved" for slug in slugs()]


def old_file(name: str) -> bytes:
    """A file of version 1, as it was written then."""
    data = (OLD / f"{name}.json").read_bytes()
    assert b'"version": 1,' in data
    return data


def test_all_old_files_are_tried() -> None:
    """Every file is used by a test below."""
    names = {*SAVED, *(f"1-{slug}" for slug in slugs()), "1-qwixx-real"}
    assert {path.stem for path in OLD.iterdir()} == names


@pytest.mark.parametrize("slug", slugs())
def test_an_old_finished_game(slug: str) -> None:
    """It replays to its end, its draws are verified, and it can be written in the new format."""
    data = old_file(f"1-{slug}")
    whole, match = closecall.load(data)
    assert whole.words == ()
    assert {Fate, Commit, TakeBack} == {type(entry) for entry in whole.log}
    assert isinstance(match.pending, Over)
    assert verify(match.rules, whole) == sum(isinstance(entry, Fate) for entry in whole.log)
    assert encode_record(match.rules, whole, version=1) == data
    new = encode_record(match.rules, whole)
    assert json.loads(new) == {**json.loads(data), "version": 2, "words": []}
    assert closecall.load(new) == (whole, match)


@pytest.mark.parametrize("name", [*SAVED, "1-qwixx-real"])
def test_an_old_saved_game(name: str) -> None:
    """An unfinished game, with a seed or with real dice."""
    data = old_file(name)
    whole, match = closecall.load(data)
    assert whole.words == ()
    assert not isinstance(match.pending, Over)
    assert encode_record(match.rules, whole, version=1) == data
    if name == "1-qwixx-real":
        assert (whole.commitment, whole.seed) == (None, None)
    else:
        assert verify(match.rules, whole) > 0
