"""What other programs call: compiled functions that take flat arrays and numbers, and return a number."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A compiled function, and the types with which it is compiled ahead of time.

    Types are the letters of the standard module `array`; `h[]` is an array of them.
    """

    function: Callable[..., Any]
    result: str
    arguments: tuple[str, ...]
