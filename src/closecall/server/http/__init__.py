"""The HTTP API, by subject; `request_context`, `bodies` and `openapi` hold what the routes share."""

from litestar import Router
from litestar.types import ControllerRouterHandler

from closecall.server.http.access import ACCESS_ROUTES
from closecall.server.http.daily import DAILY_ROUTES
from closecall.server.http.games import GAME_ROUTES
from closecall.server.http.health import OPERATION_ROUTES
from closecall.server.http.history import HISTORY_ROUTES
from closecall.server.http.households import HOUSEHOLD_ROUTES
from closecall.server.http.invitations import INVITING_ROUTES
from closecall.server.http.lan import LAN_ROUTES
from closecall.server.http.pages import PAGE_ROUTES
from closecall.server.http.people import PEOPLE_ROUTES
from closecall.server.http.shared_games import SHARING_ROUTES
from closecall.server.http.statistics import STATISTICS_ROUTES
from closecall.server.http.tables import TABLE_ROUTES

_API = [
    *PEOPLE_ROUTES,
    *ACCESS_ROUTES,
    *HOUSEHOLD_ROUTES,
    *GAME_ROUTES,
    *TABLE_ROUTES,
    *INVITING_ROUTES,
    *HISTORY_ROUTES,
    *SHARING_ROUTES,
    *STATISTICS_ROUTES,
    *DAILY_ROUTES,
    *LAN_ROUTES,
]

ROUTES: list[ControllerRouterHandler] = [Router("/api", route_handlers=_API), *OPERATION_ROUTES, *PAGE_ROUTES]
