"""Python processes in which some modules are not installed, or must not be imported."""

import os
from collections.abc import Iterable
from pathlib import Path

COMPILER = ("llvmlite", "numba", "numpy")
"""What simulations need and playing does not."""

_MISSING = """
import sys
for name in {names}:
    sys.modules[name] = None
"""

_FORBIDDEN = """
import sys, traceback
class Refusal:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names}:
            with open({report}, "a") as file:
                file.write(name + "\\n" + "".join(traceback.format_stack()))
            raise ImportError(name + " must not be imported here")
sys.meta_path.insert(0, Refusal())
"""


def without(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """An environment in which these modules cannot be found, as if they were not installed."""
    return _environment(folder, _MISSING.format(names=sorted(names)))


def forbidding(folder: Path, names: Iterable[str], report: Path) -> dict[str, str]:
    """An environment in which looking for these modules fails, and is reported in a file."""
    return _environment(folder, _FORBIDDEN.format(names=sorted(names), report=repr(str(report))))


def _environment(folder: Path, code: str) -> dict[str, str]:
    """Python imports `sitecustomize` at its start; child processes inherit the path to it."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(code, "utf-8")
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
