import { expect, it } from "vitest";
import { keepPromise, keptPromise } from "./promises";

function storage(text: string | null = null) {
  return {
    getItem: () => text,
    setItem: (_: string, value: string) => void (text = value),
  };
}

it("what a table promised first is what is remembered", () => {
  const kept = storage();
  expect(keptPromise("a", kept)).toBeNull();
  keepPromise("a", "11", kept);
  keepPromise("b", "22", kept);
  keepPromise("a", "99", kept);
  expect([keptPromise("a", kept), keptPromise("b", kept), keptPromise("c", kept)]).toEqual(["11", "22", null]);
});

it("the oldest are forgotten", () => {
  const kept = storage();
  for (let n = 0; n < 70; n++) keepPromise(`t${n}`, `p${n}`, kept);
  expect(keptPromise("t69", kept)).toBe("p69");
  expect(keptPromise("t10", kept)).toBe("p10");
  expect(keptPromise("t9", kept)).toBeNull();
});

it("what is damaged or cannot be stored does no harm", () => {
  for (const text of ["{", "7", '"x"', "[1, null]", "null"]) expect(keptPromise("a", storage(text))).toBeNull();
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(() => keepPromise("a", "1", full)).not.toThrow();
  expect(() => keepPromise("a", "1")).not.toThrow(); // Here there is no storage at all.
});
