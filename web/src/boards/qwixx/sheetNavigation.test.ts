import { expect, test } from "vitest";
import { placeAfter, tabStop, type Reachable } from "./sheetNavigation";

const SHEET: Reachable = ["..oo", "....", "oo.o", "o..o"].map((row) => [...row].map((sign) => sign === "o"));

test.each([
  ["ArrowRight", { row: 2, column: 1 }, { row: 2, column: 3 }],
  ["ArrowLeft", { row: 2, column: 3 }, { row: 2, column: 1 }],
  ["Home", { row: 2, column: 3 }, { row: 2, column: 0 }],
  ["End", { row: 2, column: 0 }, { row: 2, column: 3 }],
  ["ArrowDown", { row: 0, column: 3 }, { row: 2, column: 3 }],
  ["ArrowUp", { row: 2, column: 0 }, { row: 0, column: 2 }],
])("%s passes over what is crossed or lost", (key, from, to) => {
  expect(placeAfter(SHEET, from, key)).toEqual(to);
});

test.each(["ArrowRight", "ArrowDown", "Tab"])("%s leads nowhere from the last place", (key) => {
  expect(placeAfter(SHEET, { row: 3, column: 3 }, key)).toBeNull();
});

test("the tab stop stays where it is as long as it can", () => {
  expect(tabStop(SHEET, { row: 2, column: 1 }, { row: 0, column: 2 })).toEqual({ row: 2, column: 1 });
});

test("when its place is gone it moves to the nearest in the row", () => {
  expect(tabStop(SHEET, { row: 3, column: 2 }, null)).toEqual({ row: 3, column: 3 });
});

test("from a row without places it goes to what can be chosen", () => {
  expect(tabStop(SHEET, { row: 1, column: 2 }, { row: 3, column: 0 })).toEqual({ row: 3, column: 0 });
  expect(tabStop(SHEET, { row: 1, column: 2 }, null)).toEqual({ row: 0, column: 2 });
});

test("at first it is at what can be chosen", () => {
  expect(tabStop(SHEET, null, { row: 2, column: 0 })).toEqual({ row: 2, column: 0 });
  expect(tabStop([[false], [false]], null, null)).toBeNull();
});
