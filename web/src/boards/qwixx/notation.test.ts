import { expect, test } from "vitest";
import { crossOf, parseCross, PASS } from "./notation";

test("a cross is a row's letter and a number", () => {
  expect(crossOf("R", 7)).toBe("r7");
  expect(parseCross("g12")).toEqual({ colour: "G", number: 12 });
});

test("a pass crosses nothing", () => {
  expect(parseCross(PASS)).toBeNull();
});
