"""How quick does the page feel? Figures of a real Chromium with a real server on this machine.

Run: python benchmarks/page.py [--slower N] [--times N]

The processor is made four times slower than it is, as a cheap phone is. Each figure is the middle one of
several visits, with the worst one beside it. The yardstick is how long the same browser takes for a sum,
made slower in the same way.
"""

import argparse
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.pop(0)  # Our own folder, whose `page` is this file.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, Locator, expect

from page.browser import PHONE, build_page, running_browser
from page.gameplay import await_turn, confirm, select
from page.person import Person, new_person
from server.server_process import Running, running_server

YARDSTICK = """() => {
  const start = performance.now();
  let sum = 0;
  for (let at = 0; at < 2e7; at++) sum += at % 7;
  return performance.now() - start;
}"""
LARGEST_PAINT = """() => new Promise((told) => {
  const tell = (list) => told(list.getEntries().at(-1).startTime);
  new PerformanceObserver(tell).observe({ type: "largest-contentful-paint", buffered: true });
})"""
# From the tap on a button to the first frame in which the choice is shown as on its way.
WATCH_PENDING = """(words) => {
  globalThis.pending = new Promise((told) => {
    document.addEventListener("click", () => {
      const start = performance.now();
      let frames = 0;
      const look = () => {
        frames++;
        if (document.body.textContent.includes(words)) told({ ms: performance.now() - start, frames });
        else if (frames < 100) requestAnimationFrame(look);
        else told({ ms: Infinity, frames });
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}"""
# The frames from the next tap on, that of the tap itself included, for so many ms. Nobody asks the page for
# anything meanwhile: Playwright's own looking for elements would cost more frames than the page does.
WATCH_FRAMES = """(most) => {
  globalThis.frames = new Promise((told) => {
    const found = [];
    let [last, tapped] = [performance.now(), Infinity];
    document.addEventListener("click", () => (tapped = performance.now()), { capture: true, once: true });
    const look = (now) => {
      if (now > tapped) found.push(now - last);
      last = now;
      if (now > tapped + most) told(found);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}"""


FRAME_MS = 1000 / 60
ROLLING_MS = 900
ROLLS = 4
CALM_MS = 500
"""How long the page is left alone before anything is measured."""

Part = Callable[[Person, Running], dict[str, float]]


@contextmanager
def slow_person(browser: Browser, url: str, slower: float) -> Iterator[Person]:
    """Somebody new with a slow phone."""
    with new_person(browser, url, device=PHONE, may_grumble=True, reduced_motion="no-preference") as ann:
        line = ann.context.new_cdp_session(ann.page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        yield ann


def yardstick(ann: Person, server: Running) -> dict[str, float]:
    """A fixed sum."""
    ann.open("/")
    return {"yardstick, ms": ann.page.evaluate(YARDSTICK)}


def first_screen(ann: Person, server: Running) -> dict[str, float]:
    """The largest thing on the first screen."""
    ann.open("/")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    return {"first screen: largest paint, ms": ann.page.evaluate(LARGEST_PAINT)}


def pending(ann: Person, server: Running) -> dict[str, float]:
    """A choice that is shown as on its way, while the server says nothing."""
    ann.sits_down("qwixx", "me")
    assert await_turn(ann, "qwixx")
    ann.tap(ann.button_like("board.qwixx.pass"))
    expect(ann.button("page.play.confirm")).to_be_visible()
    ann.page.evaluate(WATCH_PENDING, ann.say("page.play.sending"))
    server.process.send_signal(signal.SIGSTOP)
    try:
        ann.tap(ann.button("page.play.confirm"))
        told = ann.page.evaluate("pending")
    finally:
        server.process.send_signal(signal.SIGCONT)
    return {
        "confirmed until shown as sent, ms": told["ms"],
        "confirmed until shown as sent, frames": told["frames"],
    }


def rolling(game: str) -> Part:
    """Frames from a choice that is confirmed until the dice that answer it have landed."""

    def measure(ann: Person, server: Running) -> dict[str, float]:
        ann.sits_down(game, "me")
        rolls = [watched(ann, ROLLING_MS) for _ in rolls_of(ann, game)]
        seen = [frame for roll in rolls for frame in roll]
        return {
            f"{game}: frames a second while dice roll": 1000 * len(seen) / sum(seen),
            f"{game}: frames lost in a roll": sum(round(ms / FRAME_MS) - 1 for ms in seen) / len(rolls),
            f"{game}: longest frame, ms": max(seen),
        }

    return measure


def working(game: str) -> Part:
    """How long the page itself works at most at a stretch, from such a choice until the dice have landed.

    This is time of the processor, so others who use it matter less than they do for frames.
    """

    def measure(ann: Person, server: Running) -> dict[str, float]:
        ann.sits_down(game, "me")
        longest, whole = [], []
        for _ in rolls_of(ann, game):
            with traced(ann) as tasks:
                watched(ann, ROLLING_MS)
            longest.append(max(tasks))
            whole.append(sum(tasks))
        return {
            f"{game}: longest task while dice roll, ms": median(longest),
            f"{game}: all tasks while dice roll, ms": median(whole),
        }

    return measure


def rolls_of(ann: Person, game: str) -> Iterator[None]:
    """Come to a choice that is selected, to be confirmed, some times; the first rolls are left out."""
    chance = Random(game)
    for roll in range(-1, ROLLS):
        assert await_turn(ann, game)
        select(ann, game, chance)
        expect(ann.button("page.play.confirm")).to_be_visible()
        ann.page.wait_for_timeout(CALM_MS)
        if roll < 0:
            confirm(ann)
        else:
            yield


def watched(ann: Person, ms: int) -> list[float]:
    """Confirm what is selected; how long each frame took from then on."""
    frames = _after_tap(ann, ann.button("page.play.confirm"), ms)
    costly = ann.button("page.play.costly")
    return _after_tap(ann, costly, ms) if costly.is_visible() else frames


def _after_tap(ann: Person, button: Locator, ms: int) -> list[float]:
    ann.page.evaluate(WATCH_FRAMES, ms)
    ann.tap(button)
    frames: list[float] = ann.page.evaluate("frames")
    return frames


@contextmanager
def traced(ann: Person) -> Iterator[list[float]]:
    """The tasks of the page's main thread, each with the ms that the processor spent on it."""
    browser = ann.context.browser
    assert browser is not None
    line = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    done: list[None] = []
    line.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    line.on("Tracing.tracingComplete", lambda told: done.append(None))
    line.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel", "blink.user_timing"]}})
    ann.page.evaluate("performance.mark('us')")  # There are other pages and processes.
    tasks: list[float] = []
    yield tasks
    line.send("Tracing.end")
    while not done:
        ann.page.wait_for_timeout(50)
    us = next(event for event in events if event["name"] == "us")
    tasks += [
        event["tdur"] / 1000
        for event in events
        if event["name"].endswith("RunTask")
        and event["ph"] == "X"
        and (event["pid"], event["tid"]) == (us["pid"], us["tid"])
        and "tdur" in event
    ]
    line.detach()


PARTS: tuple[Part, ...] = (
    yardstick,
    first_screen,
    pending,
    rolling("mark"),
    rolling("qwixx"),
    working("mark"),
    working("qwixx"),
)


def main() -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--slower", type=float, default=4, help="how much slower the processor is made")
    parser.add_argument("--times", type=int, default=5, help="how often each part is measured")
    wishes = parser.parse_args()
    build_page()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        running_browser() as browser,
    ):
        print(f"{'':44} {'middle':>9} {'worst':>9}")
        for part in PARTS:
            found: dict[str, list[float]] = {}
            for _ in range(wishes.times):
                with slow_person(browser, server.url, wishes.slower) as ann:
                    for name, figure in part(ann, server).items():
                        found.setdefault(name, []).append(figure)
            for name, figures in found.items():
                worst = min(figures) if "a second" in name else max(figures)
                print(f"{name:44} {median(figures):9.1f} {worst:9.1f}", flush=True)


if __name__ == "__main__":
    main()
