// The geometry of small charts: ranges, steps and averages, without anything drawn.

/** How often scores of a range were reached. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly times: number;
}

export interface ScoreTimes {
  readonly score: number;
  readonly times: number;
}

const MOST_BINS = 10;

/** 1, 2, 5, 10, 20, …: the smallest that is at least as large. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** Scores, the lowest first, in at most ten ranges of equal width with round limits; empty ones in between are kept. */
export function binsOf(scores: readonly ScoreTimes[]): readonly Bin[] {
  const [first, last] = [scores[0], scores.at(-1)];
  if (!first || !last) return [];
  let step = 1;
  const count = () => Math.floor(last.score / step) - Math.floor(first.score / step) + 1;
  while (count() > MOST_BINS) step = roundStep(step + 1);
  const start = Math.floor(first.score / step) * step;
  return Array.from({ length: count() }, (_, at) => {
    const [from, to] = [start + at * step, start + (at + 1) * step - 1];
    const inside = scores.filter(({ score }) => score >= from && score <= to);
    return { from, to, times: inside.reduce((sum, { times }) => sum + times, 0) };
  });
}

/** Round numbers for an axis, at least two of them, that enclose all values. */
export function ticksOf(values: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = roundStep(Math.max(1, (most - least) / 4));
  const start = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((most - start) / step));
  return Array.from({ length: count + 1 }, (_, at) => start + at * step);
}

/** For each value, the average of it and of those before it, `width` in all. */
export function trendOf(values: readonly number[], width: number): readonly number[] {
  return values.map((_, at) => averageOf(values.slice(Math.max(0, at + 1 - width), at + 1)));
}

export function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
