"""The description of the API, in the format OpenAPI 3.1, at /api/openapi.json."""

from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, License, SecurityScheme, Tag

from closecall import __version__
from closecall.server.http.bodies import Body
from closecall.server.http.errors import Problem
from closecall.server.people.identity import COOKIE, SECURE_COOKIE

_PROBLEMS = {
    400: "The request does not match this description.",
    401: "This requires a name: POST /api/people first.",
    403: "This person may not do this, or not now; or the request comes from another site's page.",
    404: "There is no such thing, or this person may not see it.",
    408: "The body took too long to arrive.",
    409: "The request conflicts with the current state.",
    413: "The body is longer than 16 KiB.",
    429: "Too many wrong guesses or new things, or too much CPU time; Retry-After says when to try again.",
    500: "A bug in the server.",
    503: "The server is busy or stopping; Retry-After says when to try again.",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, including those that every route has."""
    return {
        status: ResponseSpec(Problem, description=_PROBLEMS[status], generate_examples=False)
        for status in sorted({*statuses, 400, 429, 500, 503})
    }


class _Renderer(JsonRenderPlugin):
    """Adds what the framework does not know about our types: descriptions, and that no other fields may be
    sent."""

    def __init__(self) -> None:
        super().__init__(path="/")
        self._text = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as JSON, rendered once."""
        if not self._text:
            schemas = openapi_schema["components"]["schemas"]
            for kind in _structs(msgspec.Struct):
                if kind.__name__ in schemas and kind.__module__.startswith("closecall.server"):
                    schemas[kind.__name__]["description"] = (kind.__doc__ or "").strip()
            for kind in _structs(Body):
                if kind.__name__ in schemas:
                    schemas[kind.__name__]["additionalProperties"] = False
            self._text = msgspec.json.encode(openapi_schema)
        return self._text


def _structs(base: type) -> list[type]:
    below: list[type] = base.__subclasses__()
    return [*below, *(kind for each in below for kind in _structs(each))]


def _operation_id(handler: HTTPRouteHandler, *_: object) -> str:
    return handler.handler_name


DESCRIPTION = OpenAPIConfig(
    title="closecall",
    version=__version__,
    summary="Tables for Close to the Mark!, Qwixx and Close Enough.",
    description=(
        "Everything except the moves, which go through the socket of a table, "
        "`/api/tables/{table_id}/socket`. People are identified by a cookie, bots by a token. "
        "Times are milliseconds since 1970 (UTC). Refusals have a stable `code` and a `sentence` in the "
        "reader's language."
    ),
    license=License(name="MIT", identifier="MIT"),
    path="/api/openapi.json",  # Not a shorter path: the framework would answer everything below it.
    render_plugins=[_Renderer()],
    operation_id_creator=_operation_id,
    components=Components(
        security_schemes={
            "cookie": SecurityScheme(
                type="apiKey",
                security_scheme_in="cookie",
                name=COOKIE,
                description=f"Set by POST /api/people; over https its name is `{SECURE_COOKIE}`.",
            ),
            "bot": SecurityScheme(
                type="http", scheme="bearer", description="The answer of POST /api/me/bots."
            ),
        }
    ),
    security=[{"cookie": []}, {"bot": []}, {}],
    tags=[
        Tag("people", "Names, on one device or more."),
        Tag("tables", "Making, finding, filling and starting tables."),
        Tag("history", "Played games, and whether they were fair."),
        Tag("games", "The games, and who is good at them."),
        Tag("server", "Health and metrics."),
    ],
)
