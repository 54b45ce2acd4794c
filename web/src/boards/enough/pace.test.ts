import { expect, test } from "vitest";
import { endSeconds } from "./pace.svelte";

test("the more there is to read at the end of a round, the longer it stays", () => {
  const lines = ["Ann called and was beaten.", "Ann: 0 stars", "Ben: 1 star, +1, Total 40, 6 away", "Cleo: 1 star, +1, Total 25, 1 away"];
  const seconds = [1, 2, 3, 4].map((count) => endSeconds(lines.slice(0, count)));
  expect(seconds).toEqual([6, 6, 6, 7]);
  expect(endSeconds([...lines, ...lines])).toBe(10);
});

test("nobody waits for less than six seconds or more than ten", () => {
  expect([endSeconds([]), endSeconds(Array.from({ length: 99 }, () => "Ann shows everything."))]).toEqual([6, 10]);
});
