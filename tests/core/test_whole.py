"""Files are there whole or not at all."""

import os
from pathlib import Path

import pytest

from closecall.atomic_files import remove_leftovers, replaced, write_whole


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    """New folders are made, an old file is replaced, and nothing else is left."""
    path = tmp_path / "new" / "folder" / "game.json"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["game.json"]


def test_a_private_file_is_for_its_owner_only(tmp_path: Path) -> None:
    """Any other file may be read by whom the system lets read files."""
    usual = os.umask(0o022)
    try:
        for is_private, mode in ((True, 0o600), (False, 0o644)):
            write_whole(tmp_path / "file", b"", is_private=is_private)
            assert (tmp_path / "file").stat().st_mode & 0o777 == mode
    finally:
        os.umask(usual)


def test_the_old_file_is_there_while_the_new_one_is_written(tmp_path: Path) -> None:
    """Whoever reads meanwhile finds the old one, whole."""
    path = tmp_path / "values"
    path.write_bytes(b"old")
    with replaced(path) as fresh:
        fresh.write_bytes(b"ne")
        assert path.read_bytes() == b"old"
        fresh.write_bytes(b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("name", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    """Whatever happens while writing, the last good file stays and no scraps are left."""
    path = tmp_path / "game.json"
    write_whole(path, b"old")

    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, name, fail)
        with pytest.raises(type(error)):
            write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_trouble_names_the_file_that_was_meant(tmp_path: Path) -> None:
    """Not the name that it has while it is written."""
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OSError, match=r"a directory|exists") as caught:
        write_whole(tmp_path / "file" / "game.json", b"")
    assert caught.value.filename == str(tmp_path / "file" / "game.json")


def test_a_linked_file_is_followed(tmp_path: Path) -> None:
    """The file behind a symbolic link is replaced, not the link."""
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    write_whole(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


def test_only_leftovers_of_this_file_are_removed(tmp_path: Path) -> None:
    """What a killed program has left; another may still be writing its own."""
    mine, other = tmp_path / ".game.json.abc.part", tmp_path / ".other.json.abc.part"
    mine.touch()
    other.touch()
    remove_leftovers(tmp_path / "game.json")
    assert os.listdir(tmp_path) == [other.name]
