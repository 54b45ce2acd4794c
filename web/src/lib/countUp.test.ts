import { expect, test, vi } from "vitest";
import { CountUp } from "./countUp.svelte";

/** Frames at the times that the test gives. */
function frames() {
  const waiting: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (call: FrameRequestCallback) => waiting.push(call));
  vi.stubGlobal("cancelAnimationFrame", () => (waiting.length = 0));
  return { at: (ms: number) => waiting.splice(0).forEach((call) => call(ms)), count: () => waiting.length };
}

test("scores grow from zero to what they are, below zero too", () => {
  const { at, count } = frames();
  const counting = new CountUp(1000);
  counting.run();
  const shown = [0, 250, 500, 750, 1000].map((ms) => {
    at(5000 + ms);
    return [counting.of(80), counting.of(-20)];
  });
  expect(shown[0]).toEqual([0, -0]);
  expect(shown.at(-1)).toEqual([80, -20]);
  expect(shown.map(([score]) => score)).toEqual([...shown.map(([score]) => score!)].sort((a, b) => a - b));
  expect(count()).toBe(0);
});

test("without animations all is there at once, and stopping stops", () => {
  const { at, count } = frames();
  const still = new CountUp(0);
  still.run();
  expect([still.of(66), count()]).toEqual([66, 0]);
  const stop = new CountUp(1000).run();
  at(0);
  expect(count()).toBe(1);
  stop();
  expect(count()).toBe(0);
});
