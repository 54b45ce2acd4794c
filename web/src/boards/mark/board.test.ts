import { expect, it } from "vitest";
import { board } from "./board";
import { VIEW, seenOf, sheetWith } from "./fixtures";

it("the score so far is the sheet's, and the colour too", () => {
  const seen = seenOf(VIEW);
  expect([0, 1].map((seat) => board.liveScore(seen, seat))).toEqual([2, 3]);
  expect([0, 1].map((seat) => board.colourOf?.(seen, seat))).toEqual(["yellow", "green"]);
  const early = seenOf({ ...VIEW, sheets: [sheetWith("K", {}), sheetWith(null, {})] });
  expect([0, 1].map((seat) => board.colourOf?.(early, seat))).toEqual(["black", "none"]);
});

it("worth a word are entries that bring much, and late ones that bring nothing", () => {
  const before = seenOf({ ...VIEW, round: 13, sheets: [sheetWith("Y", {}), sheetWith("G", {}), sheetWith("R", { 3: 9 })] });
  const sheets = [sheetWith("Y", { 0: 7 }, { total: 5 }), sheetWith("G", { 0: 7 }), sheetWith("R", { 3: 9 })];
  expect(board.fortunes?.(before, seenOf({ ...VIEW, round: 13, sheets }))).toEqual([{ seat: 0, luck: "good" }, { seat: 1, luck: "bad" }]);
  expect(board.fortunes?.(before, seenOf({ ...VIEW, round: 12, sheets }))).toEqual([{ seat: 0, luck: "good" }]);
  expect(board.fortunes?.(before, before)).toEqual([]);
});
