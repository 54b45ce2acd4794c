"""Files are replaced completely or not at all; locks are exclusive and end with their process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from closecall.atomic_files import (
    LockHeld,
    atomic_replacement,
    exclusive_lock,
    remove_temporaries,
    write_atomically,
)


def test_a_file_is_replaced(tmp_path: Path) -> None:
    """Missing folders are created, an old file is replaced, and no temporary file stays."""
    path = tmp_path / "new" / "folder" / "game.json"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["game.json"]


def test_a_private_file_is_for_its_owner_only(tmp_path: Path) -> None:
    """Any other file has the usual permissions."""
    umask = os.umask(0o022)
    try:
        for is_private, mode in ((True, 0o600), (False, 0o644)):
            write_atomically(tmp_path / "file", b"", is_private=is_private)
            assert (tmp_path / "file").stat().st_mode & 0o777 == mode
    finally:
        os.umask(umask)


def test_the_old_file_stays_while_the_new_one_is_written(tmp_path: Path) -> None:
    """A reader finds the old content until the new one is complete."""
    path = tmp_path / "values"
    path.write_bytes(b"old")
    with atomic_replacement(path) as temporary:
        temporary.write_bytes(b"ne")
        assert path.read_bytes() == b"old"
        temporary.write_bytes(b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("name", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    """The last good file stays, and no temporary file does."""
    path = tmp_path / "game.json"
    write_atomically(path, b"old")

    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, name, fail)
        with pytest.raises(type(error)):
            write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_an_error_names_the_file_and_not_the_temporary_one(tmp_path: Path) -> None:
    """The user has never heard of the temporary name."""
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OSError, match=r"a directory|exists") as caught:
        write_atomically(tmp_path / "file" / "game.json", b"")
    assert caught.value.filename == str(tmp_path / "file" / "game.json")


def test_a_symbolic_link_is_followed(tmp_path: Path) -> None:
    """The file it points to is replaced, not the link."""
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    write_atomically(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


def test_only_this_files_temporaries_are_removed(tmp_path: Path) -> None:
    """Another process may still be writing its own."""
    mine, other = tmp_path / ".game.json.abc.part", tmp_path / ".other.json.abc.part"
    mine.touch()
    other.touch()
    remove_temporaries(tmp_path / "game.json")
    assert os.listdir(tmp_path) == [other.name]


HOLDER = """
import sys, time
from pathlib import Path
from closecall.atomic_files import exclusive_lock
with exclusive_lock(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(600)
"""


def test_a_lock_is_exclusive_and_ends_with_its_process(tmp_path: Path) -> None:
    """Another process is refused at once, until the first one is killed."""
    path = tmp_path / ".lock"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline() == b"locked\n"
            with pytest.raises(LockHeld), exclusive_lock(path):
                pass
        finally:
            holder.kill()
    with exclusive_lock(path), pytest.raises(LockHeld), exclusive_lock(path):
        pass
    with exclusive_lock(path), exclusive_lock(tmp_path / "other.lock"):
        pass


def test_a_lock_that_cannot_be_created_is_an_error(tmp_path: Path) -> None:
    """It is not mistaken for a lock that somebody holds."""
    (tmp_path / "file").write_text("no folder")
    with pytest.raises((FileExistsError, NotADirectoryError)), exclusive_lock(tmp_path / "file" / ".lock"):
        pass
