"""Every fuzz target keeps its promise for the kept inputs and for a fixed number of mutations of them."""

import runpy
from pathlib import Path
from random import Random

import pytest

from fuzz.corpus import CORPUS, inputs, kept_files
from fuzz.mutations import is_json, mutated
from fuzz.seeds import SEEDS
from fuzz.targets import NAMES, find_target

MUTATIONS = {"sockets": 100}
"""Few where each input takes long."""
USUAL_MUTATIONS = 1000
REGRESSIONS = sorted(CORPUS.glob("*/regression-*"))

each_target = pytest.mark.parametrize("name", NAMES)


@pytest.mark.long
@each_target
def test_kept_inputs_and_mutations(name: str) -> None:
    """No input raises anything; the same inputs each time."""
    test = find_target(name).test_one_input
    for label, data in inputs(name, MUTATIONS.get(name, USUAL_MUTATIONS)):
        try:
            test(data)
        except Exception as error:
            raise AssertionError(f"{name}, {label}: {data!r}") from error


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found(path: Path) -> None:
    """An input that once broke a promise does not do so again."""
    find_target(path.parent.name).test_one_input(path.read_bytes())


@each_target
def test_nothing_at_all(name: str) -> None:
    """The empty input, with which every fuzzer begins, and bytes that are no text."""
    find_target(name).test_one_input(b"")
    find_target(name).test_one_input(bytes(range(256)))


@each_target
def test_inputs_are_the_same_each_time(name: str) -> None:
    """And so are the mutations; another seed gives others."""
    kept = len(kept_files(name))
    first = list(inputs(name, 20))
    assert first == list(inputs(name, 20))
    others = list(inputs(name, 20, seed=1))
    assert others[:kept] == first[:kept]
    assert others[kept:] != first[kept:]


def test_every_target_has_seeds_and_a_corpus() -> None:
    """And nothing else has."""
    assert sorted(SEEDS) == sorted(NAMES) == sorted(path.name for path in CORPUS.iterdir())
    modules = [path.stem for path in (CORPUS.parent / "targets").glob("*.py")]
    assert sorted(modules) == sorted([*NAMES, "__init__"])
    for name, seeds in SEEDS.items():
        written = {f"seed-{label}" for label, _ in seeds()}
        assert written <= {path.name for path in kept_files(name)}


def test_kept_inputs_are_small() -> None:
    """They are read by people, and run with every test of the long part."""
    files = [path for name in NAMES for path in kept_files(name)]
    assert max(path.stat().st_size for path in files) <= 5_000
    assert sum(path.stat().st_size for path in files) <= 500_000


def test_mutations_of_json_are_mostly_json() -> None:
    """Otherwise a fuzzer would test little but the parser."""
    kept = [path.read_bytes() for path in kept_files("records") if path.name.startswith("seed-")]
    rng = Random(1)
    changed = [mutated(rng.choice(kept), kept, (), rng) for _ in range(300)]
    assert sum(map(is_json, changed)) > 150
    assert sum(data not in kept for data in changed) > 270  # A number may be replaced by itself.


def test_a_target_notices_a_broken_promise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command fails, and its input can be run again by itself."""
    from closecall.games import mark

    def parse_anything(text: str) -> object:
        return text

    monkeypatch.setattr(mark, "parse_move", parse_anything)
    file = tmp_path / "input"
    file.write_bytes(b"b2+g")
    monkeypatch.setattr("sys.argv", ["fuzz", "notations", "--file", str(file)])
    with pytest.raises(AssertionError):
        runpy.run_module("fuzz", run_name="__main__")
