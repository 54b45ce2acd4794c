import { expect, test } from "vitest";
import type { MoveDescription } from "../boards/types";
import { isMadeAtOnce } from "./confirmation";

const MOVE: MoveDescription = { title: "Cross out red 7", details: [], warning: null };

test("a usual move is confirmed, unless only costly ones are", () => {
  expect(isMadeAtOnce(MOVE, "always")).toBe(false);
  expect(isMadeAtOnce(MOVE, "costly")).toBe(true);
});

test("what costs nothing is never confirmed, and what costs much always is", () => {
  for (const confirm of ["always", "costly"] as const) {
    expect(isMadeAtOnce({ ...MOVE, price: "free" }, confirm)).toBe(true);
    expect(isMadeAtOnce({ ...MOVE, price: "costly" }, confirm)).toBe(false);
  }
});
