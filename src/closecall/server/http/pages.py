"""The page, as it was built into the package."""

import hashlib
import html
import mimetypes
from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec
from litestar import HttpMethod, Response, get, route

from closecall import __version__
from closecall.core.errors import GameError
from closecall.messages import catalogue
from closecall.server.http.errors import AnyRequest, Problem, answer_http_error, reader_language, wants_page
from closecall.server.http.openapi import problems
from closecall.server.http.request_context import RequestContext

_BUILT = resources.files("closecall") / "page"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_FOR_EVER = "public, max-age=31536000, immutable"

mimetypes.add_type("text/javascript", ".js")

SCREENS = [
    "/", "/join", "/carry", "/shared", "/tables", "/games", "/fame", "/settings", "/access",
    "/table/{id:str}", "/replay/{id:str}", "/new/{id:str}", "/rules/{id:str}", "/learn/{id:str}",
    "/daily", "/daily/{game:str}/{day:str}",
]  # fmt: skip
"""The addresses of the page's screens; all of them are the same file."""


class NoSuchFile(GameError):
    """The page has no such file."""


class NotBuilt(GameError):
    """The page was not built into this package."""


class PageInfo(msgspec.Struct, frozen=True):
    """The page's build, so that an open page can tell that it is outdated."""

    build: str


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the page, and its compressed forms."""

    kind: str
    data: bytes
    compressed: dict[str, bytes]


# Messengers that preview a link send HEAD first.
@route(
    SCREENS, http_method=[HttpMethod.GET, HttpMethod.HEAD], media_type="text/html", include_in_schema=False
)
async def show_page(request: AnyRequest, context: RequestContext) -> Response[str]:
    """The page, in the reader's language."""
    return _answer(context.language, context.person is not None, is_home=request.url.path == "/")


def answer_missing(request: AnyRequest, error: Exception) -> Response[str] | Response[Problem]:
    """Answer an unknown address: a browser gets the page, which says so and links to its start."""
    if not wants_page(request.scope):
        return answer_http_error(request, error)
    person = request.scope["state"].get("person")  # From the middleware; no route was called.
    return _answer(reader_language(person, request.scope["headers"]), person is not None, status=404)


def _answer(language: str, is_known: bool, *, is_home: bool = False, status: int = 200) -> Response[str]:
    headers = {"vary": "Accept-Language, Cookie", "cache-control": "no-cache"}
    page = _page(language, is_known, is_home)
    return Response(page, media_type="text/html", headers=headers, status_code=status)


@get(["/assets/{name:str}", "/icon.svg"], include_in_schema=False)
async def show_file(request: AnyRequest, name: str | None = None) -> Response[bytes]:
    """A file of the page; its name changes with its content."""
    file = _files().get(request.url.path.lstrip("/"))
    if file is None:
        raise NoSuchFile("not_found")
    accepted = request.headers.get("accept-encoding", "")
    headers = {"vary": "Accept-Encoding", "cache-control": _FOR_EVER if name else "max-age=3600"}
    for encoding in file.compressed:
        if encoding in accepted:
            headers["content-encoding"] = encoding
            return Response(file.compressed[encoding], media_type=file.kind, headers=headers)
    return Response(file.data, media_type=file.kind, headers=headers)


@get(
    "/api/page",
    tags=["server"],
    summary="The build of the page",
    responses=problems(),
    security=[{}],
)
async def show_build() -> PageInfo:
    """The same as the page itself says in `data-build`."""
    return PageInfo(build())


@cache
def build() -> str:
    """Identifies this build of the page."""
    index = _BUILT / "index.html"
    data = index.read_bytes() if index.is_file() else b""
    return hashlib.sha256(data + __version__.encode()).hexdigest()[:16]


@cache
def _page(language: str, is_known: bool, is_home: bool) -> str:
    index = _BUILT / "index.html"
    if not index.is_file():
        raise NotBuilt("page_not_built")
    say = catalogue(language)
    page = index.read_text("utf-8")
    # Whether the reader has a name, so that the page need not ask.
    root = f'<html lang="{language}" data-build="{build()}" data-known="{str(is_known).lower()}">'
    page = page.replace('<html lang="en">', root, 1)
    page = page.replace("</head>", f"{_preloads(language, is_home)}</head>", 1)
    about = html.escape(say("page.about"))
    if is_home:
        # Something to read while a slow phone loads the page.
        title = html.escape(say("home.title"))
        arriving = f'<div class="arriving"><h1>{title}</h1><p class="muted">{about}</p></div>'
        page = page.replace('<div id="app"></div>', f'<div id="app">{arriving}</div>', 1)
    return page.replace('name="description" content=""', f'name="description" content="{about}"', 1)


def _preloads(language: str, is_home: bool) -> str:
    """Announces files that the code would ask for only when it has arrived itself.

    These are the texts and, on the first page, the screen that most people open next.
    """
    wanted = [f"assets/texts-{language}-"] + ["assets/table-", "assets/Table-"] * is_home
    return "".join(
        f'<link rel="modulepreload" crossorigin href="/{name}" fetchpriority="{importance}" />'
        for start, importance in zip(wanted, ("high", "low", "low"), strict=False)
        for name in _files()
        if name.startswith(start) and name.endswith(".js")
    )


@cache
def _files() -> dict[str, _File]:
    """All files of the build, read once."""
    found: dict[str, bytes] = {}
    for folder, prefix in ((_BUILT, ""), (_BUILT / "assets", "assets/")):
        if folder.is_dir():
            found.update(
                (prefix + path.name, path.read_bytes()) for path in folder.iterdir() if path.is_file()
            )
    return {name: _file(name, found) for name in found if not name.endswith((".br", ".gz", ".html"))}


def _file(name: str, found: dict[str, bytes]) -> _File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    compressed = {encoding: found[name + end] for encoding, end in _ENCODINGS if name + end in found}
    return _File(kind, found[name], compressed)


PAGE_ROUTES = [show_page, show_file, show_build]
