// Whether the end of a game of the match covers the table, and for whom.

import type { QwixxResult, QwixxSeen } from "../../generated/closecall";
import { isUnmarked } from "./viewDiff";

/** A player's result. */
export interface Standing {
  readonly seat: number;
  readonly points: number;
  /** Including all earlier games. */
  readonly total: number;
}

export interface GameEnd {
  readonly number: number;
  readonly games: number;
  readonly result: QwixxResult;
  /** Best first. */
  readonly standings: readonly Standing[];
  /** Whether everybody is asked for one more game: it is shown until all have answered. */
  readonly isAsking: boolean;
}

/** How the previous game ended; null in the first game, and when the match is over. */
export function lastEnd({ view, over }: QwixxSeen): GameEnd | null {
  const results = view.is_asking ? view.results : view.results.slice(0, view.game - 1);
  const last = results.at(-1);
  if (last === undefined || over !== null) return null;
  const standings = last.scores.map((points, seat) => {
    return { seat, points, total: results.reduce((sum, { scores }) => sum + scores[seat]!, 0) };
  });
  standings.sort((one, other) => other.points - one.points);
  return { number: results.length, games: view.games, result: last, standings, isAsking: view.is_asking };
}

export interface Shown {
  readonly seen: QwixxSeen;
  /** The game end that covers the table, if any. */
  readonly end: GameEnd | null;
  /** The last game whose end was shown on this page; 0 for none. */
  readonly number: number;
}

/** The state after one more view; an end covers the table until it is closed. */
export function showEnds(shown: Shown | null, seen: QwixxSeen): Shown {
  const last = lastEnd(seen);
  const isOpen = last !== null && shown?.end?.number === last.number && !shown.end.isAsking;
  const end = isOpen || (last !== null && (last.isAsking || isNews(shown, seen))) ? last : null;
  return { seen, end, number: end?.number ?? shown?.number ?? 0 };
}

export function withoutEnd(shown: Shown): Shown {
  return { ...shown, end: null };
}

function isNews(shown: Shown | null, seen: QwixxSeen): boolean {
  if (shown?.end?.isAsking && shown.number === seen.view.game - 1) return false; // Read together with the question.
  if (shown !== null && shown.seen.viewer === seen.viewer) return seen.view.game > shown.seen.view.game;
  // Another viewer, or a reload. At a shared device all have read it together.
  return shown?.number !== seen.view.game - 1 && isToBegin(seen);
}

/** Whether the viewer faces the first choice of a game: every turn leaves a cross or a misthrow. */
function isToBegin({ viewer, sealed, view }: QwixxSeen): boolean {
  return viewer !== null && sealed === null && view.action === 1 && isUnmarked(view);
}
