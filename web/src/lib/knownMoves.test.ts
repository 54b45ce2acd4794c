import { expect, test } from "vitest";
import type { Effects } from "../generated/closecall";
import { knownAt, withAnswer, withAsked, withoutAsked } from "./knownMoves";

const effect = (total: number) => ({ total, distance: 0, then: [] });
const answer = (point: number, ...moves: [string, number][]): Effects => ({
  t: "effects",
  id: 1,
  point,
  moves: moves.map(([move]) => move),
  effects: moves.map(([, total]) => effect(total)),
});

test("moves are added to those known before", () => {
  const first = withAnswer(knownAt(undefined, 3), answer(3, ["total", 9], ["total dn:d@7", 16]));
  const both = withAnswer(first, answer(3, ["total dn:d@7", 16], ["total sd:s@up dn:d@7", 4]));
  expect([...both.effects]).toEqual([
    ["total", effect(9)],
    ["total dn:d@7", effect(16)],
    ["total sd:s@up dn:d@7", effect(4)],
  ]);
});

test("an answer about another decision is ignored", () => {
  const known = knownAt(undefined, 3);
  expect(withAnswer(known, answer(2, ["total", 9]))).toBe(known);
});

test("a new decision begins with nothing", () => {
  const known = withAsked(withAnswer(knownAt(undefined, 3), answer(3, ["total", 9])), null);
  expect(knownAt(known, 3)).toBe(known);
  expect([knownAt(known, 4).effects.size, knownAt(known, 4).asked.size]).toEqual([0, 0]);
});

test("what was asked is remembered, unless it was refused", () => {
  const known = withAsked(withAsked(knownAt(undefined, 3), null), "total");
  expect([known.asked.has(null), known.asked.has("total"), known.asked.has("total dn:d@7")]).toEqual([true, true, false]);
  expect([...withoutAsked(known, null).asked]).toEqual(["total"]);
});
