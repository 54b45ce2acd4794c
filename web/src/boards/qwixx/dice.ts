// The sums of the dice, and when they were rolled again.

import type { QwixxRoll, QwixxSeen } from "../../generated/closecall";

/** The sum of the two white dice. */
export function whiteSum(dice: QwixxRoll): number {
  return dice.white[0] + dice.white[1];
}

/** Each white die plus the coloured one at this index; distinct sums, none if that die is gone. */
export function colouredSums(dice: QwixxRoll, at: number): readonly number[] {
  const die = dice.coloured[at] ?? null;
  return die === null ? [] : [...new Set(dice.white.map((white) => white + die))];
}

/** A key that changes with every roll: the point of its first action. */
export function rollKey(kept: number | null, seen: QwixxSeen): number {
  return seen.view.action === 1 || kept === null ? seen.point : kept;
}
