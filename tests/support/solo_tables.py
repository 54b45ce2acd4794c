"""A table of solo Qwixx that takes no time: every sheet is worth nothing, so the expert plays badly.

As a process it takes the place of `closecall.bots.table_process`; see `main`.
"""

import os
import sys
import time
from array import array
from pathlib import Path

from closecall.atomic_files import write_atomically
from closecall.bots.qwixx import solo_file
from closecall.bots.values_file import encode
from closecall.child_process import read_requests

GO = "go"
"""The file in the cache folder that lets the process continue: empty, or with an exit code."""


def write_quick_table() -> None:
    """Write the table to the cache folder."""
    shape = (solo_file.MISTHROWS, solo_file.SHEETS)
    table = array("f", bytes(shape[0] * shape[1] * 4))
    write_atomically(solo_file.cache_folder() / solo_file.TABLE_FILE, encode(table, shape))


def main() -> None:
    """Wait until a test says go, then write the table, or fail."""
    read_requests(sys.stdin.buffer)
    assert sys.argv[1:] == ["qwixx", "expert", "1"]
    go = Path(os.environ["CLOSECALL_CACHE"], GO)
    while not go.exists():
        time.sleep(0.01)
    code = go.read_text()
    if code:
        os._exit(int(code))
    write_quick_table()
    os._exit(0)
