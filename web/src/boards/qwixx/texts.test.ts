import { beforeAll, expect, test } from "vitest";
import { catalogue } from "../../lib/language.svelte";
import { announcements, changeTexts, spoken } from "./announcements";
import type { Cell } from "./cells";
import { drawnRow, drawnSeen, drawnSheet } from "./fixtures";
import { cellName, describe, diceText, gameText, isForced, leadText, moveText, passText, pointsText, prompt, rowSummary, sumsText } from "./texts";
import { changesBetween } from "./viewDiff";

const NAMES = ["Ann", "Ben"];
const NOTHING = { points: 0, skipped: [], locks: false, misthrow: false };
const FREE: Cell = { number: 7, move: "r7", state: "free", isLegal: false, isSelected: false, isSealed: false, isSkipped: false, isFresh: false };
const MISTHROW = { ...NOTHING, points: -5, misthrow: true };

beforeAll(() => catalogue.load("page", "core", "qwixx/rules", "qwixx/board"));

test("a cross tells what it brings and what it costs", () => {
  const effect = { points: 3, skipped: [5, 6], locks: false, misthrow: false };
  expect(describe(drawnSeen(), "r7", effect)).toEqual({ title: "Cross out red 7", details: ["+3 points", "skips 5 and 6"], warning: null });
  expect(describe(drawnSeen(), "r12", { ...effect, skipped: [], locks: true }).details).toEqual(["+3 points", "closes the row"]);
  expect(describe(drawnSeen(), "r7", null)).toEqual({ title: "Cross out red 7", details: [], warning: null });
});

test("a cross that skips five numbers is asked about, one that skips four is not", () => {
  const skips = (skipped: number[]) => describe(drawnSeen(), "r7", { ...NOTHING, points: 1, skipped }).warning;
  expect(skips([2, 3, 4, 5, 6])).toBe("You lose 2, 3, 4, 5 and 6 for good. Cross out anyway?");
  expect(skips([2, 3, 4, 5])).toBeNull();
});

test("the fourth misthrow is asked about, the third is not", () => {
  const after = (misthrows: number) => drawnSeen({ action: 2, sheets: [drawnSheet({}, misthrows), drawnSheet()] });
  expect(describe(after(3), "pass", MISTHROW).warning).toContain("fourth misthrow");
  expect(describe(after(2), "pass", MISTHROW)).toEqual({ title: "Pass", details: ["misthrow: −5 points"], warning: null, price: "costly" });
  expect(describe(after(3), "pass", NOTHING).warning).toBeNull();
});

test("a pass without an alternative is not asked about", () => {
  const forced = drawnSeen({ action: 2, sheets: [drawnSheet({}, 3), drawnSheet()] }, { menu: ["pass"] });
  expect([isForced(forced), isForced(drawnSeen({}, { menu: ["r7", "pass"] })), isForced(drawnSeen())]).toEqual([true, false, false]);
  const { details, warning } = describe(forced, "pass", MISTHROW);
  expect([details, warning]).toEqual([["misthrow: −5 points", "the fourth one, which ends the game"], null]);
});

test("only a pass that costs nothing is free", () => {
  expect(describe(drawnSeen(), "pass", NOTHING).price).toBe("free");
  expect(describe(drawnSeen({ action: 2 }), "pass", MISTHROW).price).toBe("costly");
});

test("a pass says what it means now", () => {
  expect(passText(drawnSeen(), NOTHING)).toBe("then action 2");
  expect(passText(drawnSeen({ active: 1 }), NOTHING)).toBe("costs nothing");
  expect(passText(drawnSeen({ action: 2, has_crossed: true }), NOTHING)).toBe("costs nothing");
  expect(passText(drawnSeen({ action: 2 }), MISTHROW)).toBe("misthrow: −5 points");
});

test("points have a unit and a real minus sign", () => {
  expect([pointsText(42), pointsText(1), pointsText(-5)]).toEqual(["42 points", "1 point", "−5 points"]);
});

test("a number has a full name", () => {
  const effect = { points: 3, skipped: [5, 6], locks: false, misthrow: false };
  const named = (change: Partial<Cell>) => cellName("R", { ...FREE, ...change }, effect);
  expect(named({ isLegal: true })).toBe("red 7, +3 points, skips 5 and 6");
  expect(named({})).toBe("red 7, not possible now");
  expect(named({ isSealed: true })).toBe("red 7, sealed, +3 points, skips 5 and 6");
});

test("a row is summed up", () => {
  expect(rowSummary(drawnRow("R", "- x 4 5 6 7 8 9 10 11 12 L"), false)).toBe("Crossed: 3. Lost: 2. 1 point, 1 cross.");
  expect(rowSummary(drawnRow("G", "- - - - - - - - - - - -"), true)).toBe("Nothing crossed yet. The row is closed. 0 points, 0 crosses.");
  expect(rowSummary(drawnRow("G", "x x x x x - - - - - x x"), true)).toBe("Crossed: 12, 11, 10, 9, 8, 2. Lock crossed. 28 points, 7 crosses.");
});

test("dice and sums can be heard", () => {
  const dice = { white: [3, 4], coloured: [5, null, 6, 1] } as const;
  expect(diceText(dice)).toBe("White dice: 3 and 4, sum 7. Coloured dice: red 5, green 6, blue 1.");
  expect(sumsText(dice)).toBe("Sums in action 2: red 8 or 9, green 9 or 10, blue 4 or 5.");
});

test("the prompt says whether one is active, and which action it is", () => {
  const menu = ["r7", "pass"];
  expect(prompt(drawnSeen({}, { menu }), NAMES)).toBe("Action 1: cross out the white 7 or pass.");
  expect(prompt(drawnSeen({ active: 1 }, { menu }), NAMES)).toContain("Ben");
  expect(prompt(drawnSeen({ action: 2 }, { menu }), NAMES)).toContain("Action 2");
  expect(prompt(drawnSeen({}, { menu: ["pass"] }), NAMES)).toBe("Nothing fits the white 7.");
  expect(prompt(drawnSeen(), NAMES)).toBeNull();
});

test("news at first: how things stand", () => {
  expect(announcements(null, drawnSeen(), NAMES)).toEqual(["Ann rolls. White dice: 3 and 4, sum 7. Coloured dice: red 5, yellow 2, green 6, blue 1."]);
});

test("news: crosses, passes, and who goes on", () => {
  const after = drawnSeen({ action: 2, active: 1, sheets: [drawnSheet(), drawnSheet({ R: "x 3 4 5 6 7 8 9 10 11 12 L" })] }, { point: 3 });
  expect(announcements(drawnSeen(), after, NAMES)).toEqual(["Ann: no cross.", "Ben: red 2.", "Action 2: Ben alone."]);
  expect(changeTexts(changesBetween(drawnSeen(), after), NAMES, 0)).toEqual(["Ben: red 2"]);
});

test("news: locks, misthrows and a new roll", () => {
  const sheets = [drawnSheet({}, 1), drawnSheet({ Y: "x x x x x - - - - - x x" })];
  const lines = announcements(drawnSeen({ action: 2, sheets: [drawnSheet(), drawnSheet({ Y: "x x x x x 7 8 9 10 11 12 L" })] }), drawnSeen({ sheets, closed: ["Y"] }, { point: 3 }), NAMES);
  expect(lines.slice(0, 3)).toEqual(["Ann: misthrow, −5 points.", "Ben: yellow 12 and the lock.", "The yellow row is closed. Its die leaves the game."]);
  expect(lines[3]).toContain("Ann rolls.");
});

test("the white sum and locks are said aloud", () => {
  expect(spoken(null, drawnSeen(), NAMES)).toEqual(["White: 7."]);
  expect(spoken(null, drawnSeen({ action: 2 }), NAMES)).toEqual([]);
  const rows = { Y: "x x x x x 7 8 9 10 11 12 L" };
  const before = drawnSeen({ action: 2, sheets: [drawnSheet(), drawnSheet(rows)] });
  const after = drawnSeen({ sheets: [drawnSheet(), drawnSheet({ Y: "x x x x x - - - - - x x" })], closed: ["Y"] }, { point: 3 });
  expect(spoken(before, after, NAMES)).toEqual(["Ben closes the yellow row!", "White: 7."]);
  expect(spoken(after, after, NAMES)).toEqual([]);
});

test("news: the end of a game, and of the match", () => {
  const results = [{ reason: "over.two_rows_closed", scores: [12, -5], misthrower: null }];
  const next = drawnSeen({ games: 2, game: 2, results }, { point: 9 });
  expect(announcements(drawnSeen({ games: 2 }), next, NAMES)[0]).toBe("Game 1 is over. Two rows are closed. Ann: 12 points, Ben: −5 points.");
  const over = { reason: "over.fourth_misthrow", scores: [1, 2], winners: [1] };
  expect(announcements(drawnSeen(), drawnSeen({ results: [{ reason: "over.fourth_misthrow", scores: [1, 2], misthrower: 0 }], action: null, dice: null }, { point: 9, over }), NAMES)).toContain("Ann has marked the fourth misthrow.");
});

test("nothing new at the same point", () => {
  expect(announcements(drawnSeen(), drawnSeen({}, { sealed: "r7" }), NAMES)).toEqual([]);
});

const ASKED = drawnSeen(
  { one_more: true, is_asking: true, results: [{ reason: "over.two_rows_closed", scores: [30, 12], misthrower: null }], totals: [30, 12], action: null, dice: null, active: 0 },
  { point: 3, menu: ["more", "stop"] },
);

test("after a game everybody is asked for one more", () => {
  expect(prompt(ASKED, NAMES)).toBe("One more game?");
  expect(prompt({ ...ASKED, menu: null }, NAMES)).toBeNull();
  expect(describe(ASKED, "more", NOTHING)).toEqual({ title: "One more game", details: [], warning: null });
  expect(describe(ASKED, "stop", NOTHING)).toEqual({ title: "That’s it", details: [], warning: null });
  expect([moveText("more", 0, null, ["Ann", "Ben"]), moveText("stop", 1, null, ["Ann", "Ben"])]).toEqual(["Ann would like one more game.", "Ben is happy to leave it at that."]);
});

test("whoever has the most points leads, but nobody alone", () => {
  expect(leadText([30, 12], NAMES)).toBe("Ann leads with 30 points.");
  expect(leadText([-5, -5], NAMES)).toBe("Ann and Ben share the lead with −5 points.");
  expect(leadText([30], ["Ann"])).toBeNull();
});

test("a game has its number, and the number of games if that is settled", () => {
  const text = (one_more: boolean) => gameText(drawnSeen({ game: 2, games: 2, one_more }).view);
  expect([text(false), text(true)]).toEqual(["Game 2 of 2", "Game 2"]);
});

test("the end of a game is announced with the question, and only then", () => {
  const before = drawnSeen({ action: 2, one_more: true });
  const asked = announcements(before, ASKED, NAMES);
  expect(asked).toContain("Game 1 is over. Two rows are closed. Ann: 30 points, Ben: 12 points.");
  expect(asked).toContain("Ann leads with 30 points.");
  const next = announcements(ASKED, drawnSeen({ one_more: true, games: 2, game: 2, results: ASKED.view.results }, { point: 5 }), NAMES);
  expect(next[0]).toBe("Everybody wants one more game.");
  expect(next.join(" ")).not.toContain("is over");
  const over = { reason: "over.two_rows_closed", scores: [30, 12], winners: [0] };
  expect(announcements(ASKED, drawnSeen({ ...ASKED.view, is_asking: false, one_more: false }, { point: 4, over }), NAMES)).toEqual(["That was it for now. Well played!"]);
});
