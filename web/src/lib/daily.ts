// The daily games: days and weeks in UTC, comparison with par, and the text to share.

import type { DailyStart, Game, Language } from "../generated/closecall";
import { api } from "./api";
import { ensurePerson } from "./join";
import { addRunning } from "./recent";

const A_DAY_MS = 86_400_000;
/** How many squares the comparison with par has, however long a game is. */
const SQUARES = 10;

/** Begin my try at a daily game, or go on with it; the address of its table. */
export async function playDaily(game: Game, which: DailyStart = {}): Promise<string> {
  await ensurePerson();
  const table = await api.playDaily(game, which);
  if (table.status === "playing") addRunning(table);
  return `/table/${table.id}`;
}

/** "Nov 18, 2026" for 2026-11-18, wherever the reader is. */
export function dayText(day: string, language: Language, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(Date.parse(day));
}

/** The day that is so many days later, or earlier. */
export function shiftedDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * A_DAY_MS).toISOString().slice(0, 10);
}

/** The weeks up to the one with this day, each from Monday to Sunday. */
export function weeksUntil(day: string, weeks: number): string[][] {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const monday = shiftedDay(day, -weekday - 7 * (weeks - 1));
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, at) => shiftedDay(monday, 7 * week + at)));
}

export type Standing = "ahead" | "level" | "behind";

/** How the points compare with par in each tenth of the game. Games of different lengths are compared part by part. */
export function comparison(mine: readonly number[], par: readonly number[]): Standing[] {
  if (mine.length === 0 || par.length === 0) return [];
  return Array.from({ length: SQUARES }, (_, n) => {
    const difference = at(mine, (n + 1) / SQUARES) - at(par, (n + 1) / SQUARES);
    return difference > 0 ? "ahead" : difference < 0 ? "behind" : "level";
  });
}

function at(points: readonly number[], part: number): number {
  return points[Math.ceil(part * points.length) - 1] ?? 0;
}

/** Blue and orange can be told apart without red and green. */
export const SQUARE: Readonly<Record<Standing, string>> = { ahead: "🟦", level: "⬜", behind: "🟧" };

/** A text without dice or moves: the lines that are not empty, and the squares. */
export function shareText(lines: readonly string[], standings: readonly Standing[]): string {
  return [...lines, standings.map((one) => SQUARE[one]).join("")].filter(Boolean).join("\n");
}
