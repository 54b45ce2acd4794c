// What happened in a round so far, in sentences.

import type { EnoughSeen } from "../../generated/closecall";
import { announcements, isForAll } from "./announcements";

export interface RoundLog {
  /** The view that was told last. */
  readonly seen: EnoughSeen;
  /** Newest last. */
  readonly lines: readonly string[];
  /** The last step, in one line. */
  readonly step: string;
}

const KEPT = 12;

/** The log after one more view. It starts again with each round, and with each viewer: some lines are theirs alone. */
export function withStep(log: RoundLog | null, seen: EnoughSeen, names: readonly string[]): RoundLog {
  if (log === null || log.seen.viewer !== seen.viewer || isForAll(log.seen, seen)) return { seen, lines: [], step: "" };
  const lines = announcements(log.seen, seen, names);
  if (lines.length === 0) return { ...log, seen };
  return { seen, lines: [...log.lines, ...lines].slice(-KEPT), step: lines.join(" ") };
}
