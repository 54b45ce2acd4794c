// The end of a round: what is shown of it, and to whom it is news.

import type { EnoughRoundEnd, EnoughView } from "../../generated/closecall";

/** What is shown of ends. */
export interface Shown {
  /** The view that it was shown with. */
  readonly view: EnoughView;
  /** What covers the table; null if nothing does. */
  readonly end: EnoughRoundEnd | null;
  /** Whether everybody around the device looks at it: whoever is handed the device later looks alone. */
  readonly isForAll: boolean;
}

// By table and round: a line that comes back brings the same end once more, and each seat has a view of its own.
const readByAll = new Set<string>();
const keyOf = (table: string, round: number) => `${table} ${round}`;

/** What is shown of ends after one more view of a table; an end that covers the table stays until it is read. */
export function showEnds(shown: Shown | null, view: EnoughView, table: string | null): Shown {
  const { last } = view;
  if (last === null || view.phase === "Ended") return { view, end: null, isForAll: false };
  const isSame = shown !== null && shown.view.viewer === view.viewer;
  const isNews = isSame ? last.round !== shown.view.last?.round : isFirstLook(view) && !isRead(table, last.round);
  if (isNews) return { view, end: last, isForAll: isSame };
  const isOpen = shown?.end?.round === last.round;
  return { view, end: isOpen ? last : null, isForAll: isOpen && shown.isForAll };
}

/** After it was read; what everybody at a shared device has read is no news to the one who uncovers it next. */
export function withoutEnd({ view, end, isForAll }: Shown, table: string | null): Shown {
  if (end !== null && isForAll && table !== null) readByAll.add(keyOf(table, end.round));
  return { view, end: null, isForAll: false };
}

function isRead(table: string | null, round: number): boolean {
  return table !== null && readByAll.has(keyOf(table, round));
}

/** Whether whoever looks for the first time has done nothing yet since the last round, as when a device is handed on. */
function isFirstLook({ viewer, players }: EnoughView): boolean {
  return viewer !== null && players[viewer]?.hand_size === 0;
}
