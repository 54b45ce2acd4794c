import { expect, test } from "vitest";
import { othersOf, placesAround } from "./seatPositions";

test("the next player sits first, to the left", () => {
  expect(othersOf(4, 1)).toEqual([2, 3, 0]);
  const [left, top, right] = placesAround(3, true);
  expect(left!.x).toBeLessThan(top!.x);
  expect(top!.x).toBeLessThan(right!.x);
  expect(top!.y).toBeLessThan(left!.y);
});

test("a spectator sees everybody", () => {
  expect(othersOf(3, null)).toEqual([0, 1, 2]);
  expect(placesAround(5, false)).toHaveLength(5);
});

test("nobody sits outside the table", () => {
  for (const [others, hasViewer] of [[2, true], [3, true], [4, true], [3, false], [4, false], [5, false]] as const) {
    for (const { x, y } of placesAround(others, hasViewer)) {
      expect(x).toBeGreaterThan(5);
      expect(x).toBeLessThan(95);
      expect(y).toBeGreaterThan(5);
      expect(y).toBeLessThan(95);
    }
  }
});
