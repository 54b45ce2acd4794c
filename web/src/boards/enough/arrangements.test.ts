import { expect, test } from "vitest";
import { arrangementsOf, changesFor, nearestFirst, onCards, unplaced, usesOf, withoutUse } from "./arrangements";

const MENU = ["total", "total dn:d@up", "total dn:n+@up", "total dn:n-@up", "total dn:d@7", "total dn:n+@7", "total dn:n-@7"];
const menu = new Set(MENU);

test("a token offers what the menu has for a card", () => {
  expect(changesFor(menu, [], "dn", 7)).toEqual([
    { change: "d", move: "total dn:d@7" },
    { change: "n+", move: "total dn:n+@7" },
    { change: "n-", move: "total dn:n-@7" },
  ]);
  expect(changesFor(menu, [], "dn", 8)).toEqual([]);
  expect(changesFor(menu, usesOf("total dn:d@7"), "dn", null)).toEqual([]);
});

test("a token can be taken back", () => {
  expect(withoutUse(usesOf("total dn:d@7"), 0)).toBe("total");
});

test("placed tokens are no longer held", () => {
  expect(unplaced(["dn", "sd", "dn"], usesOf("total dn:d@7"))).toEqual(["sd", "dn"]);
});

test("each use lies on its card, and equal cards are filled in turn", () => {
  const uses = usesOf("total sd:s@up dn:d@7 in:i@7");
  expect(onCards([null, 7, 7], uses)).toEqual([0, 1, 2]);
  expect(onCards([null, 3, 7], usesOf("total dn:d@7"))).toEqual([null, null, 0]);
});

test("the nearest arrangement comes first, and fewer tokens before more", () => {
  const effects = new Map([
    ["total", { total: 30, distance: 2 }],
    ["total dn:d@up", { total: 31, distance: 1 }],
    ["total dn:n+@7", { total: 34, distance: 2 }],
  ]);
  const moves = nearestFirst(arrangementsOf(["total dn:n+@7", "total", "total dn:d@up"]), effects).map(({ move }) => move);
  expect(moves).toEqual(["total dn:d@up", "total", "total dn:n+@7"]);
});
