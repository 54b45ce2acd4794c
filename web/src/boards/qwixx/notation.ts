// The notation of moves (a row's letter and a number, or a word), the colours of the rows, and the sums of the dice.

import type { QwixxColour, QwixxRoll } from "../../generated/closecall";

export const PASS = "pass";
/** Play one more game. */
export const MORE = "more";
/** Let the match end with this game. */
export const STOP = "stop";

/** The rows from top to bottom. */
export const COLOURS: readonly QwixxColour[] = ["R", "Y", "G", "B"];

/** The colours as in style names and message keys. */
export const NAMES = { R: "red", Y: "yellow", G: "green", B: "blue" } as const satisfies Record<QwixxColour, string>;

/** "r7" */
export function crossOf(colour: QwixxColour, number: number): string {
  return colour.toLowerCase() + number;
}

/** null for moves that are no cross. */
export function parseCross(move: string): { colour: QwixxColour; number: number } | null {
  const found = /^([rygb])(\d+)$/.exec(move);
  return found ? { colour: found[1]!.toUpperCase() as QwixxColour, number: Number(found[2]) } : null;
}

/** The sum of the two white dice. */
export function whiteSum(dice: QwixxRoll): number {
  return dice.white[0] + dice.white[1];
}

/** Each white die plus the coloured one at this index; distinct sums, none if that die is gone. */
export function colouredSums(dice: QwixxRoll, at: number): readonly number[] {
  const die = dice.coloured[at] ?? null;
  return die === null ? [] : [...new Set(dice.white.map((white) => white + die))];
}
