"""The names exported by the package: everything that its documents and types mention."""

import re
from types import ModuleType

import closecall
from support.source import DOCUMENTS


def test_everything_is_exported() -> None:
    """Every public name is in `__all__`, so strict type checkers accept importing it."""
    at_hand = {
        name
        for name, value in vars(closecall).items()
        if name[0] != "_" and not isinstance(value, ModuleType) and name != "Any"
    }
    assert set(closecall.__all__) == at_hand
    assert closecall.__all__ == sorted(closecall.__all__)
    assert {"AnyMatch", "decode_record", "find_rules", "replay"} <= at_hand


def test_the_documents_use_what_is_exported() -> None:
    """`closecall.verify(…)` and `from closecall import Seat` work as they stand."""
    used = set()
    for document in DOCUMENTS:
        for block in re.findall(
            r"^```python\n(.*?)^```$", document.read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            used |= set(re.findall(r"\bclosecall\.([A-Za-z]\w*)\(", block))
            for names in re.findall(r"from closecall import (.+)", block):
                used |= {name.strip() for name in names.split(",")}
    assert {"Seat", "load", "mixed", "new_match"} <= used
    assert used <= set(closecall.__all__)
