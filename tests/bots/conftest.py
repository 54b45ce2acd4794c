"""For tests that press Ctrl-C."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture
def ears() -> Iterator[None]:
    """Ctrl-C is felt: whoever runs the tests in the background may have switched it off."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)
