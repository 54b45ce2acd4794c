"""Screenshots of every screen, on a phone and a desktop, in light and dark; run by scripts/screenshots."""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from page.browser import DESKTOP, PHONE, build_page, chromium, running_browser
from page.person import new_person
from page.screens import all_screens
from server.server_process import running_server
from support.source import ROOT

CHOICES = 7
THEMES = ("light", "dark")


def main() -> None:
    """Take the requested screenshots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "docs" / "screenshots", help="the output folder")
    parser.add_argument("--lang", default="en", help="the language of the page")
    parser.add_argument(
        "screens", nargs="*", help="screens, such as home or qwixx-result; all if none is named"
    )
    arguments = parser.parse_args()
    if chromium() is None:
        sys.exit("There is no Chromium or Chrome on the PATH; install one to take screenshots.")
    build_page()
    arguments.into.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        running_browser() as browser,
    ):
        for device in (PHONE, DESKTOP):
            with new_person(browser, server.url, "Ann", arguments.lang, device, allow_errors=True) as ann:
                for screen in all_screens(ann, CHOICES):
                    if arguments.screens and screen.name not in arguments.screens:
                        continue
                    screen.show(ann)
                    for theme in THEMES:
                        ann.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                        ann.page.wait_for_timeout(150)  # Let transitions end.
                        path = arguments.into / f"{screen.name}-{device.name}-{theme}.png"
                        ann.page.screenshot(path=path)
                        print(path)


if __name__ == "__main__":
    main()
