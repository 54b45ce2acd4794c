"""Machine code is cached on disk, and never used after anything it depends on has changed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from closecall.kernels import cache_dirs, source_hash
from closecall.kernels.jit import compiled
from support.source import PACKAGE

# A package like ours: `first` calls a function of `second`, which calls one of `third`, which has a constant
# and an array from a file. `plain` is the same as `first`, but cached by Numba itself.
FIRST = """
from closecall.kernels.jit import compiled
from scratch.second import doubled

@compiled
def answer(n):
    return doubled(n) + 1
"""
PLAIN = """
import numba
from scratch.second import doubled

@numba.njit(cache=True)
def answer(n):
    return doubled(n) + 1
"""
SECOND = """
from closecall.kernels.jit import compiled, inlined
from .third import added

@inlined
def doubled(n):
    return added(2 * n)
"""
THIRD = """
from pathlib import Path
import numpy as np
from closecall.kernels.jit import compiled

CONSTANT = 100
ARRAY = np.fromfile(Path(__file__).with_name("numbers.bin"), np.int64)

@compiled
def added(n):
    return n + CONSTANT + ARRAY[0]
"""
PROGRAM = """
import json, logging, resource, sys
from closecall.kernels.jit import compile_callbacks
from pathlib import Path

logging.basicConfig(filename=sys.argv[1], level="INFO")
if sys.argv[2]:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
said = []
with compile_callbacks(lambda: said.append("begun"), lambda seconds: said.append(seconds)):
    from scratch.first import answer
    from scratch.third import added
    ours = answer(5)
    added(5.5)
found = {"ours": ours, "said": said, "kept": str(answer.stats.cache_path)}
if sys.argv[3]:
    from scratch import plain
    found["plain"] = plain.answer(5)
print(json.dumps(found))
"""


class Scratch:
    """A scratch package with its own cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "scratch"
        self.cache = folder / "cache"
        self.log = folder / "log.txt"
        self.package.mkdir()
        for name, text in (("__init__", ""), ("first", FIRST), ("second", SECOND), ("third", THIRD)):
            (self.package / f"{name}.py").write_text(text)
        (self.package / "plain.py").write_text(PLAIN)
        self.write_number(1000)

    def write_number(self, number: int) -> None:
        """Write the file that the array is read from."""
        np.array([number]).tofile(self.package / "numbers.bin")

    def change(self, module: str, old: str, new: str) -> None:
        """Change a source, but neither its size nor its modification time."""
        path = self.package / f"{module}.py"
        assert len(old) == len(new)
        before = path.stat()
        path.write_text(path.read_text().replace(old, new))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_mtime_ns == before.st_mtime_ns
        # Python itself would use the bytecode for that size and time.
        for stale in (self.package / "__pycache__").glob(f"{module}.*.pyc"):
            stale.unlink()

    def start(self, largest_file: int | None = None, plain: bool = False) -> "subprocess.Popen[str]":
        """Run the program in a process of its own."""
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.folder), str(PACKAGE.parent)]),
            "CLOSECALL_CACHE": str(self.cache),
        }
        environment.pop("NUMBA_CACHE_DIR", None)
        words = [
            sys.executable,
            "-c",
            PROGRAM,
            str(self.log),
            str(largest_file or ""),
            "plain" if plain else "",
        ]
        return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)

    def run(self, largest_file: int | None = None, plain: bool = False) -> dict[str, Any]:
        """The output of the program."""
        return said_by(self.start(largest_file, plain))

    def compiled(self) -> list[str]:
        """The functions that were compiled since the last call."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return [line.rpartition(" ")[2] for line in lines if ":Compiling " in line]


def said_by(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """The output of a successful program."""
    said, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    read: dict[str, Any] = json.loads(said)
    return read


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    """A scratch package."""
    return Scratch(tmp_path)


def test_machine_code_is_never_stale(scratch: Scratch) -> None:
    """It is loaded if nothing has changed, and not if a callee has. Numba's own cache would load it."""
    first = scratch.run(plain=True)
    assert (first["ours"], first["plain"]) == (1111, 1111)
    assert first["said"][0] == "begun"
    assert first["said"][1] > 0
    assert len(first["said"]) == 2
    assert scratch.compiled() == [
        "scratch.first.answer",
        "scratch.third.added",
    ]  # Callees are compiled as parts of these.

    again = scratch.run()
    assert (again["ours"], again["said"]) == (1111, [])
    assert scratch.compiled() == []

    scratch.change("third", "CONSTANT = 100", "CONSTANT = 300")
    changed = scratch.run(plain=True)
    assert changed["ours"] == 1311
    assert changed["kept"] != first["kept"]
    # If this fails, Numba looks at what a function calls: then `source_hash.py` is no longer needed.
    assert changed["plain"] == 1111


@pytest.mark.long
def test_arrays_may_come_from_files(scratch: Scratch) -> None:
    """They are part of the machine code, but not of the source."""
    assert scratch.run()["ours"] == 1111
    scratch.write_number(2000)
    assert scratch.run()["ours"] == 2111
    scratch.write_number(1000)
    scratch.compiled()
    assert scratch.run()["ours"] == 1111
    assert "scratch.first.answer" not in scratch.compiled()


@pytest.mark.long
def test_several_processes_at_once(scratch: Scratch) -> None:
    """Each is right, and they leave files that the next one can use, and nothing else."""
    for process in [scratch.start() for _ in range(3)]:
        assert said_by(process)["ours"] == 1111
    scratch.compiled()
    assert scratch.run()["said"] == []
    assert scratch.compiled() == []
    assert {file.suffix for file in scratch.cache.rglob("*") if file.is_file()} == {".code"}


@pytest.mark.long
def test_broken_files_and_a_full_disk(scratch: Scratch) -> None:
    """A file that cannot be read is compiled again; one that cannot be written is not cached."""
    scratch.run()
    files = sorted(scratch.cache.rglob("*.code"))
    assert len(files) == 4
    for file, size in zip(files, (0, 20, 40, file_size(files[3]) - 1), strict=True):
        os.truncate(file, size)
    scratch.compiled()
    assert scratch.run(largest_file=8000)["ours"] == 1111
    assert "scratch.first.answer" in scratch.compiled()
    assert sorted(scratch.cache.rglob("*")) == sorted(
        [*scratch.cache.rglob("*.code"), *folders_in(scratch.cache)]
    )
    assert scratch.run()["ours"] == 1111
    assert scratch.run()["said"] == []


def file_size(path: Path) -> int:
    """The size of a file in bytes."""
    return path.stat().st_size


def folders_in(path: Path) -> list[Path]:
    """All folders below one."""
    return [each for each in path.rglob("*") if each.is_dir()]


def test_every_call_uses_the_same_machine_code() -> None:
    """A number from an array, a counted one, two constants: compiled once, and right at the limits."""

    @compiled
    def next_of(n: int) -> int:
        return n + 1

    @compiled
    def total(numbers: Any) -> int:
        counted = 0
        for _ in range(3):
            counted += 1
        return next_of(numbers[0]) + next_of(counted) + next_of(7) + next_of(8)

    assert total(np.array([2**15 - 1], np.int16)) == 2**15 + 4 + 8 + 9
    made: Any = next_of
    assert len(made.signatures) == 1


def test_help_needs_neither_arrays_nor_a_compiler() -> None:
    """Importing them would take many times as long."""
    program = (
        "import sys; from closecall.cli.main import main\n"
        "assert main(['--help']) == main(['bench', '--help']) == 0\n"
        "assert not {'numba', 'llvmlite', 'numpy'} & set(sys.modules), 'loaded'\n"
        "import closecall.kernels.jit\n"
        "assert 'numba' not in sys.modules\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "closecall bench" in ran.stdout


# Keys.


def reached(scratch: Scratch, module: str) -> set[str]:
    """The modules on whose text the key of a module depends."""
    return set(
        source_hash.sources(module, scratch.package / f"{module.rpartition('.')[2]}.py", roots(scratch))
    )


def roots(scratch: Scratch) -> dict[str, Path]:
    """The packages whose imports are followed."""
    return {"scratch": scratch.package}


def test_imports_are_followed(scratch: Scratch) -> None:
    """However and wherever they are written; those of other packages are not."""
    assert reached(scratch, "scratch.first") == {"scratch.first", "scratch.second", "scratch.third"}
    assert reached(scratch, "scratch.third") == {"scratch.third"}
    inner = scratch.package / "inner"
    inner.mkdir()
    (inner / "__init__.py").write_text("from .deep import x")
    (inner / "deep.py").write_text("from .. import third\nfrom ..second import doubled\nx = 1")
    for line in (
        "import scratch.inner.deep",
        "import scratch.inner.deep as deep",
        "from scratch.inner import deep",
        "from scratch import inner",
        "from . import inner",
        "from .inner import x",
        "def late():\n    from scratch.inner import x",
        "try:\n    import numba\nexcept ImportError:\n    import scratch.inner",
        "if True:\n    pass\nelse:\n    import scratch.inner",
    ):
        (scratch.package / "top.py").write_text(f"import os, numpy\n{line}\n")
        assert reached(scratch, "scratch.top") >= {"scratch.inner.deep", "scratch.second", "scratch.third"}, (
            line
        )


def test_a_key_changes_with_every_source_and_with_numba(scratch: Scratch) -> None:
    """And with nothing else."""

    def key(versions: str = "1") -> str:
        return source_hash.source_key("scratch.first", scratch.package / "first.py", roots(scratch), versions)

    keys = [key(), key("2")]
    for module, old, new in (
        ("third", "100", "101"),
        ("second", "2 *", "3 *"),
        ("first", "1", "2"),
        ("third", "101", "100"),
    ):
        scratch.change(module, old, new)
        keys.append(key())
    assert len(set(keys)) == len(keys)
    scratch.change("plain", "1", "2")
    assert key() == keys[-1]
    assert key().startswith("scratch.first-")


# Folders.


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, when the cache folder cannot be created."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("CLOSECALL_CACHE", str(blocked / "cache"))
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    cache_dirs.cache_root.cache_clear()
    monkeypatch.setattr("atexit.register", lambda *_, **__: None)
    return folder


@pytest.fixture(autouse=True)
def _forget_base() -> Any:
    yield
    cache_dirs.cache_root.cache_clear()


def test_without_a_cache_folder_a_private_one_is_used(temporary: Path) -> None:
    """It is found again, and nobody else can write to it."""
    found = cache_dirs.cache_root()
    assert found == temporary / f"closecall-{os.getuid()}"
    assert found.stat().st_mode & 0o777 == 0o700
    cache_dirs.cache_root.cache_clear()
    assert cache_dirs.cache_root() == found
    assert cache_dirs.keyed_folder("some-key").is_dir()


def test_a_temporary_folder_that_others_can_write_is_not_used(temporary: Path) -> None:
    """Machine code from there would be executed."""
    taken = temporary / f"closecall-{os.getuid()}"
    taken.mkdir(mode=0o777)
    taken.chmod(0o777)
    found = cache_dirs.cache_root()
    assert found != taken
    assert found.parent == temporary
    taken.rmdir()
    taken.symlink_to(found)
    cache_dirs.cache_root.cache_clear()
    assert cache_dirs.cache_root() not in (taken, found)


def test_what_nobody_uses_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a month without use."""
    monkeypatch.setenv("CLOSECALL_CACHE", str(tmp_path))
    cache_dirs.cache_root.cache_clear()
    aged = {"old-1": 31, "older-2": 400, "used-3": 31, "fresh-4": 29}
    for folder in [cache_dirs.keyed_folder(name) for name in aged]:
        (folder / "some.code").write_bytes(b"x")
        then = folder.stat().st_mtime - aged[folder.name] * cache_dirs.DAY
        os.utime(folder, (then, then))
    assert cache_dirs.keyed_folder("used-3").exists()
    new = cache_dirs.keyed_folder("new-5")
    assert {folder.name for folder in new.parent.iterdir()} == {"used-3", "fresh-4", "new-5"}
