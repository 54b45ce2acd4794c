"""For all tests: pytest and Hypothesis settings, the environment of child processes, and Ctrl-C."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Failed assertions in these helpers show their values, as in tests.
pytest.register_assert_rewrite("support", "rules")

# The same examples each time, no deadline on a slow machine, and no database in the source tree.
settings.register_profile("closecall", deadline=None, derandomize=True, database=None)
settings.load_profile("closecall")

# Servers started by tests skip compiling the strong bots; they are compiled when one is first needed.
os.environ.setdefault("CLOSECALL_PREPARED", "1")

# Games make many small objects and no cycles, so collecting less often saves 5 % of the time.
gc.set_threshold(50_000, 20, 100)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Enable Ctrl-C, which is ignored when a shell runs the tests in the background."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)
