import type { EnoughSeen } from "../../generated/closecall";
import type { Fortune } from "../../lib/characterLines";

/** Stars won and lost (E15). */
export function fortunes(before: EnoughSeen, after: EnoughSeen): Fortune[] {
  return after.view.players.flatMap(({ stars }, seat): Fortune[] => {
    const gain = stars - (before.view.players[seat]?.stars ?? stars);
    return gain === 0 ? [] : [{ seat, luck: gain > 0 ? "good" : "bad" }];
  });
}
