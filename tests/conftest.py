"""For all tests: helpers whose assertions explain themselves, and settled examples for Hypothesis."""

import gc
import os

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests are dealt out in groups, a game stays together: then few processes compile the same."""
    for item in items:
        for game in ("mark", "qwixx", "enough"):
            if game in item.nodeid:
                item.add_marker(pytest.mark.xdist_group(game))
                break
