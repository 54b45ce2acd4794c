import { expect, test } from "vitest";
import { fall, LASTS_MS, newPieces, opacityAt } from "./confetti";

/** The same numbers in every run. */
function numbers(): () => number {
  let n = 0;
  return () => (n = (n * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

test("pieces rise from both sides, and then fall", () => {
  const pieces = newPieces(60, 0.5, 5, numbers());
  expect(new Set(pieces.map(({ x }) => x))).toEqual(new Set([0, 0.5]));
  expect(new Set(pieces.map(({ colour }) => colour)).size).toBe(5);
  for (let ms = 0; ms < 300; ms += 16) fall(pieces, 16);
  expect(pieces.every(({ y }) => y < 0.75)).toBe(true);
  const highest = pieces.map(({ y }) => y);
  for (let ms = 300; ms < LASTS_MS; ms += 16) fall(pieces, 16);
  expect(pieces.every(({ y }, at) => y > highest[at]!)).toBe(true);
});

test("a slow device sees the same flight", () => {
  const [fast, slow] = [newPieces(20, 1, 5, numbers()), newPieces(20, 1, 5, numbers())];
  for (let ms = 0; ms < 1600; ms += 8) fall(fast, 8);
  for (let ms = 0; ms < 1600; ms += 32) fall(slow, 32);
  for (const [at, piece] of fast.entries()) expect(Math.abs(piece.y - slow[at]!.y)).toBeLessThan(0.05);
});

test("it fades at the end", () => {
  expect([0, 2000, LASTS_MS, LASTS_MS + 1000].map(opacityAt)).toEqual([1, 1, 0, 0]);
  expect(opacityAt(LASTS_MS - 300)).toBeCloseTo(0.5);
});
