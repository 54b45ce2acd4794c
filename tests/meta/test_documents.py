"""The documents tell the truth: their commands run, their examples are right, their links lead somewhere."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.source import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
PICTURE = re.compile(r'(?:src|href)="([^"]+)"')

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def commands(document: Path) -> list[str]:
    """The commands of a document: the lines of its console blocks that begin with `$`."""
    found = []
    for block in CONSOLE.findall(document.read_text("utf-8")):
        joined = block.replace("\\\n", " ")
        found += [line[2:].strip() for line in joined.splitlines() if line.startswith("$ ")]
    return found


def test_there_are_documents_and_commands() -> None:
    """Else nothing below would mean anything."""
    assert ROOT / "README.md" in DOCUMENTS
    assert commands(ROOT / "README.md")


@each_document
def test_the_commands_run(document: Path, tmp_path: Path) -> None:
    """One after the other in an empty folder and an empty home, as a reader would type them."""
    environment = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "LANG": "C.UTF-8",
    }
    folder = tmp_path / "here"
    folder.mkdir()
    for command in commands(document):
        ran = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ran.returncode == 0, f"$ {command}\n{ran.stdout}{ran.stderr}"


@each_document
def test_the_examples_are_right(document: Path) -> None:
    """Every `>>>` gives what stands below it."""
    failed, _ = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert failed == 0


@each_document
def test_the_links_lead_somewhere(document: Path) -> None:
    """Relative links name files that are there."""
    text = document.read_text("utf-8")
    for link in LINK.findall(text) + PICTURE.findall(text):
        if not re.match(r"[a-z]+:|#", link):
            assert (document.parent / link.partition("#")[0]).exists(), link
