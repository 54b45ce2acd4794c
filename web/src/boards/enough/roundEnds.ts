// Whether the end of a round covers the table, and for whom.

import type { EnoughRoundEnd, EnoughView } from "../../generated/closecall";

export interface Shown {
  readonly view: EnoughView;
  /** The round end that covers the table, if any. */
  readonly end: EnoughRoundEnd | null;
  /** Whether everybody at a shared device sees it; after the device is handed on, one looks alone. */
  readonly isForAll: boolean;
}

// By table and round: a reconnect brings the same end again, and each seat has a view of its own.
const readByAll = new Set<string>();
const keyOf = (table: string, round: number) => `${table} ${round}`;

/** The state after one more view; an end covers the table until it is closed. */
export function showEnds(shown: Shown | null, view: EnoughView, table: string | null): Shown {
  const { last } = view;
  if (last === null || view.phase === "Ended") return { view, end: null, isForAll: false };
  const isSame = shown !== null && shown.view.viewer === view.viewer;
  const isNews = isSame ? last.round !== shown.view.last?.round : isFirstLook(view) && !isRead(table, last.round);
  if (isNews) return { view, end: last, isForAll: isSame };
  const isOpen = shown?.end?.round === last.round;
  return { view, end: isOpen ? last : null, isForAll: isOpen && shown.isForAll };
}

/** After closing it. What everybody at a shared device has read is not shown again to the next one. */
export function withoutEnd({ view, end, isForAll }: Shown, table: string | null): Shown {
  if (end !== null && isForAll && table !== null) readByAll.add(keyOf(table, end.round));
  return { view, end: null, isForAll: false };
}

function isRead(table: string | null, round: number): boolean {
  return table !== null && readByAll.has(keyOf(table, round));
}

/** Whether the viewer has not acted since the last round, as after a device is handed on. */
function isFirstLook({ viewer, players }: EnoughView): boolean {
  return viewer !== null && players[viewer]?.hand_size === 0;
}
