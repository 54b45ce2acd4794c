"""A real browser: which one there is, and the windows that people open in it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from support.source import ROOT

PATIENCE_MS = 30_000
"""How long anything may take on a busy machine."""

_NAMES = (
    "chromium-headless-shell",  # The same without what only a window needs: a third less work.
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]

expect.set_options(timeout=PATIENCE_MS)


def chromium() -> str | None:
    """Where Chromium or Chrome is, or None if the PATH has neither."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


@contextmanager
def running_browser(*flags: str) -> Iterator[Browser]:
    """A browser without a window on the screen."""
    with sync_playwright() as playwright, launched(playwright, *flags) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, *flags: str) -> Iterator[Browser]:
    """The same where Playwright runs already: it cannot be started twice."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=[*_FLAGS, *flags])
    try:
        yield browser
    finally:
        browser.close()


@dataclass(frozen=True, slots=True)
class Device:
    """What somebody holds in their hands."""

    name: str
    width: int
    height: int
    is_touched: bool = True

    def settings(self, language: str = "en", theme: str = "light", **more: Any) -> dict[str, Any]:
        """As Playwright wants a context to be described."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "has_touch": self.is_touched,
            "is_mobile": self.is_touched,
            "locale": {"en": "en-GB", "de": "de-CH", "fr": "fr-CH", "it": "it-CH"}[language],
            "color_scheme": theme,
            # Things that move take time; whoever wants to see them asks for it.
            "reduced_motion": "reduce",
            **more,
        }


SMALL_PHONE = Device("small-phone", 320, 640)
PHONE = Device("phone", 390, 844)
DESKTOP = Device("desktop", 1280, 800, is_touched=False)

NEWS_COME_LATE = """{
    const { get, set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    const { addEventListener } = WebSocket.prototype;
    const late = (told) => told && ((news) => setTimeout(() => told(news), 700));
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        get,
        set(told) { set.call(this, late(told)); },
    });
    WebSocket.prototype.addEventListener = function (kind, told, ...more) {
        addEventListener.call(this, kind, kind === "message" ? late(told) : told, ...more);
    };
}"""
"""For a browser, half a second after a tap whatever moves is no longer the tap's doing."""


def new_page(context: BrowserContext) -> Page:
    """A tab that does not give up soon."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    return page


def build_page() -> None:
    """Build the page if its sources have changed, so that no test looks at an old one.

    Whoever works on the page sets CLOSECALL_PAGE=as-built to look at what they have built themselves.
    """
    if os.environ.get("CLOSECALL_PAGE") != "as-built":
        subprocess.run([sys.executable, str(ROOT / "web" / "build_page.py")], check=True)


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Let one process at a time do something."""
    import time

    while True:
        try:
            lock.touch(exist_ok=False)
            break
        except FileExistsError:
            time.sleep(0.1)
    try:
        yield
    finally:
        lock.unlink()
