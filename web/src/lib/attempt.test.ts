import { expect, test } from "vitest";
import { Refusal } from "./api";
import { Attempt } from "./attempt.svelte";

test("a failure is told until something else is tried", async () => {
  const attempt = new Attempt();
  expect(await attempt.run(() => Promise.reject(new Refusal("busy", "Later, please.", 503)))).toBe(false);
  expect([attempt.trouble, attempt.isBusy]).toEqual(["Later, please.", false]);
  expect(await attempt.run(() => Promise.resolve())).toBe(true);
  expect(attempt.trouble).toBeNull();
});

test("one thing is tried at a time", async () => {
  const attempt = new Attempt();
  let finish = () => {};
  const first = attempt.run(() => new Promise<void>((resolve) => (finish = resolve)));
  expect(attempt.isBusy).toBe(true);
  expect(await attempt.run(() => Promise.reject(new Error("never begun")))).toBe(false);
  expect(attempt.trouble).toBeNull();
  finish();
  expect([await first, attempt.isBusy]).toEqual([true, false]);
});
