"""For all tests: helpers whose assertions explain themselves, settled examples for Hypothesis, and Ctrl-C."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("support", "rules")

# However slow the machine is; and nothing is written into the tree.
settings.register_profile("closecall", deadline=None, derandomize=True, database=None)
settings.load_profile("closecall")

# Servers that are started here do not compile the strong bots first: who plays with one does.
os.environ.setdefault("CLOSECALL_PREPARED", "1")

# Games make many small objects and no cycles: looking for cycles less often saves a twentieth of the time.
gc.set_threshold(50_000, 20, 100)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Enable Ctrl-C, which is ignored when a shell runs the tests in the background."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)
