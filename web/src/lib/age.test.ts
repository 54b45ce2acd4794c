import { expect, it } from "vitest";
import { parseAge } from "./age";

it("an age is a number of up to three digits, or none", () => {
  expect([" 9", "40", "100", "102 "].map(parseAge)).toEqual([9, 40, 100, 102]);
  expect(["", "  "].map(parseAge)).toEqual([null, null]);
  expect(["nine", "-1", "1000", "9.5"].map(parseAge)).toEqual([undefined, undefined, undefined, undefined]);
});
