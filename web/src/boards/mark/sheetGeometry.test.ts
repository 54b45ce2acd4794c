import { expect, it } from "vitest";
import { bestFill, circleAfter } from "./sheetGeometry";

it("moves through the grid with the arrow keys, and stops at its edges", () => {
  expect(circleAfter("ArrowRight", 6)).toBe(7);
  expect(circleAfter("ArrowDown", 6)).toBe(11);
  expect(circleAfter("ArrowUp", 2)).toBe(2);
  expect(circleAfter("ArrowLeft", 5)).toBe(5);
  expect(circleAfter("Home", 8)).toBe(5);
  expect(circleAfter("End", 8)).toBe(9);
  expect(circleAfter("PageUp", 18)).toBe(3);
  expect(circleAfter("PageDown", 3)).toBe(23);
  expect(circleAfter("Enter", 6)).toBeNull();
});

it("fills a large screen with all sheets", () => {
  const room = { width: 1900, height: 750 };
  expect(bestFill(2, room)).toEqual({ columns: 2, width: 586, hasExtremes: true });
  expect(bestFill(5, room)).toEqual({ columns: 5, width: 367, hasExtremes: true });
});

it("leaves the table of extremes out rather than make sheets small", () => {
  expect(bestFill(2, { width: 1264, height: 390 })).toEqual({ columns: 2, width: 306, hasExtremes: false });
  expect(bestFill(4, { width: 1264, height: 600 })).toEqual({ columns: 4, width: 304, hasExtremes: true });
});

it("scrolls where they do not fit", () => {
  expect(bestFill(3, { width: 304, height: 300 })).toEqual({ columns: 1, width: 304, hasExtremes: true });
  expect(bestFill(5, { width: 800, height: 300 })).toEqual({ columns: 3, width: 256, hasExtremes: true });
});
