"""What a command has printed."""

import pytest

Shown = pytest.CaptureFixture[str]


def said(shown: Shown) -> str:
    """What was printed, in one line."""
    return " ".join(shown.readouterr().out.split())


def complaint(shown: Shown) -> str:
    """What was complained about; nothing else was printed."""
    captured = shown.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.rstrip("\n")
