"""What tells one making of the bots from another: their sources and values, in a few letters."""

from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
PLAYING = ("bots", "core", "games", "kernels")
"""The folders that decide what a bot does."""
KINDS = (".py", ".npz", ".json", ".toml")


@cache
def sources_mark(*more: str) -> str:
    """Another one whenever anything has changed that could make a bot play otherwise, or in more folders."""
    digest = sha256()
    for folder in (*PLAYING, *more):
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in KINDS:
                digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
