"""After kills of the server and on a bad network, nothing is lost and everybody sees the same."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from server.bad_network import BadNetwork
from server.server_kills import UNLIMITED, ServerKills
from server.server_process import running_server

pytestmark = pytest.mark.anyio

EVENTS = 150


async def test_a_server_that_is_killed(tmp_path: Path) -> None:
    """Acknowledged choices survive, once and in their place, and every table continues.

    A few kills here; `benchmarks/killed.py` does more.
    """
    kills = ServerKills(tmp_path, f"sqlite:///{tmp_path}/tables.db", tables=9, rng=Random(3))
    figures = await asyncio.wait_for(kills.run(kills=3), 600)
    assert figures.failures == []
    assert (figures.kills, figures.stalled) == (3, 0)
    assert figures.tables >= 9
    assert figures.commits > 50
    assert figures.take_backs > 0


async def test_a_bad_network(tmp_path: Path) -> None:
    """After cuts, delays and reorderings everybody sees the same; `benchmarks/convergence.py` runs longer."""
    database = f"sqlite:///{tmp_path}/tables.db"
    with running_server(tmp_path, database, *UNLIMITED) as running:
        network = BadNetwork(running, database, tables=3, rng=Random(11))
        figures = await asyncio.wait_for(network.run(events=EVENTS), 300)
    assert figures.failures == []
    assert figures.events.total() >= EVENTS
    assert {"delayed", "held back", "cut", "truncated"} <= set(figures.events)
    assert figures.connections > figures.clients == figures.compared
    assert figures.acknowledged > 50
