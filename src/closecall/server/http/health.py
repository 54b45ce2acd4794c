"""Health and metrics, for the people who run the server."""

import asyncio

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec

from closecall import __version__
from closecall.server.context import ServerContext
from closecall.server.http.errors import Unknown
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext
from closecall.server.metrics import CONTENT_TYPE
from closecall.store import StoreError

PATIENCE_S = 2
"""How long the store may take to answer."""

_TAGS = ["server"]


class Health(msgspec.Struct, frozen=True):
    """Whether the server can be used."""

    status: str
    """`ok`; `draining` while it stops; `no_store` if the database does not answer; `not_kept` if it answers
    but the last write failed, for example because the disk is full."""
    version: str
    uptime_s: int


@get(
    "/health",
    tags=_TAGS,
    summary="Whether the server can be used",
    responses={503: ResponseSpec(Health, description="It cannot.", generate_examples=False)},
    security=[{}],
)
async def show_health(context: RequestContext) -> Response[Health]:
    """Health."""
    server = context.server
    status = "draining" if server.is_draining else await _store_status(server)
    uptime_s = (server.now() - server.started_at) // 1000
    return Response(Health(status, __version__, uptime_s), status_code=200 if status == "ok" else 503)


async def _store_status(server: ServerContext) -> str:
    try:
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.to_thread(server.store.ping)
    except (StoreError, TimeoutError):
        return "no_store"
    return "ok" if server.store.statistics().failing is None else "not_kept"


@get(
    "/metrics",
    tags=_TAGS,
    media_type="text/plain",
    summary="Metrics for Prometheus, if the settings allow it",
    responses=problems(404),
    security=[{}],
)
async def show_metrics(context: RequestContext) -> Response[bytes]:
    """Metrics."""
    if not context.server.settings.metrics:
        raise Unknown("not_found")
    metrics = context.server.metrics
    metrics.tasks_counted(len(asyncio.all_tasks()))
    return Response(metrics.text(), media_type=CONTENT_TYPE)


OPERATION_ROUTES = [show_health, show_metrics]
