import { expect, it } from "vitest";
import {
  forgetWords,
  hasSentWords,
  includesSentWords,
  rememberCommitment,
  rememberedCommitment,
  rememberWords,
  sentInstead,
} from "./commitments";

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

it("confirmed words must be among those of the table", () => {
  const kept = storage();
  rememberCommitment("a", "11", kept);
  rememberCommitment("b", "22", kept);
  expect([hasSentWords("a", kept), includesSentWords("a", [], kept)]).toEqual([false, true]);
  rememberWords("a", "", ["mine"], kept);
  rememberWords("a", "", ["bens"], kept);
  expect([hasSentWords("a", kept), hasSentWords("b", kept)]).toEqual([true, false]);
  expect(includesSentWords("a", ["", "bens", "mine"], kept)).toBe(true);
  for (const words of [[], ["mine"], ["bens", ""], ["Mine", "bens"]]) expect(includesSentWords("a", words, kept)).toBe(false);
  expect(includesSentWords("b", [], kept)).toBe(true);
  expect(rememberedCommitment("a", kept)).toBe("11");
  forgetWords("a", kept);
  expect(includesSentWords("a", [], kept)).toBe(true);
});

it("words without an answer may have arrived or not", () => {
  const kept = storage();
  rememberCommitment("a", "11", kept);
  rememberWords("a", "", ["", "first"], kept);
  expect([includesSentWords("a", [""], kept), hasSentWords("a", kept)]).toEqual([true, false]);
  rememberWords("a", "first", ["first"], kept);
  rememberWords("a", "first", ["first", "second"], kept);
  expect(sentInstead("a", "second", kept)).toEqual(["first", "second"]);
  expect([["first"], ["second"], ["third"]].map((words) => includesSentWords("a", words, kept))).toEqual([true, true, false]);
  rememberWords("a", "second", [], kept);
  expect(includesSentWords("a", ["third"], kept)).toBe(true);
});

it("what older versions remembered has no words", () => {
  const kept = storage('[["a", "11"], ["b", "22", [7, ["x", 8]]]]');
  expect([rememberedCommitment("a", kept), includesSentWords("a", [], kept)]).toEqual(["11", true]);
  expect([includesSentWords("b", ["8"], kept), includesSentWords("b", ["9"], kept)]).toEqual([true, false]);
});
