import { expect, it } from "vitest";
import { choseWhileAway, missedDeadline } from "./missedTurn";

const ASKED = { viewer: 0, point: 7, deadline: 30_000 };

it("a player without a choice at the deadline has missed it", () => {
  expect(missedDeadline(ASKED, 0, 8, 30_100)).toBe(true);
});

it("a choice in time, another viewer or an open decision is no missed deadline", () => {
  expect(missedDeadline(ASKED, 0, 8, 12_000)).toBe(false);
  expect(missedDeadline(ASKED, 1, 8, 30_100)).toBe(false);
  expect(missedDeadline(ASKED, 0, 7, 30_100)).toBe(false);
  expect(missedDeadline(null, 0, 8, 30_100)).toBe(false);
});

const LEFT = { viewer: 0, point: 7, sealed: null };

it("a choice made by a bot is noticed on return", () => {
  expect(choseWhileAway(LEFT, { ...LEFT, sealed: "r7" })).toBe(true);
  expect(choseWhileAway({ ...LEFT, sealed: "r7" }, { ...LEFT, point: 9, sealed: "r7" })).toBe(true);
});

it("nobody is told of their own choice, or of none", () => {
  expect(choseWhileAway({ ...LEFT, sealed: "r7" }, { ...LEFT, sealed: "r7" })).toBe(false);
  expect(choseWhileAway(LEFT, LEFT)).toBe(false);
  expect(choseWhileAway(null, LEFT)).toBe(false);
  expect(choseWhileAway(null, { ...LEFT, sealed: "r7" })).toBe(false);
});
