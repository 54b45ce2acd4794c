"""Chromium: finding and starting it, the devices it emulates, and building the page it loads."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from support.source import ROOT

TIMEOUT_MS = 30_000
"""Generous, because the machine may be busy."""

_NAMES = (
    "chromium-headless-shell",  # Needs a third less CPU time than the full browser.
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]

expect.set_options(timeout=TIMEOUT_MS)


def chromium() -> str | None:
    """The path of Chromium or Chrome, or None if neither is on the PATH."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


def full_chromium() -> str | None:
    """The path of a whole Chromium or Chrome, which can do more than the headless shell; None without one."""
    return next((found for name in _NAMES[1:] if (found := shutil.which(name))), None)


@contextmanager
def running_browser(*flags: str) -> Iterator[Browser]:
    """A headless browser with a Playwright of its own."""
    with sync_playwright() as playwright, launch_browser(playwright, *flags) as browser:
        yield browser


@contextmanager
def launch_browser(playwright: Playwright, *flags: str, program: str | None = None) -> Iterator[Browser]:
    """A headless browser under a running Playwright, which cannot be started twice."""
    browser = playwright.chromium.launch(executable_path=program or chromium(), args=[*_FLAGS, *flags])
    try:
        yield browser
    finally:
        browser.close()


@dataclass(frozen=True, slots=True)
class Device:
    """A screen size and input method to emulate."""

    name: str
    width: int
    height: int
    has_touch: bool = True

    def settings(self, language: str = "en", theme: str = "light", **more: Any) -> dict[str, Any]:
        """Arguments for Playwright's `new_context`."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "has_touch": self.has_touch,
            "is_mobile": self.has_touch,
            "locale": {"en": "en-GB", "de": "de-CH", "fr": "fr-CH", "it": "it-CH"}[language],
            "color_scheme": theme,
            # Animations take time; tests that need them override this.
            "reduced_motion": "reduce",
            **more,
        }


SMALL_PHONE = Device("small-phone", 320, 640)
PHONE = Device("phone", 390, 844)
DESKTOP = Device("desktop", 1280, 800, has_touch=False)

DELAY_MESSAGES = """{
    const { get, set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    const { addEventListener } = WebSocket.prototype;
    const delayed = (listener) => listener && ((event) => setTimeout(() => listener(event), 700));
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        get,
        set(listener) { set.call(this, delayed(listener)); },
    });
    WebSocket.prototype.addEventListener = function (kind, listener, ...more) {
        addEventListener.call(this, kind, kind === "message" ? delayed(listener) : listener, ...more);
    };
}"""
"""An init script that delays socket messages by 700 ms.

Browsers attribute layout shifts within 500 ms of a tap to that tap; later ones count against the page.
"""


def new_page(context: BrowserContext) -> Page:
    """A new tab with our timeout."""
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    return page


def build_page() -> None:
    """Build the page if its sources have changed, unless CLOSECALL_PAGE=as-built is set."""
    if os.environ.get("CLOSECALL_PAGE") != "as-built":
        subprocess.run([sys.executable, str(ROOT / "web" / "build_page.py")], check=True)
