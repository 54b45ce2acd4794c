import { expect, test } from "vitest";
import { colouredSums, crossOf, parseCross, PASS, whiteSum } from "./notation";

test("a cross is a row's letter and a number", () => {
  expect(crossOf("R", 7)).toBe("r7");
  expect(parseCross("g12")).toEqual({ colour: "G", number: 12 });
});

test("a pass crosses nothing", () => {
  expect(parseCross(PASS)).toBeNull();
});

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
