"""The documented Python API: names, fields, parameters and defaults, compared with a committed text.

After a deliberate change: `python tests/meta/test_public_api.py > tests/meta/public_api.txt`.
"""

import enum
import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

SNAPSHOT = Path(__file__).with_name("public_api.txt")

DOCUMENTED: dict[str, tuple[str, ...] | None] = {
    "closecall": None,
    "closecall.core.errors": (
        "AlreadyChosen", "BadMove", "BadNotation", "BadOptions", "BadRecord", "GameError", "IllegalMove",
        "IllegalOutcome", "NotYourDecision", "StaleDecision", "UnfairRecord",
    ),
    "closecall.core.rules": (
        "Chance", "Decision", "Listed", "Menu", "Outline", "Over", "Rules", "Source", "Viewer", "all_seats",
        "letter", "listed_menu",
    ),
    "closecall.core.match": ("Commit", "Fate", "Match", "TakeBack"),
    "closecall.core.record": (
        "Player", "Record", "decode_record", "encode_record", "record_of", "replay", "start", "steps",
    ),
    "closecall.core.fate": ("RandomSource", "SeededSource", "commitment", "mixed", "verify", "with_fate"),
    "closecall.core.seen": ("Seen", "decode_seen", "encode_seen"),
    "closecall.core.playthrough": ("playthrough",),
    "closecall.games": ("find_rules", "rules_of"),
    "closecall.games.mark": None,
    "closecall.games.qwixx": None,
    "closecall.games.enough": None,
    "closecall.messages": ("LANGUAGES", "Catalogue", "catalogue"),
    "closecall.bots": ("AnyBot", "Bot", "LEVELS", "NAMES", "find_bot", "has_bot", "seat_bot"),
    "closecall.sim": ("Plan", "Result", "SeatResult", "Spread", "simulate"),
}  # fmt: skip
"""Each documented module with its public names; None stands for all names in its `__all__`."""

INTERNAL_METHODS = ("Plan",)
"""Classes whose fields are documented, but whose methods only the package itself calls."""


def describe_api() -> str:
    """The whole API as text: a heading for each module, a line for each name and each member of a class."""
    lines = []
    for module_name, names in DOCUMENTED.items():
        module = import_module(module_name)
        lines += [f"# {module_name}", ""]
        for name in sorted(module.__all__ if names is None else names):
            lines += describe(name, getattr(module, name))
        lines.append("")
    return "\n".join(lines)


def describe(name: str, value: Any) -> Iterator[str]:
    """One name: a class with its members, a function with its parameters, or a constant."""
    if isinstance(value, type):
        yield from describe_class(name, value)
    elif callable(value) and not hasattr(value, "__origin__") and not hasattr(value, "__supertype__"):
        yield f"def {name}{parameters(value)}"
    elif isinstance(value, int | str | tuple | range):
        yield f"{name} = {value!r}"
    else:
        yield name


def describe_class(name: str, kind: type) -> Iterator[str]:
    """A class with its fields, methods and properties, or the members of an enum."""
    if kind.__name__ != name:
        yield f"{name} = {kind.__name__}"
        return
    if issubclass(kind, enum.Enum):
        yield f"enum {name}: {', '.join(member.name for member in kind)}"
        return
    yield f"class {name}{parameters(kind)}"
    if is_dataclass(kind):
        yield f"    fields: {', '.join(field.name for field in fields(kind))}"
    for member, value in sorted({} if name in INTERNAL_METHODS else vars(kind).items()):
        function = getattr(value, "__func__", value)  # A class method wraps its function.
        if not member.startswith("_") and inspect.isfunction(function):
            yield f"    {member}{parameters(function)}"
        elif not member.startswith("_") and isinstance(value, property):
            yield f"    {member}: property"


def parameters(function: Any) -> str:
    """The parameters of a function with their defaults; mypy checks the types."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # Built in, without a signature.
        return "(…)"
    plain = [parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=plain, return_annotation=signature.empty))


def test_the_documented_api_is_unchanged() -> None:
    """Programs written against the documentation go on working."""
    assert describe_api() == SNAPSHOT.read_text("utf-8")


if __name__ == "__main__":
    print(describe_api(), end="")
