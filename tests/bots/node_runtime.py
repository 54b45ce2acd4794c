"""The strong bots in Node, which runs WebAssembly as Chromium does."""

import base64
import json
import subprocess
import sys
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from closecall.bots.runtime import Argument, Stored
from closecall.bots.values_file import Numbers
from support.source import ROOT


@dataclass(frozen=True, slots=True)
class InNode:
    """Numbers in the module's memory."""

    address: int
    length: int
    typecode: str

    def __len__(self) -> int:
        return self.length


class NodeRuntime:
    """A process of Node with an instance of a module."""

    def __init__(self, module: Path) -> None:
        build = [sys.executable, str(ROOT / "web" / "build_page.py"), "--node"]
        node = subprocess.run(build, capture_output=True, text=True, check=True).stdout.strip()
        self._process = subprocess.Popen(
            [node, str(Path(__file__).with_name("node_runtime.mjs")), str(module)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def store(self, numbers: Numbers) -> InNode:
        """Hold a copy of some numbers."""
        address = self._ask("store", data=_encoded(numbers.tobytes()))
        return InNode(address, len(numbers), numbers.typecode)

    def reserve(self, typecode: str, length: int) -> InNode:
        """Hold zeros, for an entry point to write to."""
        return self.store(array(typecode, bytes(length * array(typecode).itemsize)))

    def read(self, stored: Stored) -> Numbers:
        """A copy of what is held."""
        assert isinstance(stored, InNode)
        numbers: Numbers = array(stored.typecode)
        size = stored.length * numbers.itemsize
        numbers.frombytes(base64.b64decode(self._ask("read", address=stored.address, size=size)))
        return numbers

    def release(self, stored: Stored) -> None:
        """The process has enough memory for a test."""

    def call(self, name: str, *arguments: Argument) -> float:
        """The result of an entry point."""
        return float(self._ask("call", name=name, values=[_passed(argument) for argument in arguments]))

    def call_int(self, name: str, *arguments: Argument) -> int:
        """The same for one that returns an integer."""
        return int(self._ask("call", name=name, values=[_passed(argument) for argument in arguments]))

    def _ask(self, action: str, **given: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"action": action, **given}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def _passed(argument: Argument) -> dict[str, object]:
    if isinstance(argument, int):
        return {"long": str(argument)}
    if isinstance(argument, float):
        return {"double": argument}
    if isinstance(argument, InNode):
        return {"address": argument.address, "length": argument.length}
    assert isinstance(argument, array)
    return {"data": _encoded(argument.tobytes()), "length": len(argument)}


def _encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()
