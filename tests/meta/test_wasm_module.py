"""The shipped WebAssembly module: up to date, small, and free of imports but memory."""

import subprocess
import sys
from pathlib import Path

import pytest

from closecall.bots.wasm.build import SOURCES, is_fresh, source_digest
from closecall.bots.wasm.object_file import custom_section, encode, encode_signed, imports, sections
from closecall.bots.wasm.runtime import module_bytes


def test_it_is_up_to_date() -> None:
    """A quick look at the hash of its sources; tests/bots builds it again."""
    assert is_fresh(module_bytes()), "run python -m closecall.bots.wasm.build"


def test_a_changed_source_is_noticed() -> None:
    """Every byte of the hash counts."""
    content = module_bytes()
    at = content.index(source_digest())
    assert not is_fresh(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    assert custom_section(content, SOURCES + "?") is None


def test_it_needs_memory_and_a_stack_only() -> None:
    """No function of ours or of the C library is called from inside."""
    assert imports(module_bytes()) == [(2, "__linear_memory"), (3, "__stack_pointer")]


def test_it_is_small() -> None:
    """A page that plays offline has to load it."""
    assert len(module_bytes()) <= 300_000


def test_the_hash_needs_no_compiler() -> None:
    """So everybody can see whether the module is up to date."""
    code = """
import sys
from closecall.bots.wasm.build import source_digest
source_digest()
print({"numba", "numpy"} & {*sys.modules})
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "set()"


@pytest.mark.parametrize("content", [b"", b"\0asm", b"<html>nothing of the kind</html>"])
def test_other_files_are_refused(content: bytes) -> None:
    """By their first bytes."""
    with pytest.raises(ValueError, match="not WebAssembly"):
        sections(content)


@pytest.mark.parametrize(
    ("number", "unsigned", "signed"),
    [(0, "00", "00"), (63, "3f", "3f"), (64, "40", "c000"), (127, "7f", "ff00"), (128, "8001", "8001")],
)
def test_numbers(number: int, unsigned: str, signed: str) -> None:
    """The examples of the format: seven bits in each byte; bit 6 of the last one is a sign."""
    assert encode(number).hex() == unsigned
    assert encode_signed(number).hex() == signed


def test_the_module_is_shipped() -> None:
    """As package data, beside the code that runs it."""
    import closecall.bots.wasm as package

    assert (Path(package.__path__[0]) / "experts.wasm").is_file()
