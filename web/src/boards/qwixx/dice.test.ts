import { expect, test } from "vitest";
import { colouredSums, rollKey, whiteSum } from "./dice";
import { drawnSeen } from "./fixtures";

const DICE = { white: [3, 4], coloured: [5, 2, null, 1] } as const;

test("the white sum", () => {
  expect(whiteSum(DICE)).toBe(7);
});

test("each white die goes with a coloured one", () => {
  expect(colouredSums(DICE, 0)).toEqual([8, 9]);
  expect(colouredSums({ ...DICE, white: [4, 4] }, 0)).toEqual([9]);
});

test("a die that has left adds up to nothing", () => {
  expect(colouredSums(DICE, 2)).toEqual([]);
});

test("the dice tumble for a new roll, and not for its second action", () => {
  const first = rollKey(null, drawnSeen({ action: 1 }, { point: 2 }));
  const second = rollKey(first, drawnSeen({ action: 2 }, { point: 3 }));
  const next = rollKey(second, drawnSeen({ action: 1 }, { point: 4 }));
  expect(second).toBe(first);
  expect(next).not.toBe(second);
});

test("dice do not tumble for a viewer who arrives in the second action", () => {
  const first = rollKey(null, drawnSeen({ action: 2 }, { point: 3 }));
  expect(rollKey(first, drawnSeen({ action: 2 }, { point: 3 }))).toBe(first);
});
