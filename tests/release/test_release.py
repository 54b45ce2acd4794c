"""A release: the same bytes twice, and a bill of materials that lists exactly what is locked."""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from support.source import ROOT

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="builds the last commit")


def build(out: Path, folder: Path, umask: int, **environ: str) -> dict[str, bytes]:
    """Build the last commit in a folder; the files of the release by name."""
    folder.mkdir(parents=True)
    subprocess.run(
        [sys.executable, ROOT / "scripts" / "build_release.py", out],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environ},
        umask=umask,
        capture_output=True,
        check=True,
    )
    return {path.name: path.read_bytes() for path in out.iterdir()}


def names_locked(lock: str) -> set[str]:
    """The packages of a lock file, with their versions."""
    return set(re.findall(r"^([a-z0-9.-]+==[^\s;\\]+)", lock, re.MULTILINE))


def test_a_release_is_the_same_twice(tmp_path: Path) -> None:
    """In another folder, at another time, in another time zone, with another umask and other hashes.

    All about the release is in one test, because building takes long.
    """
    first = build(tmp_path / "first", tmp_path / "here", 0o022, TZ="UTC", LANG="C", PYTHONHASHSEED="1")
    other = {"TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "PYTHONHASHSEED": "2"}
    second = build(tmp_path / "second", tmp_path / "a folder" / "elsewhere", 0o077, **other)
    assert len(first) == 4
    assert sorted(first) == sorted(second)
    for name, content in first.items():
        assert content == second[name], name
    check_bill(tmp_path / "first")
    check_addresses(tmp_path / "first")


def check_bill(folder: Path) -> None:
    """It lists exactly the pinned Python packages with hashes, and the npm packages in the page."""
    [bill] = folder.glob("*.cdx.json")
    [sdist] = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        base = sdist.name.removesuffix(".tar.gz")
        lock, npm_lock, page = (
            _text(archive, f"{base}/{name}")
            for name in ("requirements.lock", "web/package-lock.json", "src/closecall/page/packages.json")
        )
    document = json.loads(bill.read_text("utf-8"))
    assert (document["bomFormat"], document["specVersion"], document["version"]) == ("CycloneDX", "1.5", 1)
    components: list[dict[str, Any]] = document["components"]
    assert len({each["bom-ref"] for each in components}) == len(components)
    python = [each for each in components if each["purl"].startswith("pkg:pypi/")]
    assert {f"{each['name']}=={each['version']}" for each in python} == names_locked(lock)
    hashes = {found["content"] for each in python for found in each["hashes"]}
    assert hashes == set(re.findall(r"--hash=sha256:([0-9a-f]{64})", lock))
    npm = [each for each in components if each["purl"].startswith("pkg:npm/")]
    assert sorted(each["name"] for each in npm) == json.loads(page)
    assert {"svelte", "@noble/hashes"} <= {each["name"] for each in npm}
    locked = json.loads(npm_lock)["packages"]
    for each in npm:
        assert each["version"] == locked[f"node_modules/{each['name']}"]["version"]
        assert each["licenses"]
        assert each["hashes"][0]["alg"] == "SHA-512"


def _text(archive: tarfile.TarFile, name: str) -> str:
    found = archive.extractfile(name)
    assert found is not None
    return found.read().decode()


def check_addresses(folder: Path) -> None:
    """Nothing names the package index that the packages came from."""
    [wheel], [bill] = folder.glob("*.whl"), folder.glob("*.cdx.json")
    with zipfile.ZipFile(wheel) as archive:
        texts = [archive.read(name) for name in archive.namelist()]
    for text in (*texts, bill.read_bytes()):
        assert not re.search(rb"://[\w.-]*(?:pythonhosted|npmjs|registry|pypi)[\w.-]*", text)
