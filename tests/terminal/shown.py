"""What a command reads from its words, and what it prints."""

from importlib import import_module
from typing import Any

import pytest

from closecall.cli.main import command_line
from closecall.messages import catalogue

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


def arguments(command: str, *words: str) -> Any:
    """The arguments of a command, as its module gets them."""
    top, _, parsers = command_line(catalogue("en"), [command])
    found = top.parse_args([command, *words])
    return parsers[command].read(found, import_module(f"closecall.cli.{command}").Arguments)
