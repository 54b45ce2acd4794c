import { expect, it } from "vitest";
import { choseMeanwhile, wasLate } from "./late";

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

const LEFT = { viewer: 0, point: 7, sealed: null };

it("whoever comes back to a choice that they have not made is told", () => {
  expect(choseMeanwhile(LEFT, { ...LEFT, sealed: "r7" })).toBe(true);
  expect(choseMeanwhile({ ...LEFT, sealed: "r7" }, { ...LEFT, point: 9, sealed: "r7" })).toBe(true);
});

it("nobody is told of their own choice, or of none", () => {
  expect(choseMeanwhile({ ...LEFT, sealed: "r7" }, { ...LEFT, sealed: "r7" })).toBe(false);
  expect(choseMeanwhile(LEFT, LEFT)).toBe(false);
  expect(choseMeanwhile(null, LEFT)).toBe(false);
  expect(choseMeanwhile(null, { ...LEFT, sealed: "r7" })).toBe(false);
});
