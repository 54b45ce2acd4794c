"""The image and the source distribution contain everything they need."""

import re
import runpy
import tomllib
from pathlib import Path

from closecall.cli.sim_extra import COMMANDS as SIM_COMMANDS
from support.source import PACKAGE, ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HATCH = PYPROJECT["tool"]["hatch"]["build"]["targets"]


def needed_by_a_wheel() -> list[Path]:
    """Every file that the build of the package reads."""
    project, hook = PYPROJECT["project"], runpy.run_path(str(ROOT / "hatch_build.py"))
    page = hook["build_page"].WEB.relative_to(ROOT)
    own = ("pyproject.toml", "hatch_build.py", project["readme"], *project["license-files"])
    return [*map(Path, own), *map(Path, HATCH["wheel"]["packages"]), *map(Path, hook["INCLUDED"]), page]


def copied_to_the_image() -> list[Path]:
    """What the Containerfile copies out of the source, each to the place where it was."""
    text = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    copies = [line.split()[1:] for line in text.splitlines() if line.startswith("COPY ")]
    found = []
    for *sources, into in (words for words in copies if not words[0].startswith("--from")):
        for source in map(Path, sources):
            assert Path(into) == source or (into == "./" and (ROOT / source).is_file()), source
            found.append(source)
    return found


def test_the_image_is_built_from_all_that_the_package_needs() -> None:
    """A folder that the wheel takes along and the Containerfile does not copy would end its build."""
    copied = copied_to_the_image()
    for path in needed_by_a_wheel():
        assert (ROOT / path).exists(), path
        assert any(path.is_relative_to(source) for source in copied), path


def test_what_others_have_built_stays_out_of_the_image() -> None:
    """Podman and Docker read the same list, which leaves the tools of this machine where they are."""
    ignored = (ROOT / ".containerignore").read_text("utf-8")
    assert (ROOT / ".dockerignore").read_text("utf-8") == ignored
    patterns = {line for line in ignored.splitlines() if not line.startswith("#")}
    assert patterns >= {".git", ".venv", "**/node_modules", "**/__pycache__", "**/.*_cache"}
    for path in copied_to_the_image():
        assert not patterns.intersection(map(str, (path, *path.parents))), path


def test_a_source_distribution_can_be_played_tested_and_built() -> None:
    """It has what the scripts read, what the image is built from, and what the package is built from."""
    scripts = "".join(path.read_text("utf-8") for path in (ROOT / "scripts").iterdir() if path.is_file())
    words = set(re.findall(r"[\w.]+", scripts))
    read = {path.name for path in ROOT.iterdir() if path.name in words and path.name[0] != "."}
    assert {"requirements.lock", "pyproject.toml", "src", "tests", "web"} <= read
    read |= {path.parts[0] for path in (*needed_by_a_wheel(), *copied_to_the_image())}
    read |= {".containerignore", ".dockerignore"}
    assert read - {"pyproject.toml"} <= set(HATCH["sdist"]["include"])  # which is always in it


def test_scripts_play_installs_what_a_command_needs() -> None:
    """The small set for playing, and the extra for the commands that ask for it."""
    text = (ROOT / "scripts" / "play").read_text("utf-8")
    assert f"    {' | '.join(SIM_COMMANDS)}) set_up sim ;;\n" in text
    needed = {re.split(r"\W", name)[0] for name in PYPROJECT["project"]["dependencies"]}
    assert "wasmtime" in needed
    assert not needed.intersection(("numba", "numpy"))
    extras = PYPROJECT["project"]["optional-dependencies"]
    assert {re.split(r"\W", name)[0] for name in extras["sim"]} == {"numba", "numpy"}
    for extra in ("bench", "ray", "dev"):  # They simulate, too.
        assert any(
            "sim" in re.findall(r"\w+", name) for name in extras[extra] if name.startswith("closecall[")
        )


def test_the_lock_has_hashes_and_no_addresses() -> None:
    """Whatever index the packages come from, only the files that were tested are installed."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    pins = re.findall(
        r"^([a-z0-9.-]+==\S+)(?: ; [^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", lock, re.MULTILINE
    )
    assert len(pins) > 100
    assert len(pins) == len([line for line in lock.splitlines() if not line.startswith("    --hash=")])
    assert "://" not in lock


def test_the_classifiers_say_what_is_known() -> None:
    """The oldest Python is the required one, the image's is among them, and the licence has its own field."""
    said = PYPROJECT["project"]["classifiers"]
    assert said == sorted(said)
    versions = [name.rpartition(" :: ")[2] for name in said if re.search(r"Python :: 3\.\d+$", name)]
    assert f">={versions[0]}" == PYPROJECT["project"]["requires-python"]
    image = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    assert len(set(re.findall(r"python:(3\.\d+)-slim", image)) & set(versions)) == 1
    assert "Typing :: Typed" in said
    assert (PACKAGE / "py.typed").is_file()
    assert any(name.startswith("Development Status :: ") for name in said)
    assert not any(name.startswith("License :: ") for name in said)
