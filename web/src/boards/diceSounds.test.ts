import { expect, it } from "vitest";
import { diceSounds } from "./diceSounds";

const seen = (point: number, dice: object | null, sheets: number[] = []) => ({ point, view: { dice, sheets } });

it("a roll and the entry before it are heard", () => {
  expect(diceSounds(seen(1, { white: [1, 2] }), seen(2, { white: [3, 3] }, [1]))).toEqual(["cross", "roll"]);
  expect(diceSounds(seen(1, null), seen(2, { white: [3, 3] }))).toEqual(["roll"]);
  expect(diceSounds(seen(1, { white: [1, 2] }), seen(2, null, [1]))).toEqual(["cross"]);
});

it("nothing is heard while others choose", () => {
  expect(diceSounds(seen(1, null), seen(1, { white: [3, 3] }))).toEqual([]);
});
