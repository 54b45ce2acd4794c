import { expect, test } from "vitest";
import { abilitiesOf, codeOf, format, parse } from "./notation";

const MOVES = [
  "deck", "call", "stay", "fold", "pass", "show", "keep", "take B", "take E 7", "pile 12", "drop 20", "lock dl", "silence sh C", "out sd",
  "total", "total sd:d@7", "total in:n+@up dn:n-@3 si:i@20",
];

test.each(MOVES)("%s is read and written again", (text) => {
  const move = parse(text);
  expect(move && format(move)).toBe(text);
});

test("a swap says whose card is taken and what is given", () => {
  expect(parse("take C 14")).toEqual({ kind: "swap", owner: 2, give: 14 });
  expect(parse("take C")).toEqual({ kind: "take", owner: 2 });
});

test("tokens are written with the face-up card first, then the hand from low to high", () => {
  const uses = [
    { token: "sd", change: "d", card: 12 },
    { token: "in", change: "n-", card: 3 },
    { token: "si", change: "s", card: null },
  ] as const;
  expect(format({ kind: "total", uses })).toBe("total si:s@up in:n-@3 sd:d@12");
});

test("equal cards are written in the order of their tokens", () => {
  const uses = [
    { token: "nl", change: "n+", card: 7 },
    { token: "sn", change: "n+", card: 7 },
  ] as const;
  expect(format({ kind: "total", uses })).toBe("total sn:n+@7 nl:n+@7");
});

test("other texts are not moves", () => {
  expect(parse("dance")).toBeNull();
  expect(parse("total 7")).toBeNull();
});

test("a token is called by the letters of its abilities", () => {
  expect(codeOf({ one: "double", other: "silence" })).toBe("dh");
  expect(abilitiesOf("dh")).toEqual(["double", "silence"]);
});
