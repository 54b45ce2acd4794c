// Formats points in time and durations in the reader's language.

import type { Language } from "../generated/closecall";

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const A_WEEK_MS = 7 * 86_400_000;

/** "now", "5 minutes ago", "yesterday"; after a week a date. */
export function timeAgo(then: number, now: number, language: Language): string {
  if (now - then > A_WEEK_MS) return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(then);
  const [unit, ms] = STEPS.find(([, ms]) => now - then >= ms) ?? (["second", Infinity] as const);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(-Math.floor(Math.max(0, now - then) / ms), unit);
}

/** "14:05". */
export function clockTime(then: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(then);
}

/** "30 seconds", "3 minutes". */
export function durationText(seconds: number, language: Language): string {
  const isWhole = seconds % 60 === 0;
  const format = new Intl.NumberFormat(language, { style: "unit", unit: isWhole ? "minute" : "second", unitDisplay: "long" });
  return format.format(isWhole ? seconds / 60 : seconds);
}
