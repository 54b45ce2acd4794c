// A row as boxes to be drawn. What is legal, lost or worth something is read from the view, the menu and the effects.

import type { QwixxEffect, QwixxRowView } from "../../generated/closecall";
import { crossOf, parseCross } from "./notation";

/** What the viewer can choose on their own sheet, and has chosen. */
export interface SheetChoice {
  /** What is shown as possible: also while a choice is on its way, until it is kept. */
  readonly menu: ReadonlySet<string>;
  /** Whether dice have just been rolled: what they mean is shown when they have landed. */
  readonly isRolled: boolean;
  readonly effects: ReadonlyMap<string, QwixxEffect> | null;
  readonly selected: string | null;
  readonly sealed: string | null;
  /** Whether taps choose now. */
  readonly active: boolean;
  tap(move: string): void;
  /** Select nothing. */
  cancel(): void;
}

export interface Cell {
  readonly number: number;
  readonly move: string;
  readonly state: "free" | "crossed" | "lost";
  readonly isLegal: boolean;
  readonly isSelected: boolean;
  readonly isSealed: boolean;
  /** Would be lost with the chosen cross. */
  readonly isSkipped: boolean;
  /** Has been crossed just now. */
  readonly isFresh: boolean;
}

export type LockState = "open" | "chosen" | "crossed" | "closed";

/** The boxes of a row from left to right. */
export function cellsOf(row: QwixxRowView, choice: SheetChoice | null, fresh: ReadonlySet<string>): Cell[] {
  const skipped = chosenIn(row, choice)?.skipped ?? [];
  return row.numbers.map((number) => {
    const move = crossOf(row.colour, number);
    return {
      number,
      move,
      state: row.crossed.includes(number) ? "crossed" : row.lost.includes(number) ? "lost" : "free",
      isLegal: choice !== null && choice.menu.has(move),
      isSelected: choice?.selected === move,
      isSealed: choice?.selected === null && choice.sealed === move,
      isSkipped: skipped.includes(number),
      isFresh: fresh.has(move),
    };
  });
}

/** The lock at the end of a row. */
export function lockOf(row: QwixxRowView, isClosed: boolean, choice: SheetChoice | null): LockState {
  if (row.locked) return "crossed";
  if (isClosed) return "closed";
  return chosenIn(row, choice)?.locks ? "chosen" : "open";
}

/** What the selected or sealed cross brings to this row; null if it is elsewhere. */
export function chosenIn(row: QwixxRowView, choice: SheetChoice | null): QwixxEffect | null {
  const chosen = choice?.selected ?? choice?.sealed ?? null;
  if (chosen === null || parseCross(chosen)?.colour !== row.colour) return null;
  return choice?.effects?.get(chosen) ?? null;
}

/** How many crosses a row has; the lock is one too. */
export function crossesOf(row: QwixxRowView): number {
  return row.crossed.length + (row.locked ? 1 : 0);
}
