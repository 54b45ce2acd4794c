// Whether the end of a round covers the table, for whom, and which part of it.

import type { EnoughRoundEnd, EnoughView } from "../../generated/closecall";

export interface Shown {
  readonly view: EnoughView;
  /** The round end that covers the table, if any. */
  readonly end: EnoughRoundEnd | null;
  /** Whether everybody at a shared device sees it; after the device is handed on, one looks alone. */
  readonly isForAll: boolean;
  /** The only seats that are shown, of an end that was read before; null for all. */
  readonly only: readonly number[] | null;
}

// By table and round: a reconnect brings the same end again, and each seat has a view of its own.
const readByAll = new Set<string>();
const keyOf = (table: string, round: number) => `${table} ${round}`;

/** The state after one more view; an end covers the table until it is closed. `here` are the seats at this device. */
export function showEnds(shown: Shown | null, view: EnoughView, table: string | null, here: readonly number[] = []): Shown {
  const { last } = view;
  const none = { view, end: null, isForAll: false, only: null };
  if (last === null || view.phase === "Ended") return none;
  const isSame = shown !== null && shown.view.viewer === view.viewer;
  const isNews = isSame ? last.round !== shown.view.last?.round : isFirstLook(view) && !isRead(table, last.round);
  if (isNews) return { view, end: last, isForAll: isSame || view.phase === "Showing", only: null };
  if (shown?.end?.round === last.round) return { ...shown, view, end: last };
  // Everybody decides at once, so cards are often shown after the end of the round was read and closed.
  const only = isSame ? newlyShown(shown.view.last, last).filter((seat) => !here.includes(seat)) : [];
  return only.length > 0 ? { view, end: last, isForAll: true, only } : none;
}

/** Whether a round has ended between two views of the same viewer. */
export function hasEnded(before: EnoughView, after: EnoughView): boolean {
  return before.viewer === after.viewer && after.last !== null && before.last?.round !== after.last.round;
}

/** Who has shown cards since, without having to (E14). */
export function newlyShown(before: EnoughRoundEnd | null, after: EnoughRoundEnd | null): number[] {
  if (before === null || after === null || before.round !== after.round) return [];
  return after.standings.flatMap(({ shown }, seat) => (shown && !before.standings[seat]!.shown ? [seat] : []));
}

/** After closing it. What everybody at a shared device has read is not shown again to the next one. */
export function withoutEnd({ view, end, isForAll }: Shown, table: string | null): Shown {
  if (end !== null && isForAll && table !== null) readByAll.add(keyOf(table, end.round));
  return { view, end: null, isForAll: false, only: null };
}

function isRead(table: string | null, round: number): boolean {
  return table !== null && readByAll.has(keyOf(table, round));
}

/** Whether the viewer has not acted since the last round, as after a device is handed on. */
function isFirstLook({ viewer, players, phase }: EnoughView): boolean {
  return phase === "Showing" || (viewer !== null && players[viewer]?.hand_size === 0);
}
