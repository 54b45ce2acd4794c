"""The words of the command line, none of which may change, and its help as golden texts.

`python tests/terminal/test_command_words.py` writes the help texts again after a change of wording.
"""

import argparse
import io
import re
from contextlib import redirect_stdout
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from closecall import __version__
from closecall.cli.main import COMMANDS, command_line, main
from closecall.messages import LANGUAGES, catalogue

HELP = Path(__file__).parent / "help"
WORDS = Path(__file__).parent / "command_words.txt"
"""The words that people and scripts type. Add to them, but change none."""


def described(action: argparse.Action) -> str:
    """An argument as a line: a flag with its value, or a positional in brackets."""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    values = metavar if re.fullmatch(r"[a-z|]+|\d+-\d+", metavar) else ""
    flags = " ".join(action.option_strings)
    if not flags:
        return f"    [{action.dest}] {values}".rstrip()
    if action.nargs == 0:
        return f"    {flags}"
    return f"    {flags} [{values or 'VALUE'}]" if action.nargs == "?" else f"    {flags} {values or 'VALUE'}"


def block(title: str, parser: argparse.ArgumentParser) -> str:
    """A command with its words."""
    actions = [action for action in parser._actions if not isinstance(action, argparse._SubParsersAction)]
    return "\n".join([title, *map(described, actions)]) + "\n"


def test_no_word_has_changed() -> None:
    """Commands, positionals, flags, and whether they have a value and which."""
    top, _, parsers = command_line(catalogue("en"), COMMANDS)
    blocks = [block("closecall", top)]
    blocks += [block(f"closecall {name}", parser._parser) for name, parser in parsers.items()]
    assert "\n".join(blocks) == WORDS.read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_reads_every_word_that_it_declares(name: str) -> None:
    """The language is read before the command, and not every command needs to know whether to be plain."""
    _, _, parsers = command_line(catalogue("en"), [name])
    read = {field.name for field in fields(import_module(f"closecall.cli.{name}").Arguments)}
    assert read | {"lang", "plain"} == parsers[name].field_names


@pytest.mark.parametrize("language", LANGUAGES)
def test_help(language: str) -> None:
    """The whole text of every command in every language."""
    assert help_texts(language) == (HELP / f"{language}.txt").read_text("utf-8")


def help_texts(language: str) -> str:
    """The help of all commands, one after the other."""
    texts = []
    for words in (["--help"], *([name, "--help"] for name in COMMANDS)):
        with redirect_stdout(io.StringIO()) as shown:
            assert main([*words, "--lang", language]) == 0
        texts.append(f"$ closecall {' '.join(words)}\n{shown.getvalue()}")
    return "\n".join(texts).replace(__version__, "VERSION")


if __name__ == "__main__":
    for each in LANGUAGES:
        (HELP / f"{each}.txt").write_text(help_texts(each), "utf-8")
