// Taking a target at the beginning of a round (E2). Chance has decided which one it is; the tap only turns it over.

import type { EnoughView } from "../../generated/closecall";
import { readList, tabStore, writeJson, type Store } from "../../lib/storage";

/** How many face-down targets the viewer may choose from; null if there is nothing to take (any more). */
export function targetsToTake({ viewer, kit, resting, first, players, phase }: EnoughView): number | null {
  const own = viewer === null ? null : players[viewer];
  if (viewer === null || first === null || !own?.target || own.hand_size > 0 || phase === "Ended") return null;
  // They are taken clockwise from First!.
  const before = (viewer - first + players.length) % players.length;
  return kit.targets.length - resting.length - before;
}

const KEY = "closecall.enough.targets";
/** More than the rounds of the tables in one tab that anybody would return to. */
const KEPT = 50;

/** Whether the viewer has turned over the target of this round, in this tab. */
export function isTaken(table: string, view: EnoughView, store: Store = tabStore()): boolean {
  return readList(KEY, store).includes(nameOf(table, view));
}

export function take(table: string, view: EnoughView, store: Store = tabStore()): void {
  writeJson(KEY, [...readList(KEY, store), nameOf(table, view)].slice(-KEPT), store);
}

function nameOf(table: string, { viewer, round }: EnoughView): string {
  return `${table} ${round} ${viewer}`;
}
