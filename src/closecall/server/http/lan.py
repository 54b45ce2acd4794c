"""Letting devices on the local network join, for the person at the machine itself."""

from litestar import put

from closecall.server.http.bodies import LanChange
from closecall.server.http.openapi import problems
from closecall.server.http.people import Me, me_of
from closecall.server.http.request_context import RequestContext
from closecall.server.tables.permissions import NotAllowed


@put(
    "/lan",
    tags=["server"],
    summary="Let devices on the local network join, or keep them out",
    description=(
        "Only from a page that was opened at localhost on the machine itself, and only if the settings name "
        "no host, public address or proxy. The choice is kept for the next start."
    ),
    responses=problems(401, 403, 408, 409, 413),
)
async def change_lan(context: RequestContext, data: LanChange) -> Me:
    """Turn the switch."""
    me = context.human
    # A browser always sends the origin, which the middleware has compared with the host.
    is_from_page = any(name == b"origin" for name, _ in context.headers)
    if not (context.can_turn_lan and is_from_page):
        raise NotAllowed("lan_not_here")
    await context.server.lan_switch.turn(is_on=data.is_on)
    return me_of(context, me)


LAN_ROUTES = [change_lan]
