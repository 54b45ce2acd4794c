// Formats and orders scores.

import type { Over } from "../generated/closecall";

/** A number with a real minus sign. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** A number with one digit after the point, unless that is zero: "71.5", "−3", in German "71,5". */
export function decimal(points: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: "negative" }).format(points).replace("-", "−");
}

/** "+3", "−5" */
export function signed(points: number): string {
  return points < 0 ? plain(points) : `+${points}`;
}

export interface Scored {
  readonly score: number;
  readonly won: boolean;
}

/** The only winner and the best of the others; null if several have won, or nobody else has played. */
export function duelOf({ scores, winners }: Pick<Over, "scores" | "winners">): { readonly winner: number; readonly second: number } | null {
  const [winner, ...more] = winners;
  if (winner === undefined || more.length > 0 || scores.length < 2) return null;
  const others = scores.map((_, seat) => seat).filter((seat) => seat !== winner);
  return { winner, second: others.reduce((best, seat) => (scores[seat]! > scores[best]! ? seat : best)) };
}

/** Winners first: something other than the score may decide a tie. */
export function bestFirst<T extends Scored>(results: readonly T[]): T[] {
  return [...results].sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score);
}
