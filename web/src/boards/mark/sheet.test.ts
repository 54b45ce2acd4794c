import { expect, it } from "vitest";
import { seenOf, sheetWith, VIEW } from "./fixtures";
import { diceOf, freshCircles, isThrown, looksOf, meant, numbersOf, replayed, withoutChanges } from "./sheet";

const NOTHING: ReadonlySet<number> = new Set();
const MENU = ["b2+k", "b2+b", "b2+g", "b2+r", "a1+k"];

it("offers exactly the menu's entries in each circle", () => {
  const looks = looksOf(VIEW, 0, NOTHING, { menu: MENU, selected: "b2+g", sealed: null });
  expect(looks).toHaveLength(25);
  expect(looks[6]).toMatchObject({ name: "b2", colour: "Y", isOwn: true, number: 0, selected: { move: "b2+g", number: 5 } });
  expect(numbersOf(looks[6]!.offers)).toEqual([5, 6, 10]);
  expect(looks[0]!.offers).toEqual([{ move: "a1+k", die: "K", number: 6 }]);
  expect(looks[1]).toMatchObject({ number: 4, offers: [], isOwn: false });
  expect(looks[24]!.offers).toEqual([]);
});

it("shows a sealed entry with its number until it is resolved", () => {
  const looks = looksOf(VIEW, 0, NOTHING, { menu: [], selected: null, sealed: "b2+g" });
  expect(looks.filter((look) => look.sealed !== null).map((look) => [look.name, look.sealed])).toEqual([["b2", 5]]);
});

it("shows the sheets of others without offers", () => {
  const looks = looksOf(VIEW, 1, new Set([3]));
  expect(looks.every((look) => look.offers.length === 0)).toBe(true);
  expect(looks.filter((look) => look.isFresh).map((look) => look.name)).toEqual(["d1"]);
});

it("asks the server about the entry that a tap may mean", () => {
  const looks = looksOf(VIEW, 0, NOTHING);
  expect(meant(looks[1]!)).toBe("b1+b");
  expect(meant(looks[6]!)).toBe("b2+k");
});

it("knows which dice can be used, and what was written last", () => {
  expect([...diceOf(["a1+k", "b2+g", "b2+k"])]).toEqual(["K", "G"]);
  expect([...freshCircles([0, 4, 0], [0, 4, 9])]).toEqual([2]);
});

it("draws only those circles again that look different", () => {
  const look = (selected: string | null, sealed: string | null = null) => looksOf(VIEW, 0, NOTHING, { menu: MENU, selected, sealed });
  const before = look(null);
  const same = withoutChanges(before, look(null));
  expect(same.every((circle, at) => circle === before[at])).toBe(true);
  const changed = (after: ReturnType<typeof look>) => withoutChanges(before, after).filter((circle, at) => circle !== before[at]).map(({ name }) => name);
  expect(changed(look("b2+g"))).toEqual(["b2"]);
  expect(changed(look(null, "a1+k"))).toEqual(["a1"]);
  expect(changed(looksOf(VIEW, 0, new Set([3]), { menu: MENU, selected: null, sealed: null }))).toEqual(["d1"]);
  expect(changed(looksOf(VIEW, 0, NOTHING, { menu: MENU.slice(1), selected: null, sealed: null }))).toEqual(["b2"]);
  expect(withoutChanges([], before)).toEqual(before);
});

it("dice are thrown when the same viewer sees another round", () => {
  const next = { ...VIEW, round: VIEW.round + 1 };
  expect(isThrown(VIEW, next)).toBe(true);
  expect(isThrown(VIEW, VIEW)).toBe(false);
  expect(isThrown(VIEW, { ...next, viewer: 1 })).toBe(false);
  expect(isThrown({ ...VIEW, dice: null }, next)).toBe(false);
  expect(isThrown(VIEW, { ...next, dice: null })).toBe(false);
});

it("a replay leaves the dice on the table after the entry that used them, until the next roll", () => {
  const before = seenOf(VIEW);
  const after = seenOf({ ...VIEW, dice: null, round: 5, roller: 0, sheets: [sheetWith("Y", { 0: 6 }), VIEW.sheets[1]!] }, { point: 21 });
  const shown = replayed(before, after);
  expect([shown.view.dice, shown.view.round, shown.view.roller]).toEqual([VIEW.dice, 4, 1]);
  expect([shown.view.sheets, shown.point]).toEqual([after.view.sheets, 21]);
  const rolled = seenOf({ ...VIEW, dice: [1, 1, 1, 1, 1], round: 5 });
  expect(replayed(after, rolled)).toBe(rolled);
  expect(replayed(before, rolled)).toBe(rolled);
  expect(replayed(after, after)).toBe(after);
});
