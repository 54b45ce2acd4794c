import type { MarkSeen } from "../../generated/closecall";
import type { Fortune } from "../../lib/characterLines";

/** A gain that not every entry brings. */
const MUCH = 5;
/** By then sheets are half full, and an entry should bring something. */
const LATE = 13;

/** Entries that bring much, and late ones that bring nothing. */
export function fortunes(before: MarkSeen, after: MarkSeen): Fortune[] {
  return after.view.sheets.flatMap(({ numbers, score }, seat): Fortune[] => {
    const old = before.view.sheets[seat];
    if (old === undefined || numbers.every((number, at) => number === old.numbers[at])) return [];
    const gain = score.total - old.score.total;
    if (gain >= MUCH) return [{ seat, luck: "good" }];
    return gain <= 0 && after.view.round >= LATE ? [{ seat, luck: "bad" }] : [];
  });
}
