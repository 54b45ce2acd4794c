import { describe, expect, test } from "vitest";
import { afterTap, completes, entriesOf, onlyMove, openSpots, toTap, wishAt } from "./moveBuilder";

const TUNING = ["deck", "pile 4", "pile 9", "take B 4", "take B 9", "take C 4", "take C 9", "call", "lock lh", "silence lh B", "silence lh C"];
const entries = entriesOf(TUNING, 0);

describe("every move of a menu can be tapped together, in any order", () => {
  const menus: [string, string[]][] = [
    ["filling", ["deck", "take B", "take C", "lock dl", "lock lh", "silence lh B"]],
    ["fine-tuning", TUNING],
    ["giving up", ["drop 3", "drop 8", "lock sl"]],
    ["declaring", ["stay", "fold", "lock dl"]],
    ["backing out", ["out sd", "out in", "pass"]],
  ];
  test.each(menus)("%s", (_, menu) => {
    const all = entriesOf(menu, 0);
    for (const { move, spots } of all) {
      for (const order of [spots, [...spots].reverse()]) {
        const picks = order.reduce<readonly string[]>((picked, spot) => afterTap(all, picked as never, spot)!, []);
        expect(onlyMove(all, picks as never)?.move).toBe(move);
      }
    }
  });
});

test("what has to be tapped for a move", () => {
  expect(toTap("take C 4", 0)).toEqual(["up:2", "hand:4"]);
  expect(toTap("lock lh", 1)).toEqual(["token:lh", "up:1"]);
  expect(toTap("total dn:d@up sd:s@7", 1)).toEqual(["token:dn", "up:1", "token:sd", "hand:7"]);
  expect(toTap("total", 0)).toEqual([]);
  expect(toTap("nonsense", 0)).toEqual([]);
});

test("what leads on is open: after another's card the cards of the hand", () => {
  expect([...openSpots(entries, ["up:1"])].sort()).toEqual(["hand:4", "hand:9", "up:1"]);
});

test("another card of the hand takes the place of the first", () => {
  expect(afterTap(entries, ["up:1", "hand:4"], "hand:9")).toEqual(["up:1", "hand:9"]);
  expect(afterTap(entries, ["up:1", "hand:4"], "pile")).toEqual(["hand:4", "pile"]);
});

test("a tap that does not fit starts over", () => {
  expect(afterTap(entries, ["up:1", "hand:4"], "call")).toEqual(["call"]);
});

test("a second tap on a half move takes it back", () => {
  expect(afterTap(entries, ["up:1"], "up:1")).toEqual([]);
});

test("a place that no move is made of leads nowhere", () => {
  expect(afterTap(entries, [], "stay")).toBeNull();
  expect(afterTap(entriesOf(["deck"], 0), [], "pile")).toBeNull();
});

test("the last tap is known before it is made", () => {
  expect(completes(entries, ["hand:4"], "up:2")?.move).toBe("take C 4");
  expect(completes(entries, [], "up:2")).toBeNull();
});

test("equal cards leave only one move", () => {
  expect(onlyMove(entriesOf(["deck", "take B 4", "take C 4"], 0), ["up:1"])?.move).toBe("take B 4");
});

test("what cannot be done is asked about in the right words", () => {
  expect(wishAt("up:1", 0, [], [])).toBe("take B");
  expect(wishAt("up:1", 0, [4, 9], ["hand:9"])).toBe("take B 9");
  expect(wishAt("pile", 0, [4, 9], [])).toBe("pile 4");
  expect(wishAt("hand:4", 0, [4, 9], [])).toBe("drop 4");
  expect(wishAt("token:sd", 0, [], [])).toBe("total");
  expect(wishAt("token:dl", 0, [], [])).toBe("lock dl");
  expect(wishAt("token:dh", 0, [], [])).toBe("silence dh B");
  expect(wishAt("call", 0, [], [])).toBe("call");
});
