"""What somebody sees who opens the server's address in a browser."""

import html
import re
from functools import cache
from importlib import resources

from litestar import Response, get

from closecall import __version__
from closecall.messages import catalogue
from closecall.server.routes.asking import Asking

_FOLDER = resources.files("closecall.server") / "pages"
_KEY = re.compile(r"\{\{(\w+)\}\}")


@get(["/", "/join", "/carry"], media_type="text/html", include_in_schema=False)
async def show_page(asking: Asking) -> Response[str]:
    """The page, in the reader's language."""
    headers = {"vary": "Accept-Language, Cookie", "cache-control": "no-cache"}
    return Response(_page(asking.language), media_type="text/html", headers=headers)


@get("/pages/style.css", media_type="text/css", include_in_schema=False)
async def show_style() -> Response[str]:
    """How the page looks."""
    return Response(_style(), media_type="text/css", headers={"cache-control": "max-age=3600"})


@cache
def _page(language: str) -> str:
    say = catalogue(language)

    def said(found: re.Match[str]) -> str:
        return (
            language if found[1] == "language" else html.escape(say(f"page.{found[1]}", version=__version__))
        )

    return _KEY.sub(said, (_FOLDER / "index.html").read_text("utf-8"))


@cache
def _style() -> str:
    return (_FOLDER / "style.css").read_text("utf-8")


PAGE_ROUTES = [show_page, show_style]
