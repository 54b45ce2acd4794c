// Formats and orders scores.

/** A number with a real minus sign. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** "+3", "−5" */
export function signed(points: number): string {
  return points < 0 ? plain(points) : `+${points}`;
}

export interface Scored {
  readonly score: number;
  readonly won: boolean;
}

/** Winners first: something other than the score may decide a tie. */
export function bestFirst<T extends Scored>(results: readonly T[]): T[] {
  return [...results].sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score);
}
