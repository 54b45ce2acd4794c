"""A home with two machines: network namespaces, connected by a cable, as root on Linux.

Where namespaces cannot be made, one machine with two loopback addresses stands in for both.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from page.browser import chromium
from server.lan_fixtures import ADDRESS

TIMEOUT_S = 30
_PREFIX = "closecall-test-"
_COMPUTER, _PHONE = "198.18.0.1", "198.18.0.2"
"""Addresses for tests of networks, so nobody's; each pair of namespaces has its own two."""
_STAND_IN = "127.0.0.2"


@dataclass(frozen=True, slots=True)
class Machine:
    """Where programs run: in a namespace, or here."""

    namespace: str | None

    @property
    def within(self) -> str:
        """The command that runs another one on this machine."""
        return "" if self.namespace is None else f"ip netns exec {self.namespace}"

    def browser(self, folder: Path) -> str:
        """A program that starts a browser on this machine."""
        found = chromium()
        assert found is not None
        if self.namespace is None:
            return found
        script = folder / f"browser-{self.namespace}"
        script.write_text(f'#!/bin/sh\nexec {self.within} {found} "$@"\n')
        script.chmod(0o755)
        return str(script)


@dataclass(frozen=True, slots=True)
class Home:
    """A computer and a phone in one network."""

    computer: Machine
    phone: Machine
    address: str
    """The computer's, for the phone."""
    before: str
    """Python code for the server's process, before it starts."""

    @property
    def is_real(self) -> bool:
        """Whether they are two machines."""
        return self.phone.namespace is not None


@contextmanager
def home_network() -> Iterator[Home]:
    """A home; its namespaces and everything that still runs in them end with the block."""
    _remove_leftovers()
    computer, phone = (Machine(f"{_PREFIX}{os.getpid()}-{name}") for name in ("computer", "phone"))
    try:
        if _make(computer, phone):
            yield Home(computer, phone, _COMPUTER, "")
        else:
            print(f"No network namespaces here (root and iproute2 are needed): the phone uses {_STAND_IN}.")
            here = Machine(None)
            yield Home(here, here, _STAND_IN, ADDRESS.format(repr(_STAND_IN)))
    finally:
        for machine in (computer, phone):
            _remove(machine.namespace or "")


def _make(computer: Machine, phone: Machine) -> bool:
    """Whether both namespaces exist now, each with one end of a cable."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        return False
    one, other = f"cc{os.getpid()}a", f"cc{os.getpid()}b"
    steps = [
        f"netns add {computer.namespace}",
        f"netns add {phone.namespace}",
        f"-n {computer.namespace} link add {one} type veth peer name {other} netns {phone.namespace}",
    ]
    for machine, end, address, gateway in (
        (computer, one, _COMPUTER, _PHONE),
        (phone, other, _PHONE, _COMPUTER),
    ):
        steps += [
            f"-n {machine.namespace} addr add {address}/30 dev {end}",
            f"-n {machine.namespace} link set {end} up",
            f"-n {machine.namespace} link set lo up",
            f"-n {machine.namespace} route add default via {gateway}",
        ]
    return all(_ip(*step.split()) is not None for step in steps)


def _ip(*words: str) -> str | None:
    """What `ip` prints; None if it fails."""
    try:
        ran = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except OSError:
        return None
    return ran.stdout if ran.returncode == 0 else None


def _remove(namespace: str) -> None:
    """Remove a namespace, if there is one, after ending what runs in it: only our own programs do."""
    for pid in (_ip("netns", "pids", namespace) or "").split():
        with suppress(OSError):
            os.kill(int(pid), 9)
    _ip("netns", "del", namespace)


def _remove_leftovers() -> None:
    """Remove the namespaces of test runs that were killed."""
    for owner, name in re.findall(rf"^{_PREFIX}(\d+)-(\w+)", _ip("netns", "list") or "", re.MULTILINE):
        if not Path(f"/proc/{owner}").exists():
            _remove(f"{_PREFIX}{owner}-{name}")
