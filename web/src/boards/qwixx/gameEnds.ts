// The end of a game of the match: what is shown of it, and to whom it is news.

import type { MessageKey, QwixxSeen } from "../../generated/closecall";

/** Somebody in a game that has ended. */
export interface Standing {
  readonly seat: number;
  readonly points: number;
  /** With all games before it. */
  readonly total: number;
}

export interface GameEnd {
  readonly number: number;
  readonly games: number;
  readonly reason: MessageKey;
  /** The best one first. */
  readonly standings: readonly Standing[];
}

/** How the game before the one on the table ended; null in the first game, and when the match is over. */
export function lastEnd({ view, over }: QwixxSeen): GameEnd | null {
  const results = view.results.slice(0, view.game - 1);
  const last = results.at(-1);
  if (last === undefined || over !== null) return null;
  const standings = last.scores.map((points, seat) => {
    return { seat, points, total: results.reduce((sum, { scores }) => sum + scores[seat]!, 0) };
  });
  standings.sort((one, other) => other.points - one.points);
  return { number: results.length, games: view.games, reason: last.reason as MessageKey, standings };
}

/** What is shown of ends. */
export interface Shown {
  /** The view that it was shown with. */
  readonly seen: QwixxSeen;
  /** What covers the table; null if nothing does. */
  readonly end: GameEnd | null;
  /** The last game whose end was shown here; 0 before any. */
  readonly number: number;
}

/** What is shown of ends after one more view; an end that covers the table stays until it is read. */
export function showEnds(shown: Shown | null, seen: QwixxSeen): Shown {
  const last = lastEnd(seen);
  const isOpen = last !== null && shown?.end?.number === last.number;
  const end = isOpen || (last !== null && isNews(shown, seen)) ? last : null;
  return { seen, end, number: end?.number ?? shown?.number ?? 0 };
}

/** After it was read. */
export function withoutEnd(shown: Shown): Shown {
  return { ...shown, end: null };
}

function isNews(shown: Shown | null, seen: QwixxSeen): boolean {
  if (shown !== null && shown.seen.viewer === seen.viewer) return seen.view.game > shown.seen.view.game;
  // Somebody else looks, or it was loaded anew; those around one device have read it together.
  return shown?.number !== seen.view.game - 1 && isToBegin(seen);
}

/** Whether the viewer has to make the very first choice of a game: after a whole turn there is a cross or a misthrow. */
function isToBegin({ viewer, sealed, view }: QwixxSeen): boolean {
  const isEmpty = view.sheets.every(({ rows, misthrows }) => misthrows === 0 && rows.every(({ crossed }) => crossed.length === 0));
  return viewer !== null && sealed === null && view.action === 1 && isEmpty;
}
