"""The documentation site builds without warnings, loads nothing from other hosts, covers all public names."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import closecall
from closecall import sim
from closecall.games import enough, mark, qwixx
from support.source import ROOT

NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as CONTRIBUTING.md says."""
    folder = tmp_path_factory.mktemp("site")
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | NO_NETWORK,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


def test_documents_outside_docs_are_published(site: Path) -> None:
    """From the same files: there is no second copy."""
    for page, words in {
        "readme.html": "Three tabletop games about being close",
        "contributing.html": "scripts/test",
        "deploy.html": "systemctl",
        "rules/qwixx.html": "Steffen Benndorf",
    }.items():
        assert words in (site / page).read_text("utf-8")
    assert (site / "screenshots" / "home-desktop-light.png").is_file()


def test_nothing_is_loaded_from_other_hosts(site: Path) -> None:
    """No font, script, style or picture; links that a reader follows are fine."""
    loaded = re.compile(r"""(?:\bsrc=|<link\b[^>]*\bhref=|url\(|@import )["']?((?:https?:)?//[^"'\s)>]+)""")
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(files) > 30
    assert {str(file): found for file in files if (found := loaded.findall(file.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    ("page", "module"),
    [("closecall", closecall), ("games", mark), ("games", qwixx), ("games", enough), ("sim", sim)],
)
def test_public_names_are_in_the_reference(site: Path, page: str, module: ModuleType) -> None:
    """Except a function with the name of its own module (`view`, `picture`), which the protocol describes."""
    assert module.__file__ is not None
    submodules = {path.stem for path in Path(module.__file__).parent.glob("*.py")}
    names = {f"{module.__name__}.{name}" for name in set(module.__all__) - submodules}
    text = (site / "reference" / f"{page}.html").read_text("utf-8")
    assert names <= set(re.findall(r'\bid="([\w.]+)"', text))


def test_the_index_leads_each_reader_to_at_most_three_pages() -> None:
    """More would be a table of contents."""
    sections = (ROOT / "docs" / "index.md").read_text("utf-8").split("\n## ")[1:]
    assert len(sections) == 5
    for section in sections:
        assert 1 <= section.count("](") <= 3, section
