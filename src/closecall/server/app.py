"""The ASGI application that a web server calls."""

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException

from closecall.core.errors import GameError
from closecall.server.context import ServerContext
from closecall.server.http import ROUTES
from closecall.server.http.bodies import Strict
from closecall.server.http.errors import answer_failure, answer_http_error, answer_refusal
from closecall.server.http.middleware import Middleware
from closecall.server.http.openapi import DESCRIPTION
from closecall.server.http.pages import answer_missing
from closecall.server.http.request_context import request_context


def create_app(server: ServerContext) -> Middleware:
    """The application of a server, which starts and stops with it."""
    inner = Litestar(
        ROUTES,
        dependencies={"context": Provide(request_context)},
        dto=Strict,
        return_dto=None,
        exception_handlers={
            GameError: answer_refusal,
            NotFoundException: answer_missing,
            HTTPException: answer_http_error,
            Exception: answer_failure,
        },
        logging_config=None,
        openapi_config=DESCRIPTION,
        request_max_body_size=None,  # The middleware has checked it.
    )
    inner.state["server"] = server
    return Middleware(server, inner)
