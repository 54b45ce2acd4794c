import { expect, it } from "vitest";
import { wasLate } from "./late";

const ASKED = { viewer: 0, point: 7, deadline: 30_000 };

it("whoever has not chosen when the time is up was late", () => {
  expect(wasLate(ASKED, 0, 8, 30_100)).toBe(true);
});

it("whoever chose in time was not, nor is somebody else, nor whoever still may choose", () => {
  expect(wasLate(ASKED, 0, 8, 12_000)).toBe(false);
  expect(wasLate(ASKED, 1, 8, 30_100)).toBe(false);
  expect(wasLate(ASKED, 0, 7, 30_100)).toBe(false);
  expect(wasLate(null, 0, 8, 30_100)).toBe(false);
});
