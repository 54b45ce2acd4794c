// How scores are written, and in which order.

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

/** Who has won first, also where a tie is decided by something else than the score. */
export function bestFirst<T extends Scored>(results: readonly T[]): T[] {
  return [...results].sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score);
}
