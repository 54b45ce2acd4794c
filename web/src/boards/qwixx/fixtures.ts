// Views for tests: a sheet is drawn as four lines as in the terminal, x for crossed and - for lost.

import { QWIXX, type QwixxColour, type QwixxRowView, type QwixxSeen, type QwixxSheetView, type QwixxView } from "../../generated/closecall";
import { COLOURS } from "./notation";

const UP = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** One row: "- x 4 5 … 12 L", the lock at the end. */
export function drawnRow(colour: QwixxColour, line: string): QwixxRowView {
  const numbers = colour === "R" || colour === "Y" ? UP : [...UP].reverse();
  const cells = line.trim().split(/\s+/);
  const crossed = numbers.filter((_, at) => cells[at] === "x");
  const locked = cells[11] === "x";
  const lost = numbers.filter((_, at) => cells[at] === "-");
  return { colour, numbers, crossed, lost, locked, points: QWIXX.POINTS[crossed.length + (locked ? 1 : 0)]! };
}

const EMPTY = ["2 3 4 5 6 7 8 9 10 11 12 L", "2 3 4 5 6 7 8 9 10 11 12 L", "12 11 10 9 8 7 6 5 4 3 2 L", "12 11 10 9 8 7 6 5 4 3 2 L"];

/** A sheet; rows that are not drawn are empty. */
export function drawnSheet(lines: Partial<Record<QwixxColour, string>> = {}, misthrows = 0): QwixxSheetView {
  const rows = COLOURS.map((colour, at) => drawnRow(colour, lines[colour] ?? EMPTY[at]!));
  const points = rows.map((row) => row.points);
  const total = points.reduce((sum, each) => sum + each, 0) - 5 * misthrows;
  return { rows, misthrows, score: { rows: points, from_misthrows: misthrows ? -5 * misthrows : 0, total } };
}

/** Two players at their first roll, with the given differences. */
export function drawnSeen(view: Partial<QwixxView> = {}, seen: Partial<Omit<QwixxSeen, "view">> = {}): QwixxSeen {
  const sheets = view.sheets ?? [drawnSheet(), drawnSheet()];
  return {
    viewer: 0,
    has_more_moves: false,
    point: 2,
    menu: null,
    sealed: null,
    waiting: [],
    over: null,
    ...seen,
    view: {
      viewer: seen.viewer === undefined ? 0 : seen.viewer,
      games: 1,
      one_more: false,
      is_asking: false,
      game: 1,
      results: [],
      totals: sheets.map((sheet) => sheet.score.total),
      active: 0,
      action: 1,
      dice: { white: [3, 4], coloured: [5, 2, 6, 1] },
      has_crossed: false,
      closed: [],
      ...view,
      sheets,
    },
  };
}
