"""Refusals as HTTP answers: a status, a stable code, and a sentence in the reader's language.

>>> status_of(GameError("server_busy")), status_of(StaleDecision("stale_choice")), status_of(Nobody("nobody"))
(503, 409, 401)
>>> language_of("pt, fr-CH;q=0.8, en;q=0.7")
'fr'
"""

import re
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.routes import HTTPRoute

from closecall.core.errors import AlreadyChosen, GameError, StaleDecision
from closecall.messages import LANGUAGES, catalogue
from closecall.server.cpu_budgets import Payer
from closecall.server.logs import Log
from closecall.server.metrics import Metrics
from closecall.server.people.authentication import Person
from closecall.server.rooms.hub import NoTable
from closecall.server.tables import TableError
from closecall.server.tables.permissions import NotAllowed
from closecall.store import LostRace, Spent, StaleRatings, StoreError, Taken, TooMany

AnyRequest = Request[Any, Any, Any]
Headers = Iterable[tuple[bytes, bytes]]

log = Log("closecall.http")

TRY_AGAIN_S = 2
"""When to try again after a refusal that is the server's fault."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: str
    """Stable, for programs."""
    sentence: str
    """For people, in their language."""


class BadRequest(GameError):
    """The request does not match the description of the API."""


class Nobody(GameError):
    """Only somebody with a name may do this."""


class Unknown(GameError):
    """There is no such thing."""


class Throttled(GameError):
    """Too many wrong guesses or new things, or too much CPU time; `seconds` says how long to wait."""


_STATUS_OF_KIND: tuple[tuple[type[GameError], int], ...] = (
    (Nobody, 401),
    (NotAllowed, 403),
    (NoTable, 404),
    (Unknown, 404),
    (Spent, 404),
    (Throttled, 429),
    (StaleDecision, 409),
    (AlreadyChosen, 409),
    (TableError, 409),
    (LostRace, 409),
    (StaleRatings, 409),
    (Taken, 409),
    (TooMany, 409),
    (StoreError, 503),
    (GameError, 400),
)

_STATUS_OF_CODE = {
    "already_somebody": 409,
    "bots_busy": 503,
    "no_lan": 409,
    "not_found": 404,
    "page_not_built": 503,
    "port_refused": 409,
    "port_taken": 409,
    "request_slow": 408,
    "request_too_long": 413,
    "server_busy": 503,
    "server_failed": 500,
    "server_full": 503,
    "store_half_character": 400,
    "store_nul": 400,
    "store_number": 400,
    "table_age_of_nobody": 400,
    "table_no_place": 404,
    "table_no_such_option": 400,
    "unknown_bot": 400,
    "unknown_character": 400,
    "unknown_host": 421,
    "wrong_method": 405,
}


def status_of(error: GameError) -> int:
    """The HTTP status of a refusal."""
    found = _STATUS_OF_CODE.get(error.code)
    return found or next(status for kind, status in _STATUS_OF_KIND if isinstance(error, kind))


def problem_of(error: GameError, language: str) -> Problem:
    """A refusal as it is sent."""
    return Problem(error.code, error.sentence(catalogue(language)))


def retry_after(error: GameError) -> dict[str, str]:
    """The `Retry-After` header, if trying again makes sense."""
    if isinstance(error, Throttled):
        return {"retry-after": str(error.facts["seconds"])}
    return {"retry-after": str(TRY_AGAIN_S)} if status_of(error) == 503 else {}


# Languages.


def language_of(accepted: str) -> str:
    """The best match for an `Accept-Language` header among our languages; English if there is none."""
    best, most = "en", 0.0
    for part in accepted[:1000].lower().split(","):
        tag, _, weight = part.partition(";")
        language = tag.strip()[:2]
        found = re.fullmatch(r"\s*q=([01](?:\.[0-9]{0,3})?)\s*", weight)
        quality = float(found[1]) if found else 1.0
        if language in LANGUAGES and tag.strip()[2:3] in ("", "-") and quality > most:
            best, most = language, quality
    return best


def reader_language(person: Person | None, headers: Headers) -> str:
    """The language of a person or, without one, of the browser."""
    if person is not None and person.language in LANGUAGES:
        return person.language
    accepted = next((value for name, value in headers if name == b"accept-language"), b"")
    return language_of(accepted.decode("latin-1"))


def wants_page(scope: Mapping[str, Any]) -> bool:
    """Whether a person opens an address in a browser, rather than a program or a page loading its parts."""
    accepted = next((value for name, value in scope["headers"] if name == b"accept"), b"")
    is_part = scope["path"].startswith(("/api/", "/assets/"))
    return scope["method"] == "GET" and b"text/html" in accepted and not is_part


def check_budget(payer: Payer) -> None:
    """Throttled if somebody has exhausted their CPU budget."""
    wait_s = payer.wait_s()
    if wait_s > 0:
        raise Throttled("too_expensive", seconds=ceil(wait_s))


# Exception handlers for Litestar.


def answer_refusal(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer with a GameError."""
    assert isinstance(error, GameError)
    metrics: Metrics = request.app.state["server"].metrics
    metrics.refused(error.code)
    person = request.scope["state"].get("person")
    language = reader_language(person, request.scope["headers"])
    return Response(problem_of(error, language), status_code=status_of(error), headers=retry_after(error))


def answer_http_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer with an error of the framework, in the same shape as all refusals."""
    assert isinstance(error, HTTPException)
    if error.status_code >= 500:
        return answer_failure(request, error)
    answer = answer_refusal(request, _as_refusal(error))
    if error.status_code == 405:
        answer.headers["allow"] = ", ".join(_methods_at(request))
    return answer


def _methods_at(request: AnyRequest) -> list[str]:
    """The methods of an address, which the framework does not list when it refuses one."""
    path = request.scope["path"].rstrip("/") or "/"
    return sorted(
        method
        for route in request.app.routes
        if isinstance(route, HTTPRoute) and re.fullmatch(re.sub(r"{\w+}", "[^/]+", route.path_format), path)
        for method in route.methods
    )


def _as_refusal(error: HTTPException) -> GameError:
    if error.status_code == 404:
        return Unknown("not_found")
    if error.status_code == 405:
        return GameError("wrong_method")
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        where = str(error.extra[0].get("key", "…"))
        return BadRequest("bad_request", where="$" if where == "data" else where)
    return BadRequest("bad_request", where="…")


def answer_failure(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer after a bug: the log gets the traceback, the reader a sentence."""
    log.exception("request_failed", route=str(request.scope.get("path_template", "")))
    return answer_refusal(request, GameError("server_failed"))


# Request bodies.


def _place_of(message: str) -> str:
    """Where a body does not match, from the parser's message, which may quote the request.

    A place contains only our own names; the name of an unknown field is repeated if it is a plain one.

    >>> _place_of("Expected `int`, got `str` - at `$.seats[0].age`")
    '$.seats[0].age'
    >>> _place_of("Object contains unknown field `words`"), _place_of("Object contains unknown field `<b>`")
    ('$.words', '…')
    """
    place = re.search(r" - at `(\$[\w.\[\]]*)`$", message)
    field = re.search(r"unknown field `([a-z_]{1,30})`", message)
    if field:
        return f"{place[1] if place else '$'}.{field[1]}"
    return place[1] if place else "…"


def decoded(body: bytes, kind: Any) -> Any:
    """A decoded request body; BadRequest names the place where it does not match its type."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest("bad_request", where=_place_of(str(error))) from None
