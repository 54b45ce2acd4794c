import { expect, test } from "vitest";
import { drawnSeen, drawnSheet } from "./fixtures";
import { NO_CHANGES, changesBetween, follow, freshOf, isRolledAnew, replayed, rollKey } from "./viewDiff";

const CROSSED = drawnSheet({ R: "- x 4 5 6 7 8 9 10 11 12 L" });
const BEFORE = drawnSeen({}, { point: 2 });

test("new crosses by seat", () => {
  const after = drawnSeen({ action: 2, sheets: [drawnSheet(), CROSSED] }, { point: 3 });
  const changes = changesBetween(BEFORE, after);
  expect(changes.seats.map((seat) => seat.crosses)).toEqual([[], [{ colour: "R", number: 3, locks: false }]]);
  expect(changes.isNewRoll).toBe(false);
  expect([...freshOf(changes, 1)]).toEqual(["r3"]);
});

test("a lock closes the row, and a misthrow costs", () => {
  const locked = drawnSheet({ R: "x x x x x - - - - - x x" });
  const after = drawnSeen({ sheets: [locked, drawnSheet({}, 1)], closed: ["R"] }, { point: 4 });
  const changes = changesBetween(BEFORE, after);
  expect(changes.seats[0]!.crosses.at(-1)).toEqual({ colour: "R", number: 12, locks: true });
  expect(changes.seats[1]!.misthrow).toBe(-5);
  expect(changes.closed).toEqual(["R"]);
  expect(changes.isNewRoll).toBe(true);
});

test("in action 1 everybody had a choice, in action 2 the active player", () => {
  const second = drawnSeen({ action: 2, active: 1 }, { point: 3 });
  const next = drawnSeen({ action: 1 }, { point: 4 });
  expect(changesBetween(BEFORE, second).seats.map((seat) => seat.hadChoice)).toEqual([true, true]);
  expect(changesBetween(second, next).seats.map((seat) => seat.hadChoice)).toEqual([false, true]);
});

test("the next game begins on empty sheets", () => {
  const before = drawnSeen({ games: 2, sheets: [CROSSED, CROSSED] });
  const after = drawnSeen({ games: 2, game: 2 }, { point: 9 });
  expect(changesBetween(before, after)).toEqual({ seats: [], closed: [], isNewRoll: true, isNewGame: true });
});

test("nothing has happened at the same point, or backwards in a replay", () => {
  expect(changesBetween(BEFORE, drawnSeen({ sheets: [CROSSED, CROSSED] }, { point: 2 }))).toBe(NO_CHANGES);
  expect(changesBetween(drawnSeen({}, { point: 5 }), BEFORE)).toBe(NO_CHANGES);
});

test("after a new roll the whole last turn stays to be seen", () => {
  const second = drawnSeen({ action: 2, sheets: [drawnSheet(), CROSSED] }, { point: 3 });
  const twice = drawnSheet({ B: "x 11 10 9 8 7 6 5 4 3 2 L" });
  const next = drawnSeen({ active: 1, sheets: [twice, CROSSED] }, { point: 4 });
  const first = follow(null, BEFORE);
  const middle = follow(first, second);
  const last = follow(middle, next);
  expect(first.changes).toBe(NO_CHANGES);
  expect([...freshOf(middle.changes, 1)]).toEqual(["r3"]);
  expect([...freshOf(last.changes, 0), ...freshOf(last.changes, 1)]).toEqual(["b12", "r3"]);
  expect(follow(last, { ...next, sealed: "pass" })).toBe(last);
});

test("each first action is a new roll for the same viewer", () => {
  const next = drawnSeen({ action: 1 }, { point: 4 });
  expect(isRolledAnew(BEFORE, next)).toBe(true);
  expect(isRolledAnew(next, next)).toBe(false);
  expect(isRolledAnew(BEFORE, drawnSeen({ action: 2 }, { point: 3 }))).toBe(false);
  expect(isRolledAnew(BEFORE, { ...next, viewer: null })).toBe(false);
});

test("the dice tumble for a new roll, and not for its second action", () => {
  const first = rollKey(null, drawnSeen({ action: 1 }, { point: 2 }));
  const second = rollKey(first, drawnSeen({ action: 2 }, { point: 3 }));
  const next = rollKey(second, drawnSeen({ action: 1 }, { point: 4 }));
  expect(second).toBe(first);
  expect(next).not.toBe(second);
});

test("dice do not tumble for a viewer who arrives in the second action", () => {
  const first = rollKey(null, drawnSeen({ action: 2 }, { point: 3 }));
  expect(rollKey(first, drawnSeen({ action: 2 }, { point: 3 }))).toBe(first);
});

test("a replay leaves the dice on the table after the choice that used them, until the next roll", () => {
  const before = drawnSeen({ action: 2 }, { point: 3 });
  const after = drawnSeen({ dice: null, action: null, active: 1, sheets: [CROSSED, drawnSheet()] }, { point: 4 });
  const shown = replayed(before, after);
  expect([shown.view.dice, shown.view.active, shown.view.sheets]).toEqual([before.view.dice, 0, after.view.sheets]);
  expect(rollKey(7, shown)).toBe(7); // They do not tumble again.
  const rolled = drawnSeen({ active: 1 }, { point: 5 });
  expect(replayed(after, rolled)).toBe(rolled);
  expect(replayed(BEFORE, rolled)).toBe(rolled);
});
