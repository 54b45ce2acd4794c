import { expect, it } from "vitest";
import { board } from "./board";
import { player, seenBy, table } from "./fixtures";

it("the score so far is in stars", () => {
  const seen = seenBy(table([player({ stars: 2 }), player(), player({ stars: -1 })]));
  expect([0, 1, 2].map((seat) => board.liveScore(seen, seat))).toEqual([2, 0, -1]);
});

it("worth a word are stars won and lost", () => {
  const before = seenBy(table([player({ stars: 2 }), player(), player()]));
  const after = seenBy(table([player({ stars: 1 }), player({ stars: 2 }), player()]));
  expect(board.fortunes?.(before, after)).toEqual([{ seat: 0, luck: "bad" }, { seat: 1, luck: "good" }]);
});
