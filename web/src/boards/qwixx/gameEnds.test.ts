import { expect, test } from "vitest";
import type { QwixxSeen } from "../../generated/closecall";
import { drawnSeen, drawnSheet } from "./fixtures";
import { lastEnd, showEnds, withoutEnd } from "./gameEnds";

const RESULTS = [
  { reason: "over.two_rows_closed", scores: [12, -5], misthrower: null },
  { reason: "over.fourth_misthrow", scores: [-20, 30], misthrower: 0 },
];
const CROSSED = [drawnSheet({ R: "- x 4 5 6 7 8 9 10 11 12 L" }), drawnSheet()];

const FIRST = drawnSeen({ games: 3, sheets: CROSSED }, { point: 8 });
const SECOND = drawnSeen({ games: 3, game: 2, results: RESULTS.slice(0, 1) }, { point: 10 });
const LATER = drawnSeen({ games: 3, game: 2, results: RESULTS.slice(0, 1), sheets: CROSSED }, { point: 14 });
const THIRD = drawnSeen({ games: 3, game: 3, results: RESULTS }, { point: 30 });

/** The game whose end covers the table after these views. */
function covered(...views: readonly QwixxSeen[]): number | null {
  const [first, ...more] = views;
  return more.reduce(showEnds, showEnds(null, first!)).end?.number ?? null;
}

test("how the last game ended: why, the best one first, and everybody's total so far", () => {
  expect(lastEnd(FIRST)).toBeNull();
  expect(lastEnd(SECOND)).toEqual({
    number: 1,
    games: 3,
    result: RESULTS[0],
    standings: [
      { seat: 0, points: 12, total: 12 },
      { seat: 1, points: -5, total: -5 },
    ],
    isAsking: false,
  });
  expect(lastEnd(THIRD)?.standings).toEqual([
    { seat: 1, points: 30, total: 25 },
    { seat: 0, points: -20, total: -8 },
  ]);
});

test("finished sheets that still lie on the table in a replay are not covered", () => {
  const finished = drawnSeen({ games: 3, results: RESULTS.slice(0, 1), sheets: CROSSED, action: null, dice: null }, { point: 9 });
  expect(lastEnd(finished)).toBeNull();
  expect(covered(FIRST, finished, SECOND)).toBe(1);
});

test("an end covers the table until it is closed, whatever the others do", () => {
  expect(covered(FIRST)).toBeNull();
  expect(covered(FIRST, SECOND, LATER)).toBe(1);
  expect(covered(FIRST, SECOND, LATER, THIRD)).toBe(2);
  const read = withoutEnd(showEnds(showEnds(null, FIRST), SECOND));
  expect(read.end).toBeNull();
  expect(showEnds(read, LATER).end).toBeNull();
});

test("the result says how the last game ended, so that one is not covered", () => {
  const over = { reason: "over.fourth_misthrow", scores: [1, 2], winners: [1] };
  expect(covered(THIRD, { ...THIRD, point: 50, over })).toBeNull();
});

test("after a reload it is shown before the first choice, and not later", () => {
  expect(covered(SECOND)).toBe(1);
  expect(covered({ ...SECOND, sealed: "pass" })).toBeNull();
  expect(covered(LATER)).toBeNull();
  expect(covered(drawnSeen())).toBeNull();
});

test("a new spectator sees the game", () => {
  expect(covered({ ...SECOND, viewer: null })).toBeNull();
  expect(covered({ ...FIRST, viewer: null }, { ...SECOND, viewer: null })).toBe(1);
});

test("at a shared device it is shown once", () => {
  const read = withoutEnd(showEnds(showEnds(null, FIRST), SECOND));
  expect(showEnds(read, { ...SECOND, viewer: 1 }).end).toBeNull();
  expect(covered(FIRST, SECOND, { ...SECOND, viewer: 1 })).toBe(1);
  expect(covered(FIRST, { ...SECOND, viewer: 1 })).toBe(1);
});

test("back in a replay it is gone, and comes again", () => {
  expect(covered(FIRST, SECOND, FIRST)).toBeNull();
  expect(covered(FIRST, SECOND, FIRST, SECOND)).toBe(1);
  expect(covered(SECOND, THIRD, LATER)).toBeNull();
});

const ASKED = drawnSeen(
  { one_more: true, is_asking: true, results: RESULTS.slice(0, 1), sheets: CROSSED, action: null, dice: null },
  { point: 9, menu: ["more", "stop"], waiting: [0, 1] },
);
const ONE_MORE = { ...SECOND, view: { ...SECOND.view, games: 2, one_more: true } };

test("with the question for one more game the end is shown to everybody until all have answered", () => {
  expect(lastEnd(ASKED)).toMatchObject({ number: 1, isAsking: true, standings: [{ seat: 0 }, { seat: 1 }] });
  expect(covered(FIRST, ASKED)).toBe(1);
  expect(covered(ASKED)).toBe(1);
  expect(covered({ ...ASKED, viewer: null })).toBe(1);
  expect(covered(FIRST, ASKED, { ...ASKED, sealed: "more" })).toBe(1);
});

test("it is not shown again before the next game, and not at the end of the match", () => {
  expect(covered(FIRST, ASKED, ONE_MORE)).toBeNull();
  expect(covered(FIRST, ASKED, { ...ONE_MORE, viewer: 1 })).toBeNull();
  expect(covered(FIRST, ASKED, { ...ASKED, over: { reason: "over.two_rows_closed", scores: [12, -5], winners: [0] } })).toBeNull();
  // But a later game that ended meanwhile is.
  expect(covered(FIRST, ASKED, THIRD)).toBe(2);
});
