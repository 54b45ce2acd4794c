import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReadingCountdown } from "./readingCountdown.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("it counts the seconds down and then leads on, once", () => {
  const ended = vi.fn();
  const countdown = new ReadingCountdown(ended);
  expect(countdown.left).toBeNull();
  countdown.start(3);
  const shown = [countdown.left];
  for (let at = 0; at < 2; at++) {
    vi.advanceTimersByTime(1000);
    shown.push(countdown.left);
  }
  expect(shown).toEqual([3, 2, 1]);
  vi.advanceTimersByTime(999);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(ended).toHaveBeenCalledOnce();
  expect([countdown.left, vi.getTimerCount()]).toEqual([null, 0]);
});

test("after an interruption it begins anew", () => {
  const ended = vi.fn();
  const countdown = new ReadingCountdown(ended);
  const interrupt = countdown.start(3);
  vi.advanceTimersByTime(2000);
  interrupt();
  vi.advanceTimersByTime(10_000);
  expect([countdown.left, countdown.isStopped, ended.mock.calls.length]).toEqual([null, false, 0]);
  countdown.start(3);
  vi.advanceTimersByTime(2000);
  expect([countdown.left, ended.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(1000);
  expect(ended).toHaveBeenCalledOnce();
});

test("starting again does not count twice as fast", () => {
  const countdown = new ReadingCountdown(vi.fn());
  countdown.start(9);
  countdown.start(9);
  vi.advanceTimersByTime(1000);
  expect([countdown.left, vi.getTimerCount()]).toEqual([8, 1]);
});

test("who stops it need not stop it again", () => {
  const ended = vi.fn();
  const countdown = new ReadingCountdown(ended);
  countdown.start(3);
  countdown.stop();
  countdown.start(3);
  vi.advanceTimersByTime(10_000);
  expect([countdown.left, countdown.isStopped, vi.getTimerCount()]).toEqual([null, true, 0]);
  expect(ended).not.toHaveBeenCalled();
});
