// The difference between two views: crosses, locks, misthrows, closed rows, a new roll, a new game.

import type { QwixxColour, QwixxSeen, QwixxSheetView, QwixxView } from "../../generated/closecall";
import { crossOf } from "./notation";

export interface NewCross {
  readonly colour: QwixxColour;
  readonly number: number;
  /** Whether the lock was crossed together with it. */
  readonly locks: boolean;
}

export interface SeatChange {
  readonly crosses: readonly NewCross[];
  /** The points that new misthrows cost; 0 without any. */
  readonly misthrow: number;
  /** Whether the seat could cross a number. */
  readonly hadChoice: boolean;
}

export interface Changes {
  readonly seats: readonly SeatChange[];
  readonly closed: readonly QwixxColour[];
  readonly isNewRoll: boolean;
  /** A game of the match has ended, and this view shows the next one. */
  readonly isNewGame: boolean;
}

export const NO_CHANGES: Changes = { seats: [], closed: [], isNewRoll: false, isNewGame: false };

/** The views may be several decisions apart. */
export function changesBetween(before: QwixxSeen, after: QwixxSeen): Changes {
  if (before.point >= after.point) return NO_CHANGES;
  const isNewGame = before.view.game !== after.view.game;
  const isNewRoll = after.view.action === 1;
  if (isNewGame) return { ...NO_CHANGES, isNewGame, isNewRoll };
  const seats = after.view.sheets.map((sheet, seat) => {
    const hadChoice = before.view.action === 1 || (before.view.action === 2 && before.view.active === seat);
    return seatChange(before.view.sheets[seat]!, sheet, hadChoice);
  });
  const closed = after.view.closed.filter((colour) => !before.view.closed.includes(colour));
  return { seats, closed, isNewRoll, isNewGame };
}

function seatChange(before: QwixxSheetView, after: QwixxSheetView, hadChoice: boolean): SeatChange {
  const crosses = after.rows.flatMap((row, at) => {
    const old = before.rows[at]!;
    const added = row.crossed.filter((number) => !old.crossed.includes(number));
    const isNewlyLocked = row.locked && !old.locked;
    return added.map((number, nth) => ({ colour: row.colour, number, locks: isNewlyLocked && nth === added.length - 1 }));
  });
  return { crosses, misthrow: after.score.from_misthrows - before.score.from_misthrows, hadChoice };
}

/** The crosses that a seat has just made, as moves. */
export function freshOf(changes: Changes, seat: number): ReadonlySet<string> {
  return new Set(changes.seats[seat]?.crosses.map(({ colour, number }) => crossOf(colour, number)) ?? []);
}

/** The changes to highlight: after a new roll those of the last turn, otherwise those of this turn so far. */
export interface Followed {
  /** The first view of the turn. */
  readonly start: QwixxSeen;
  readonly point: number;
  readonly changes: Changes;
}

export function follow(kept: Followed | null, seen: QwixxSeen): Followed {
  if (kept === null) return { start: seen, point: seen.point, changes: NO_CHANGES };
  if (kept.point === seen.point) return kept;
  const changes = changesBetween(kept.start, seen);
  const isNewTurn = seen.view.action === 1 || seen.point < kept.start.point;
  return { start: isNewTurn ? seen : kept.start, point: seen.point, changes };
}

/** Whether the same viewer sees a new roll, so that it is animated. */
export function isRolledAnew(before: QwixxSeen, after: QwixxSeen): boolean {
  return before.viewer === after.viewer && before.point !== after.point && after.view.action === 1;
}

/** Whether nobody has made a choice yet. */
export function isFirstRoll({ view, sealed }: QwixxSeen): boolean {
  return view.game === 1 && view.action === 1 && sealed === null && isUnmarked(view);
}

/** Whether no sheet of this game has a cross or a misthrow. */
export function isUnmarked({ sheets }: QwixxView): boolean {
  return sheets.every(({ rows, misthrows }) => misthrows === 0 && rows.every(({ crossed }) => crossed.length === 0));
}

/** After a choice that ended a turn, with its dice: they stay until the next roll. */
export function replayed({ view: before }: QwixxSeen, after: QwixxSeen): QwixxSeen {
  if (before.dice === null || after.view.dice !== null) return after;
  const action = before.action === 2 ? 2 : null; // Action 1 would mean a new roll.
  return { ...after, view: { ...after.view, dice: before.dice, active: before.active, action } };
}

/** A key that changes with every roll: the point of its first action. */
export function rollKey(kept: number | null, seen: QwixxSeen): number {
  return seen.view.action === 1 || kept === null ? seen.point : kept;
}
