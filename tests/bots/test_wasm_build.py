"""The shipped module is what the sources give."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import closecall
from closecall.bots.wasm.runtime import module_bytes

CODE = """
import sys
from pathlib import Path
from closecall.bots.wasm.build import build
assert sys.argv[1] in build.__code__.co_filename
Path(sys.argv[1], "again.wasm").write_bytes(build())
"""


def test_the_module_can_be_built_again(tmp_path: Path) -> None:
    """Byte for byte, with the versions in requirements.lock, in any folder; apart, since it changes Numba."""
    sources = Path(closecall.__file__).parent
    shutil.copytree(sources, tmp_path / "closecall", ignore=shutil.ignore_patterns("page", "__pycache__"))
    subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path)],
        check=True,
        timeout=1200,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (tmp_path / "again.wasm").read_bytes() == module_bytes(), (
        "run python -m closecall.bots.wasm.build, and commit the result"
    )
