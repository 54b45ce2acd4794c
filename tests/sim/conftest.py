"""A data folder for every test of simulations, and English unless a test says otherwise."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "RAY_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CLOSECALL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLOSECALL_LANG", "en")
    return tmp_path / "home"
