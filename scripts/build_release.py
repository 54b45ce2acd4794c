"""Build a release of the last commit: wheel, source distribution, bill of materials and checksums.

The same commit gives the same bytes, in any folder, at any time and under any umask. So everything is built
from an export of the commit, whose time is the time of all files.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from sbom import sbom

ROOT = Path(__file__).resolve().parents[1]
TARGETS = ("sdist", "wheel")
SUMS = "SHA256SUMS"


def build_release(out: Path) -> list[Path]:
    """Build everything from the last commit into a folder; the new files."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "closecall")
        export_commit(source)
        _take_tools(source)
        return build(source, out, _git("log", "-1", "--format=%ct").decode().strip())


def export_commit(folder: Path) -> None:
    """Write the files of the last commit to a new folder."""
    folder.mkdir()
    subprocess.run(["tar", "--extract", "--directory", folder], input=_git("archive", "HEAD"), check=True)


def build(source: Path, out: Path, epoch: str) -> list[Path]:
    """Build everything from a folder of sources; `epoch` is the time of all files, in seconds since 1970."""
    out.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(out.resolve())]
    for target in TARGETS:
        command += ["--target", target]
    subprocess.run(command, cwd=source, env={**os.environ, "SOURCE_DATE_EPOCH": epoch}, check=True)
    project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    bill = out / f"{name}-{version}.cdx.json"
    page = source / "src" / name / "page"
    bill.write_bytes(
        sbom(
            project,
            (source / "requirements.lock").read_text("utf-8"),
            (source / "web" / "package-lock.json").read_text("utf-8"),
            json.loads((page / "packages.json").read_text("utf-8")),
        )
    )
    made = [out / f"{name}-{version}-py3-none-any.whl", out / f"{name}-{version}.tar.gz", bill]
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (out / SUMS).write_text(sums, "utf-8")
    return [*made, out / SUMS]


def _take_tools(source: Path) -> None:
    """Copy the tools of the page, if they are installed: npm would have to download them again."""
    tools = Path("web", "node_modules")
    if (ROOT / tools).is_dir():
        shutil.copytree(ROOT / tools, source / tools, symlinks=True)


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="scripts/build", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", help="where to (dist)")
    out = parser.parse_args().folder
    build_release(out)
    print((out / SUMS).read_text("utf-8"), end="")


if __name__ == "__main__":
    main()
