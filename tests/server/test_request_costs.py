"""The table of request costs: nothing is missing from it."""

from pathlib import Path
from typing import get_args

import pytest
from benchmarks.costs.frames import FRAMES
from benchmarks.costs.requests import REQUESTS
from benchmarks.request_costs import rows

from closecall.server.sockets.protocol import FromClient
from server.room_fixtures import role_server

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning"),
]


async def test_every_route_is_measured(tmp_path: Path) -> None:
    """Every operation in the description of the API is in the table, and nothing there has gone."""
    async with role_server(tmp_path) as found:
        paths = (await found.browser.get("/api/openapi.json")).json()["paths"]
    described = {(method, path) for path, methods in paths.items() for method in methods}
    undescribed = {("get", path) for path in ("/", "/icon.svg", "/api/openapi.json", "/nowhere")}
    assert set(REQUESTS) == described | undescribed
    assert all(REQUESTS.values())


def test_every_frame_is_measured() -> None:
    """Every frame that a client may send."""
    frames = {kind.__struct_config__.tag for kind in get_args(FromClient)}
    assert set(FRAMES) == frames | {"handshake", "malformed"}


def test_rows_have_names_of_their_own() -> None:
    """No variation hides another."""
    names = [name for name, _ in rows()]
    assert len(names) == len(set(names))
