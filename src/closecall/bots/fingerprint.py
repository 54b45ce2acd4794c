"""A fingerprint of everything that decides how the bots play: sources and values."""

from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
FOLDERS = ("bots", "core", "games", "kernels")
KINDS = (".py", ".npz", ".json", ".toml")


@cache
def source_fingerprint(*more: str) -> str:
    """It changes with anything that could change how a bot plays, or with a file of more folders."""
    digest = sha256()
    for folder in (*FOLDERS, *more):
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in KINDS:
                digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
