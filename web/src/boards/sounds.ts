// What is heard between two views: dice that were rolled, numbers that were written, cards that moved.

import type { EnoughSeen, MarkSeen, QwixxSeen } from "../generated/closecall";
import type { Sound } from "../lib/sound";

/** Dice and a pencil. */
export function ofDice(before: MarkSeen | QwixxSeen, after: MarkSeen | QwixxSeen): readonly Sound[] {
  if (before.point === after.point) return [];
  const isRolled = after.view.dice !== null && !isSame(before.view.dice, after.view.dice);
  const isWritten = !isSame(before.view.sheets, after.view.sheets);
  return [...(isWritten ? (["cross"] as const) : []), ...(isRolled ? (["roll"] as const) : [])];
}

/** Cards. */
export function ofCards(before: EnoughSeen, after: EnoughSeen): readonly Sound[] {
  const lying = ({ view }: EnoughSeen) => [view.deck_size, view.discard, view.players.map((player) => [player.face_up, player.hand_size])];
  return isSame(lying(before), lying(after)) ? [] : ["card"];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
