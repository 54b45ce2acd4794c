"""How the server does, for those who run it."""

import asyncio

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec

from closecall import __version__
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import Asking, Services
from closecall.server.metrics import CONTENT_TYPE
from closecall.server.people.authentication import KEY
from closecall.store import StoreError

PATIENCE_S = 2
"""How long the store may take to answer."""

_TAGS = ["server"]


class Health(msgspec.Struct, frozen=True):
    """Whether the server can be used."""

    status: str
    """`ok`; `draining` while it stops; `no_store` when the database does not answer; `not_kept` when it does,
    but the last write has failed, on a full disk say."""
    version: str
    uptime_s: int


@get(
    "/health",
    tags=_TAGS,
    summary="Whether the server can be used",
    responses={503: ResponseSpec(Health, description="It cannot.", generate_examples=False)},
    security=[{}],
)
async def show_health(asking: Asking) -> Response[Health]:
    """How the server does."""
    services = asking.services
    status = "draining" if services.is_draining else await _store_status(services)
    uptime_s = (services.now() - services.started) // 1000
    return Response(Health(status, __version__, uptime_s), status_code=200 if status == "ok" else 503)


async def _store_status(services: Services) -> str:
    try:
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.to_thread(services.store.key, KEY)
    except (StoreError, TimeoutError):
        return "no_store"
    return "ok" if services.store.statistics().failing is None else "not_kept"


@get(
    "/metrics",
    tags=_TAGS,
    media_type="text/plain",
    summary="Figures for Prometheus, if the settings allow it",
    responses=problems(404),
    security=[{}],
)
async def show_metrics(asking: Asking) -> Response[bytes]:
    """Figures."""
    if not asking.services.settings.metrics:
        raise Unknown("not_found")
    return Response(asking.services.metrics.text(), media_type=CONTENT_TYPE)


OPERATION_ROUTES = [show_health, show_metrics]
