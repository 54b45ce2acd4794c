import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SeenFrame } from "../generated/closecall";
import { PacedFrames } from "./pacedFrames.svelte";

const READING_MS = 1000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function frame(point: number, told: { viewer?: number | null; deadline?: number | null; n?: number; menu?: string[] } = {}): SeenFrame {
  const { viewer = 0, deadline = null, n = point, menu = null } = told;
  return { t: "seen", n, nth: 0, deadline, seen: { viewer, point, menu } } as unknown as SeenFrame;
}

function paced(isHurried = false, readingMs = READING_MS): PacedFrames {
  const frames = new PacedFrames({ readingMs: () => readingMs, isHurried: () => isHurried });
  frames.arrive(frame(1));
  return frames;
}

const pointOf = (frames: PacedFrames) => frames.shown?.seen.point;

test("steps that come at once are shown one after the other", () => {
  const frames = paced();
  for (const point of [2, 3, 4]) frames.arrive(frame(point));
  expect([pointOf(frames), frames.isBehind]).toEqual([2, true]);
  vi.advanceTimersByTime(READING_MS);
  expect([pointOf(frames), frames.isBehind]).toEqual([3, true]);
  vi.advanceTimersByTime(READING_MS);
  expect([pointOf(frames), frames.isBehind]).toEqual([4, false]); // The last one keeps nobody waiting.
});

test("a step that comes after the one before was read is shown at once", () => {
  const frames = paced();
  frames.arrive(frame(2));
  vi.advanceTimersByTime(READING_MS);
  frames.arrive(frame(3));
  expect([pointOf(frames), frames.isBehind]).toEqual([3, false]);
});

test("one's own step is shown at once, however quickly one chose", () => {
  const frames = paced();
  frames.arrive(frame(2, { menu: ["deck"] }));
  frames.arrive(frame(3));
  expect([pointOf(frames), frames.isBehind]).toEqual([3, false]);
  frames.arrive(frame(4));
  expect([pointOf(frames), frames.isBehind]).toEqual([3, true]);
});

test("a game that needs no pace shows the newest frame", () => {
  const frames = paced(false, 0);
  for (const point of [2, 3, 4]) frames.arrive(frame(point));
  expect([pointOf(frames), frames.isBehind]).toEqual([4, false]);
});

test("nothing waits while a clock runs, nobody looks, or the viewer changes", () => {
  for (const [hurried, last] of [[false, frame(4, { deadline: 9 })], [true, frame(4)], [false, frame(4, { viewer: 1 })]] as const) {
    const frames = paced(hurried);
    for (const one of [frame(2), frame(3), last]) frames.arrive(one);
    expect([frames.shown, frames.isBehind]).toEqual([last, false]);
  }
});

test("a newer frame of the same point replaces the older one", () => {
  const frames = paced();
  frames.arrive(frame(1, { n: 5 }));
  expect([frames.shown?.n, frames.isBehind]).toEqual([5, false]);
  for (const one of [frame(2), frame(3), frame(3, { n: 7 })]) frames.arrive(one);
  vi.advanceTimersByTime(READING_MS);
  expect([frames.shown?.n, frames.isBehind]).toEqual([7, false]);
});

test("steps are held back, and follow one by one afterwards", () => {
  const frames = paced();
  frames.hold(true);
  for (const point of [2, 3]) frames.arrive(frame(point));
  vi.advanceTimersByTime(60 * READING_MS);
  expect(pointOf(frames)).toBe(1);
  frames.hold(false);
  expect(pointOf(frames)).toBe(2);
  vi.advanceTimersByTime(READING_MS);
  expect(pointOf(frames)).toBe(3);
});

test("one can catch up at any time, and nobody has to watch a whole game of bots", () => {
  const frames = paced();
  for (const point of [2, 3, 4]) frames.arrive(frame(point));
  frames.catchUp();
  expect([pointOf(frames), frames.isBehind]).toEqual([4, false]);
  for (let point = 5; point <= 500; point++) frames.arrive(frame(point));
  frames.catchUp();
  expect(pointOf(frames)).toBe(500);
  for (let point = 501; point <= 600; point++) frames.arrive(frame(point));
  expect(pointOf(frames)).toBeGreaterThan(560);
});
