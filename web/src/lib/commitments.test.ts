import { expect, it } from "vitest";
import { rememberCommitment, rememberedCommitment } from "./commitments";

function storage(text: string | null = null) {
  return {
    getItem: () => text,
    setItem: (_: string, value: string) => void (text = value),
  };
}

it("the first commitment of a table is remembered", () => {
  const kept = storage();
  expect(rememberedCommitment("a", kept)).toBeNull();
  rememberCommitment("a", "11", kept);
  rememberCommitment("b", "22", kept);
  rememberCommitment("a", "99", kept);
  expect([rememberedCommitment("a", kept), rememberedCommitment("b", kept), rememberedCommitment("c", kept)]).toEqual(["11", "22", null]);
});

it("the oldest are forgotten", () => {
  const kept = storage();
  for (let n = 0; n < 70; n++) rememberCommitment(`t${n}`, `p${n}`, kept);
  expect(rememberedCommitment("t69", kept)).toBe("p69");
  expect(rememberedCommitment("t10", kept)).toBe("p10");
  expect(rememberedCommitment("t9", kept)).toBeNull();
});

it("damaged or full storage does no harm", () => {
  for (const text of ["{", "7", '"x"', "[1, null]", "null"]) expect(rememberedCommitment("a", storage(text))).toBeNull();
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(() => rememberCommitment("a", "1", full)).not.toThrow();
  expect(() => rememberCommitment("a", "1")).not.toThrow(); // Node has no storage.
});
