// The sounds of games with dice and a pencil.

import { isSameJson } from "../lib/json";
import type { Sound } from "../lib/sound";

interface SeenDice {
  readonly point: number;
  readonly view: { readonly dice: unknown; readonly sheets: unknown };
}

/** What is heard between two views: numbers written, dice rolled. */
export function diceSounds(before: SeenDice, after: SeenDice): readonly Sound[] {
  if (before.point === after.point) return [];
  const isWritten = !isSameJson(before.view.sheets, after.view.sheets);
  const isRolled = after.view.dice !== null && !isSameJson(before.view.dice, after.view.dice);
  return [...(isWritten ? (["cross"] as const) : []), ...(isRolled ? (["roll"] as const) : [])];
}
