"""The HTTP API, by subject; what all of it has in common is in `asking`, `bodies` and `description`."""

from litestar import Router
from litestar.types import ControllerRouterHandler

from closecall.server.routes.games import GAME_ROUTES
from closecall.server.routes.history import HISTORY_ROUTES
from closecall.server.routes.inviting import INVITING_ROUTES
from closecall.server.routes.learning import LEARNING_ROUTES
from closecall.server.routes.operations import OPERATION_ROUTES
from closecall.server.routes.pages import PAGE_ROUTES
from closecall.server.routes.people import PEOPLE_ROUTES
from closecall.server.routes.tables import TABLE_ROUTES

_API = [
    *PEOPLE_ROUTES,
    *GAME_ROUTES,
    *LEARNING_ROUTES,
    *TABLE_ROUTES,
    *INVITING_ROUTES,
    *HISTORY_ROUTES,
]

ROUTES: list[ControllerRouterHandler] = [Router("/api", route_handlers=_API), *OPERATION_ROUTES, *PAGE_ROUTES]
