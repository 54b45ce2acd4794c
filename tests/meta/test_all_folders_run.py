"""`scripts/test` runs every folder of tests."""

import re

from support.source import ROOT


def test_every_folder_of_tests_is_named() -> None:
    """A new folder must be added to one of its parts."""
    script = (ROOT / "scripts" / "test").read_text("utf-8")
    named = set(re.findall(r"\btests/\w+\b", script))
    tests = [path.relative_to(ROOT).parts for path in (ROOT / "tests").rglob("test_*.py")]
    folders = {f"tests/{folder}" for _, folder, *_ in tests}
    assert len(folders) > 10
    assert folders == named
