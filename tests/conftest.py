"""For all tests: pytest and Hypothesis settings, the environment of child processes, and Ctrl-C."""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from closecall.kernels.cache_dirs import cache_root

# Failed assertions in these helpers show their values, as in tests.
pytest.register_assert_rewrite("support", "rules")

# The same examples each time, no deadline on a slow machine, and no database in the source tree.
settings.register_profile("closecall", deadline=None, derandomize=True, database=None)
settings.load_profile("closecall")

# Games make many small objects and no cycles, so collecting less often saves 5 % of the time.
gc.set_threshold(50_000, 20, 100)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Enable Ctrl-C, which is ignored when a shell runs the tests in the background."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.fixture
def empty_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder for this process and its children: no table has been computed on this machine."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("CLOSECALL_CACHE", str(folder))
    cache_root.cache_clear()
    yield folder
    cache_root.cache_clear()
