"""The kept inputs of each target, and the deterministic run over them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from fuzz.mutations import mutated
from fuzz.targets import find_target

CORPUS = Path(__file__).parent / "corpus"


def kept_files(name: str) -> list[Path]:
    """The kept inputs of a target, in the order of their names."""
    return sorted(path for path in (CORPUS / name).iterdir() if path.is_file())


def inputs(name: str, mutations: int, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """Every kept input of a target, then mutations of them; each with a name to find it again."""
    files = kept_files(name)
    kept = [path.read_bytes() for path in files]
    yield from zip([path.name for path in files], kept, strict=True)
    words = find_target(name).WORDS
    for n in range(mutations):
        rng = Random(f"{name} {seed} {n}")
        yield f"mutation {n} of seed {seed}", mutated(rng.choice(kept), kept, words, rng)
