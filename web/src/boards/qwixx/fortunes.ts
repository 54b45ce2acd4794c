import type { QwixxSeen } from "../../generated/closecall";
import type { Fortune } from "../../lib/characterLines";

/** Locks (Q7) and misthrows (Q6). */
export function fortunes(before: QwixxSeen, after: QwixxSeen): Fortune[] {
  if (before.view.game !== after.view.game) return [];
  return after.view.sheets.flatMap(({ rows, misthrows }, seat): Fortune[] => {
    const old = before.view.sheets[seat];
    if (old === undefined) return [];
    if (rows.some(({ locked }, at) => locked && !old.rows[at]?.locked)) return [{ seat, luck: "good" }];
    return misthrows > old.misthrows ? [{ seat, luck: "bad" }] : [];
  });
}
