"""How fast is the page? Figures from a real Chromium and a real server on this machine.

Run: python benchmarks/page.py [--slower N] [--times N]

The CPU is throttled fourfold to resemble a cheap phone. Each figure is the median of several visits, with the
worst beside it. The yardstick is the time of a fixed loop in the same throttled browser.
"""

import argparse
import json
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.pop(0)  # This folder, where `page` would be this file and not the package of the tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, Locator, expect

from page.browser import PHONE, build_page, new_page, running_browser
from page.gameplay import await_turn, confirm, qwixx_numbers, select
from page.person import Person, new_person
from server.server_process import RunningServer, running_server

YARDSTICK = """() => {
  const start = performance.now();
  let sum = 0;
  for (let at = 0; at < 2e7; at++) sum += at % 7;
  return performance.now() - start;
}"""
LARGEST_PAINT = """() => new Promise((resolve) => {
  const report = (list) => resolve(list.getEntries().at(-1).startTime);
  new PerformanceObserver(report).observe({ type: "largest-contentful-paint", buffered: true });
})"""
# From the tap to the first frame that shows the choice as pending.
WATCH_PENDING = """(words) => {
  globalThis.pending = new Promise((resolve) => {
    document.addEventListener("click", () => {
      const start = performance.now();
      let frames = 0;
      const look = () => {
        frames++;
        if (document.body.textContent.includes(words)) resolve({ ms: performance.now() - start, frames });
        else if (frames < 100) requestAnimationFrame(look);
        else resolve({ ms: Infinity, frames });
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}"""
# The frames of the given number of ms after the next tap, that of the tap included. Playwright must not query
# the page meanwhile: its lookups would cost more frames than the page does.
WATCH_FRAMES = """(most) => {
  globalThis.frames = new Promise((resolve) => {
    const found = [];
    let [last, tapped] = [performance.now(), Infinity];
    document.addEventListener("click", () => (tapped = performance.now()), { capture: true, once: true });
    const look = (now) => {
      if (now > tapped) found.push(now - last);
      last = now;
      if (now > tapped + most) resolve(found);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}"""
# Starts a game as soon as its button is there; when that and the table's bar have appeared.
START_AT_ONCE = """([game, bar]) => {
  let home = null;
  globalThis.shown = new Promise((resolve) => {
    const look = () => {
      const card = document.getElementById(`game-${game}`)?.closest("article");
      if (card && home === null) {
        home = performance.now();
        card.querySelector("button.primary").click();
      }
      const isThere = [...document.querySelectorAll("section")].some((one) => one.ariaLabel === bar);
      if (isThere) resolve({ home, board: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}"""

FRAME_MS = 1000 / 60
ROLLING_MS = 900
ROLLS = 4
SLOW_CONNECTION = {
    "offline": False,
    "latency": 400,  # ms
    "downloadThroughput": 400_000 / 8,  # bytes a second
    "uploadThroughput": 400_000 / 8,
}
SETTLE_MS = 500
"""Idle time before each measurement."""

Part = Callable[[Person, RunningServer], dict[str, float]]


@contextmanager
def slow_person(browser: Browser, url: str, slower: float) -> Iterator[Person]:
    """A new person with a slow phone."""
    with new_person(browser, url, device=PHONE, allow_errors=True, reduced_motion="no-preference") as ann:
        session = ann.context.new_cdp_session(ann.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        yield ann


def yardstick(ann: Person, server: RunningServer) -> dict[str, float]:
    """The time of a fixed loop."""
    ann.open("/")
    return {"yardstick, ms": ann.page.evaluate(YARDSTICK)}


def home_page(ann: Person, server: RunningServer) -> dict[str, float]:
    """Largest contentful paint of the home page."""
    ann.open("/")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    return {"home page: largest contentful paint, ms": ann.page.evaluate(LARGEST_PAINT)}


def first_visit(game: str) -> Part:
    """A first visit over a slow connection: until the home page, and until the board of a new game.

    The processor is as fast as ever, and the button is pressed the moment it appears.
    """

    def measure(ann: Person, server: RunningServer) -> dict[str, float]:
        page = new_page(ann.context)  # The other tab has the slow processor.
        session = ann.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_CONNECTION)
        names = json.dumps([game, ann.say("page.play.choice")])
        page.add_init_script(f"({START_AT_ONCE})({names})")
        page.goto(ann.url)
        shown = page.evaluate("shown")
        return {
            f"slow connection, {game}: home page, ms": shown["home"],
            f"slow connection, {game}: board, ms": shown["board"],
        }

    return measure


def pending(ann: Person, server: RunningServer) -> dict[str, float]:
    """From confirming a choice until it is shown as pending, while the server is stopped."""
    ann.open_new_table("qwixx", "me")
    assert await_turn(ann, "qwixx")
    ann.tap(qwixx_numbers(ann).first)
    expect(ann.button("page.play.confirm")).to_be_visible()
    ann.page.evaluate(WATCH_PENDING, ann.say("page.play.sending"))
    server.process.send_signal(signal.SIGSTOP)
    try:
        ann.tap(ann.button("page.play.confirm"))
        shown = ann.page.evaluate("pending")
    finally:
        server.process.send_signal(signal.SIGCONT)
    return {
        "confirmed until shown as pending, ms": shown["ms"],
        "confirmed until shown as pending, frames": shown["frames"],
    }


def rolling(game: str) -> Part:
    """Frames from confirming a choice until the dice rolled next have landed."""

    def measure(ann: Person, server: RunningServer) -> dict[str, float]:
        ann.open_new_table(game, "me")
        rolls = [confirm_and_watch(ann, ROLLING_MS) for _ in rolls_of(ann, game)]
        seen = [frame for roll in rolls for frame in roll]
        return {
            f"{game}: frames a second while dice roll": 1000 * len(seen) / sum(seen),
            f"{game}: frames lost in a roll": sum(round(ms / FRAME_MS) - 1 for ms in seen) / len(rolls),
            f"{game}: longest frame, ms": max(seen),
        }

    return measure


def working(game: str) -> Part:
    """CPU time of the main thread's tasks from confirming a choice until the dice have landed.

    Other processes disturb this less than frames.
    """

    def measure(ann: Person, server: RunningServer) -> dict[str, float]:
        ann.open_new_table(game, "me")
        longest, whole = [], []
        for _ in rolls_of(ann, game):
            with traced(ann) as tasks:
                confirm_and_watch(ann, ROLLING_MS)
            longest.append(max(tasks))
            whole.append(sum(tasks))
        return {
            f"{game}: longest task while dice roll, ms": median(longest),
            f"{game}: all tasks while dice roll, ms": median(whole),
        }

    return measure


def rolls_of(ann: Person, game: str) -> Iterator[None]:
    """Select moves, ready to be confirmed by the caller, several times; the first roll is skipped."""
    chance = Random(game)
    for roll in range(-1, ROLLS):
        assert await_turn(ann, game)
        select(ann, game, chance)
        expect(ann.button("page.play.confirm")).to_be_visible()
        ann.page.wait_for_timeout(SETTLE_MS)
        if roll < 0:
            confirm(ann)
        else:
            yield


def confirm_and_watch(ann: Person, ms: int) -> list[float]:
    """Confirm the selection; the duration of each frame after that."""
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
    """The CPU time in ms of each task of the page's main thread during the block."""
    browser = ann.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    done: list[None] = []
    session.on("Tracing.dataCollected", lambda event: events.extend(event["value"]))
    session.on("Tracing.tracingComplete", lambda event: done.append(None))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel", "blink.user_timing"]}})
    ann.page.evaluate("performance.mark('us')")  # Identifies our thread in the trace.
    tasks: list[float] = []
    yield tasks
    session.send("Tracing.end")
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
    session.detach()


PARTS: tuple[Part, ...] = (
    yardstick,
    home_page,
    first_visit("mark"),
    first_visit("qwixx"),
    first_visit("enough"),
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
    parser.add_argument("--slower", type=float, default=4, help="CPU throttling factor (default 4)")
    parser.add_argument("--times", type=int, default=5, help="visits per part (default 5)")
    arguments = parser.parse_args()
    build_page()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        running_browser() as browser,
    ):
        print(f"{'':44} {'median':>9} {'worst':>9}")
        for part in PARTS:
            found: dict[str, list[float]] = {}
            for _ in range(arguments.times):
                with slow_person(browser, server.url, arguments.slower) as ann:
                    for name, figure in part(ann, server).items():
                        found.setdefault(name, []).append(figure)
            for name, figures in found.items():
                worst = min(figures) if "a second" in name else max(figures)
                print(f"{name:44} {median(figures):9.1f} {worst:9.1f}", flush=True)


if __name__ == "__main__":
    main()
