import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RoundScene } from "./roundScene.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("hands are turned one by one, and then the verdict is told", () => {
  const seen: [number, boolean][] = [];
  const ended = vi.fn();
  const scene = new RoundScene(2, ended);
  scene.start();
  while (vi.getTimerCount() > 0) {
    seen.push([scene.turned, scene.isOver]);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersToNextTimer();
  }
  expect([...seen, [scene.turned, scene.isOver]]).toEqual([[0, false], [1, false], [2, false], [2, true]]);
  expect(ended).toHaveBeenCalledOnce();
});

test("it can be skipped, and ends once", () => {
  const ended = vi.fn();
  const scene = new RoundScene(3, ended);
  scene.start();
  vi.advanceTimersToNextTimer();
  scene.skip();
  scene.skip();
  expect([scene.turned, scene.isOver, vi.getTimerCount()]).toEqual([3, true, 0]);
  expect(ended).toHaveBeenCalledOnce();
});
