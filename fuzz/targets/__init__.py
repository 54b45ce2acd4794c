"""The fuzz targets, one module each: `test_one_input` takes any bytes and raises if a promise is broken.

`WORDS` are the words of the format, from which a fuzzer builds inputs.
"""

from importlib import import_module
from typing import Protocol, cast

NAMES = (
    "bot_answers", "bot_questions", "entries", "frames", "kits", "layouts", "names", "notations", "records",
    "sockets", "stored_tables", "table_requests",
)  # fmt: skip


class Target(Protocol):
    """What a module of this package provides."""

    WORDS: tuple[str, ...]

    def test_one_input(self, data: bytes) -> None:
        """Read these bytes; any exception is a finding."""


def find_target(name: str) -> Target:
    """The module of a target."""
    return cast(Target, import_module(f"{__name__}.{name}"))
