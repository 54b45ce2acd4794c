import { beforeAll, expect, test, vi } from "vitest";
import type { QwixxSheetView, QwixxView } from "../../generated/closecall";
import { catalogue } from "../../lib/language.svelte";
import { decisive, epilogue, overText } from "./ending";
import { drawnSeen, drawnSheet } from "./fixtures";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("core", "qwixx/board", "qwixx/rules");
});

const NAMES = ["Ann", "Ben", "Cem"];
const CLOSED = { reason: "over.two_rows_closed", scores: [1, 2], misthrower: null };

test("a fourth misthrow is somebody's, unless there is only one player", () => {
  expect(overText({ reason: "over.fourth_misthrow", scores: [-20, 3], misthrower: 0 }, NAMES)).toBe("Ann has marked the fourth misthrow.");
  expect(overText({ reason: "over.fourth_misthrow", scores: [1, -20], misthrower: 1 }, NAMES)).toBe("Ben has marked the fourth misthrow.");
  expect(overText({ reason: "over.fourth_misthrow", scores: [-20], misthrower: 0 }, NAMES)).toBe("The fourth misthrow is marked.");
  expect(overText(CLOSED, NAMES)).toBe("Two rows are closed.");
});

test("a match that was not continued ends with a friendly word and without a name", () => {
  const after = (games: number) => drawnSeen({ games, results: Array.from({ length: games }, () => ({ reason: "over.two_rows_closed", scores: [1, 2], misthrower: null })) });
  expect(epilogue(after(1), { games: 1, one_more: true })).toBe("That was it for now. Well played!");
  expect(epilogue(after(2), { games: 1, one_more: true })).toBe("That was it for now, after 2 games. Well played!");
  expect(epilogue(after(2), { games: 2, one_more: false })).toBeNull();
  expect(epilogue(after(5), { games: 1, one_more: true })).toBeNull();
});

/** The sentence about these final sheets. */
function decided(winners: number[], sheets: QwixxSheetView[], more: Partial<QwixxView> = {}): string | null {
  const results = [{ ...CLOSED, scores: sheets.map((sheet) => sheet.score.total) }];
  const seen = drawnSeen({ sheets, results, action: null, dice: null, ...more });
  const scores = seen.view.results.reduce((sums, result) => sums.map((sum, seat) => sum + result.scores[seat]!), sheets.map(() => 0));
  return decisive({ reason: CLOSED.reason, scores, winners }, seen, NAMES);
}

const RED = drawnSheet({ R: "x x x x x 7 8 9 10 11 12 L" });
const BLUE = drawnSheet({ B: "x x x 9 8 7 6 5 4 3 2 L" });

test("what decided a game: a row, or the misthrows", () => {
  expect(decided([0], [RED, BLUE])).toBe("The red row decided it: 15 points for Ann, 0 for Ben.");
  expect(decided([1], [drawnSheet({}, 2), BLUE, drawnSheet()])).toBe("The blue row decided it: 6 points for Ben, 0 for Cem.");
  expect(decided([1], [drawnSheet({ B: "x x x 9 8 7 6 5 4 3 2 L" }, 3), drawnSheet({ R: "x x 4 5 6 7 8 9 10 11 12 L" })])).toBe("Misthrows decided it: 0 points for Ben, −15 for Ann.");
  expect(decided([0, 1], [RED, RED])).toBeNull();
  expect(decided([0], [RED])).toBe("The best row is the red one: 15 points.");
});

test("what decided a match: the game in which the winner gained most", () => {
  const results = [{ ...CLOSED, scores: [30, 60] }, { ...CLOSED, scores: [90, 20] }, { ...CLOSED, scores: [50, 45] }];
  expect(decided([0], [RED, BLUE], { results })).toBe("Game 2 decided it: 90 points for Ann, 20 for Ben.");
  expect(decided([0], [RED], { results: results.map(({ scores }) => ({ ...CLOSED, scores: scores.slice(0, 1) })) })).toBeNull();
});
