// The notation of moves: a row's letter and a number, or "pass".

import type { QwixxColour } from "../../generated/closecall";

export const PASS = "pass";

/** "r7" */
export function crossOf(colour: QwixxColour, number: number): string {
  return colour.toLowerCase() + number;
}

/** null for a pass. */
export function parseCross(move: string): { colour: QwixxColour; number: number } | null {
  const found = /^([rygb])(\d+)$/.exec(move);
  return found ? { colour: found[1]!.toUpperCase() as QwixxColour, number: Number(found[2]) } : null;
}
