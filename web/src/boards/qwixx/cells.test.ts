import { expect, test } from "vitest";
import { cellsOf, chosenIn, crossesOf, lockOf, type SheetChoice } from "./cells";
import { drawnRow } from "./fixtures";

const ROW = drawnRow("R", "- x - x 6 7 8 9 10 11 12 L");
const EFFECT = { points: 3, skipped: [6, 7], locks: false, misthrow: false };

function choice(change: Partial<SheetChoice> = {}): SheetChoice {
  const menu = new Set(["r8", "pass"]);
  const effects = new Map([["r8", EFFECT]]);
  const nothing = () => undefined;
  return { menu, effects, selected: null, sealed: null, active: true, tap: nothing, cancel: nothing, ...change };
}

function numbers(change: Partial<SheetChoice> | null, which: (cell: ReturnType<typeof cellsOf>[number]) => boolean): number[] {
  return cellsOf(ROW, change && choice(change), new Set(["r5"])).filter(which).map((cell) => cell.number);
}

test("boxes are crossed, lost or free as the view says", () => {
  expect(numbers(null, (cell) => cell.state === "crossed")).toEqual([3, 5]);
  expect(numbers(null, (cell) => cell.state === "lost")).toEqual([2, 4]);
  expect(numbers(null, (cell) => cell.state === "free")).toEqual([6, 7, 8, 9, 10, 11, 12]);
});

test("the moves on the menu are legal", () => {
  expect(numbers({}, (cell) => cell.isLegal)).toEqual([8]);
  expect(numbers({ menu: new Set() }, (cell) => cell.isLegal)).toEqual([]);
});

test("what the selected cross skips is shown", () => {
  expect(numbers({ selected: "r8" }, (cell) => cell.isSelected)).toEqual([8]);
  expect(numbers({ selected: "r8" }, (cell) => cell.isSkipped)).toEqual([6, 7]);
  expect(numbers({ selected: "y8" }, (cell) => cell.isSkipped)).toEqual([]);
});

test("a sealed cross is shown as sealed until another one is selected", () => {
  expect(numbers({ sealed: "r8" }, (cell) => cell.isSealed)).toEqual([8]);
  expect(numbers({ sealed: "r8", selected: "pass" }, (cell) => cell.isSealed)).toEqual([]);
});

test("a cross that was just made is fresh", () => {
  expect(numbers(null, (cell) => cell.isFresh)).toEqual([5]);
});

test("without effects nothing is promised", () => {
  expect(chosenIn(ROW, choice({ selected: "r8", effects: null }))).toBeNull();
});

test("a lock is open, chosen, crossed here or closed by somebody else", () => {
  const locks = choice({ selected: "r12", effects: new Map([["r12", { ...EFFECT, locks: true }]]) });
  expect(lockOf(ROW, false, null)).toBe("open");
  expect(lockOf(ROW, false, locks)).toBe("chosen");
  expect(lockOf(ROW, true, null)).toBe("closed");
  expect(lockOf({ ...ROW, locked: true }, true, null)).toBe("crossed");
});

test("the lock is one more cross", () => {
  expect(crossesOf(ROW)).toBe(2);
  expect(crossesOf({ ...ROW, locked: true })).toBe(3);
});
