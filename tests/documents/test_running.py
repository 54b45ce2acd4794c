"""What the documents tell a reader to type does what they say: their commands run, their examples are right.

Some of it simulates games, so all of it is run with what is compiled.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

from closecall.folders import cache_folder
from support.source import DOCUMENTS, ROOT, each_document

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(document: Path) -> list[str]:
    """The commands of a document: the lines of its console blocks that begin with `$`."""
    found = []
    for block in CONSOLE.findall(document.read_text("utf-8")):
        joined = block.replace("\\\n", " ")
        found += [line[2:].strip() for line in joined.splitlines() if line.startswith("$ ")]
    return found


def test_there_are_documents_and_commands() -> None:
    """Otherwise the tests below would pass without checking anything."""
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
        "CLOSECALL_CACHE": str(cache_folder()),  # A reader compiles once, too, and not for every page.
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
            timeout=300,
            check=False,
        )
        assert ran.returncode == 0, f"$ {command}\n{ran.stdout}{ran.stderr}"


@each_document
def test_the_examples_are_right(document: Path) -> None:
    """Every `>>>` gives what stands below it."""
    failed, _ = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert failed == 0
