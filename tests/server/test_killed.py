"""Acknowledged choices survive a kill, once and in their place, and every table continues."""

import asyncio
from pathlib import Path
from random import Random

from server.server_kills import ServerKills


def test_a_server_that_is_killed(tmp_path: Path) -> None:
    """A few times here; `benchmarks/killed.py` does it more often."""
    killing = ServerKills(tmp_path, f"sqlite:///{tmp_path}/tables.db", tables=9, rng=Random(3))
    figures = asyncio.run(asyncio.wait_for(killing.run(kills=3), 600))
    assert figures.troubles == []
    assert (figures.kills, figures.stalled) == (3, 0)
    assert figures.tables >= 9
    assert figures.commits > 50
    assert figures.take_backs > 0
