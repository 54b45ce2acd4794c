"""The shipped module is what the sources give."""

import subprocess
import sys
from pathlib import Path

from closecall.bots.wasm.runtime import module_bytes

CODE = """
import sys
from pathlib import Path
from closecall.bots.wasm.build import build
Path(sys.argv[1]).write_bytes(build())
"""


def test_the_module_can_be_built_again(tmp_path: Path) -> None:
    """Byte for byte, with the versions in requirements.lock; in another process, since it changes Numba."""
    subprocess.run([sys.executable, "-c", CODE, str(tmp_path / "again.wasm")], check=True, timeout=1200)
    assert (tmp_path / "again.wasm").read_bytes() == module_bytes(), (
        "run python -m closecall.bots.wasm.build, and commit the result"
    )
