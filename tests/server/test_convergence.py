"""After any number of cuts, delays and reorderings, everybody sees the same."""

import asyncio
from pathlib import Path
from random import Random

from server.bad_network import BadNetwork
from server.server_kills import UNLIMITED
from server.server_process import running_server

EVENTS = 150


def test_a_bad_network(tmp_path: Path) -> None:
    """A short run; `benchmarks/convergence.py` does longer ones."""
    database = f"sqlite:///{tmp_path}/tables.db"
    with running_server(tmp_path, database, *UNLIMITED) as running:

        async def run() -> BadNetwork:
            converging = BadNetwork(running, database, tables=3, rng=Random(11))
            await asyncio.wait_for(converging.run(events=EVENTS), 300)
            return converging

        figures = asyncio.run(run()).figures
    assert figures.troubles == []
    assert figures.events.total() >= EVENTS
    assert {"delayed", "held back", "cut", "torn"} <= set(figures.events)
    assert figures.connections > figures.clients == figures.compared
    assert figures.acknowledged > 50
