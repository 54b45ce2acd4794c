// A row as cells to draw. What is legal, lost or worth points comes from view, menu and effects.

import type { QwixxEffect, QwixxRowView } from "../../generated/closecall";
import { crossOf, parseCross } from "./notation";

/** What the viewer can choose, or has chosen, on their own sheet. */
export interface SheetChoice {
  /** The moves shown as possible; also while a move is under way, until it is sealed. */
  readonly menu: ReadonlySet<string>;
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

/** The effect of the selected or sealed cross, if it is in this row. */
export function chosenIn(row: QwixxRowView, choice: SheetChoice | null): QwixxEffect | null {
  const chosen = choice?.selected ?? choice?.sealed ?? null;
  if (chosen === null || parseCross(chosen)?.colour !== row.colour) return null;
  return choice?.effects?.get(chosen) ?? null;
}

/** The crosses of a row, including the lock. */
export function crossesOf(row: QwixxRowView): number {
  return row.crossed.length + (row.locked ? 1 : 0);
}
