"""Files of trained values, read without NumPy, equal what NumPy reads."""

from array import array
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import pytest

from closecall.bots.qwixx.net_file import net_for, read_net, seats_with
from closecall.bots.qwixx.net_values import net_of, parts_for
from closecall.bots.values_file import decode, encode, read_arrays
from support.source import ROOT

SHIPPED = sorted((ROOT / "src" / "closecall" / "bots").glob("*/values/*.npz"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files(path: Path) -> None:
    """Every number of every array."""
    found = read_arrays(path.read_bytes())
    with np.load(path) as arrays:
        assert {*found} == {*arrays.files}
        for name in arrays.files:
            assert np.array_equal(np.array(found[name]), arrays[name].reshape(-1)), name


@pytest.mark.parametrize("kind", ["<f2", "<f4", "<f8", "|i1", "<i4", "<i8"])
def test_all_types(kind: str) -> None:
    """In either version of the format."""
    numbers = np.array([[0, 1, -2], [3, 100, -128]], kind)
    for version in ((1, 0), (2, 0)):
        file = BytesIO()
        np.lib.format.write_array(file, numbers, version=version)
        assert decode(file.getvalue()).tolist() == numbers.reshape(-1).tolist()


@pytest.mark.parametrize("typecode", list("bqfdi"))
def test_what_is_written_numpy_reads(typecode: str) -> None:
    """And so do we."""
    numbers = array(typecode, [1, 2, 3, 4, 5, 6])
    content = encode(numbers, (2, 3))
    assert np.load(BytesIO(content)).tolist() == [[1, 2, 3], [4, 5, 6]]
    assert decode(content) == numbers
    assert (content.index(b"\n") + 1) % 64 == 0  # As the format demands.


def written(numbers: object) -> bytes:
    """An array in NumPy's format."""
    file = BytesIO()
    np.lib.format.write_array(file, np.asarray(numbers), allow_pickle=True)
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nothing of the kind",
        b"\x93NUMPY\x09\0",
        written(np.asfortranarray([[1, 2], [3, 4]])),
        written([True]),
        written(np.array([{}, None], object)),
    ],
    ids=["empty", "other", "version", "columns", "flags", "objects"],
)
def test_other_content_is_refused(content: bytes) -> None:
    """Nothing in a file is executed."""
    with pytest.raises((ValueError, IndexError)):
        decode(content)


def test_no_archive() -> None:
    """A file that is damaged or something else."""
    with pytest.raises(BadZipFile):
        read_arrays(b"PK nonsense")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nets_of_qwixx(seats: int) -> None:
    """The parts of a file add up to the same net as with NumPy, to the last bit."""
    assert np.array_equal(np.array(net_for(seats), np.float32), net_of(parts_for(seats)))


def test_a_net_of_another_size(tmp_path: Path) -> None:
    """Neither fewer rows nor contexts for no number of seats."""
    parts = parts_for(2)
    for name, change in (("mine", parts.mine[:-1]), ("rest", parts.rest[:-1])):
        arrays = parts._asdict() | {name: change, "both": np.zeros(parts.both.shape, np.int8)}
        np.savez(tmp_path / "net.npz", allow_pickle=False, **arrays)
        with pytest.raises(ValueError, match="net"):
            read_net(tmp_path / "net.npz")
    with pytest.raises(ValueError, match="seats"):
        seats_with(7)
