import { expect, test } from "vitest";
import type { SeatHere } from "../types";
import { player, seenBy, table } from "./fixtures";
import { lotOf, showQuestions } from "./showing";

const target = { number: 30, stars: 1 };
const LOT = { hand: [7, 20], target, uses: [], total: 32, distance: 2 };

/** A seat at this device that need not show its lot. */
function seat(viewer: number, told: Partial<SeatHere<"enough">> = {}, phase = "Showing"): SeatHere<"enough"> {
  const players = [0, 1, 2].map((at) => (at === viewer ? player({ hand: [7, 20], target, lot: { total: 32, distance: 2 } }) : player()));
  return { seen: seenBy(table(players, { viewer, phase }), ["show", "keep"]), sealed: null, mustChoose: true, ...told };
}

test("a player with a device of their own sees what there is to show", () => {
  expect(showQuestions([seat(1)])).toEqual([{ seat: 1, state: "asked", lot: LOT }]);
  expect(showQuestions([seat(1, { mustChoose: false, sealed: "keep" })])).toEqual([{ seat: 1, state: "keeps", lot: LOT }]);
});

test("at a shared device cards are seen only once their owner shows them", () => {
  expect(showQuestions([seat(0), seat(1, { mustChoose: false, sealed: "show" }), seat(2, { mustChoose: false, sealed: "keep" })])).toEqual([
    { seat: 0, state: "asked", lot: null },
    { seat: 1, state: "shows", lot: LOT },
    { seat: 2, state: "keeps", lot: null },
  ]);
});

test("nothing is asked of players who have to show, nor in another phase", () => {
  expect(showQuestions([seat(0, { mustChoose: false })])).toEqual([]);
  expect(showQuestions([seat(0, {}, "Turn")])).toEqual([]);
});

test("a lot that is not full has nothing to show", () => {
  expect(lotOf({ seen: seenBy(table([player({ hand: [7], target })])), sealed: null, mustChoose: true })).toBeNull();
});
