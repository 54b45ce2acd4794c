// A game for tests: yellow and green, in the middle of the rulebook's example (M6).

import type { MarkScore, MarkSeen, MarkSheet, MarkView } from "../../generated/closecall";

const WORTHLESS: MarkScore = { crosses: Array(40).fill(false), lines: Array(10).fill(0), extreme_crosses: 0, from_lines: 0, from_extremes: 0, total: 0 };

export function sheetWith(colour: MarkSheet["colour"], written: Readonly<Record<number, number>>, score: Partial<MarkScore> = {}): MarkSheet {
  return { colour, numbers: Array.from({ length: 25 }, (_, circle) => written[circle] ?? 0), score: { ...WORTHLESS, ...score } };
}

export const VIEW: MarkView = {
  viewer: 0,
  layout: { name: "default", rows: ["KBGYR", "GYRKB", "RKBGY", "BGYRK", "YRKBG"] },
  starter: 1,
  choosing: null,
  roller: 1,
  round: 4,
  dice: [2, 2, 1, 4, 6],
  sheets: [sheetWith("Y", { 1: 4, 5: 8, 7: 6, 11: 9 }, { total: 2 }), sheetWith("G", { 0: 7, 1: 6, 2: 5, 3: 9 }, { total: 3 })],
};

export function seenOf(view: MarkView, more: Partial<MarkSeen> = {}): MarkSeen {
  return { viewer: view.viewer, point: 20, menu: ["b2+k", "b2+b", "b2+g", "b2+r", "a1+k"], has_more_moves: false, sealed: null, waiting: [0, 1], over: null, view, ...more };
}
