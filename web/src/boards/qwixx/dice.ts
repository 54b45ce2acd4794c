// What the dice on the table add up to, and when they have been rolled anew.

import type { QwixxRoll, QwixxSeen } from "../../generated/closecall";

/** The sum of the two white dice. */
export function whiteSum(dice: QwixxRoll): number {
  return dice.white[0] + dice.white[1];
}

/** Each white die with the coloured one at this place; equal sums once, none if the die has left. */
export function colouredSums(dice: QwixxRoll, at: number): readonly number[] {
  const die = dice.coloured[at] ?? null;
  return die === null ? [] : [...new Set(dice.white.map((white) => white + die))];
}

/** What stays the same as long as the same roll lies on the table: the point of its first action. */
export function rollKey(kept: number | null, seen: QwixxSeen): number {
  return seen.view.action === 1 || kept === null ? seen.point : kept;
}
