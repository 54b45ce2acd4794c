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

sys.path.pop(0)  # Our own folder, whose `page` is this file.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, expect

from page.browsing import PHONE, build_page, running_browser
from page.people import Person, new_person
from page.playing import await_turn, confirm, select
from server.serving import Running, running_server

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
WATCH_FRAMES = """() => {
  globalThis.frames = [];
  let last = performance.now();
  const look = (now) => {
    globalThis.frames.push(now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


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
    """Frames while the dice roll, and right after."""

    def measure(ann: Person, server: Running) -> dict[str, float]:
        ann.sits_down(game, "me")
        chance = Random(game)
        seen: list[float] = []
        for _ in range(4):
            assert await_turn(ann, game)
            select(ann, game, chance)
            ann.page.evaluate(WATCH_FRAMES)
            confirm(ann)
            ann.page.wait_for_timeout(700)
            seen += ann.page.evaluate("frames.splice(0)")[1:]
        return {
            f"{game}: frames a second while dice roll": 1000 * len(seen) / sum(seen),
            f"{game}: longest frame, ms": max(seen),
        }

    return measure


PARTS: tuple[Part, ...] = (
    yardstick,
    first_screen,
    pending,
    rolling("mark"),
    rolling("qwixx"),
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
