import { expect, it } from "vitest";
import { board } from "./board";
import { drawnSeen, drawnSheet } from "./fixtures";

it("the score so far is that of the whole match", () => {
  const sheets = [drawnSheet({ R: "x x 4 5 6 7 8 9 10 11 12 L" }), drawnSheet({}, 1)];
  const seen = drawnSeen({ sheets, totals: [43, 12] });
  expect([0, 1].map((seat) => board.liveScore(seen, seat))).toEqual([43, 12]);
});

it("worth a word are locks and misthrows, but not a new game of the match", () => {
  const locked = "x x x x x x x 9 10 11 x x";
  const before = drawnSeen({ sheets: [drawnSheet(), drawnSheet()] });
  const after = drawnSeen({ sheets: [drawnSheet({ R: locked }), drawnSheet({}, 1)] });
  expect(board.fortunes?.(before, after)).toEqual([{ seat: 0, luck: "good" }, { seat: 1, luck: "bad" }]);
  expect(board.fortunes?.(after, after)).toEqual([]);
  expect(board.fortunes?.(before, drawnSeen({ ...after.view, game: 2 }))).toEqual([]);
});
