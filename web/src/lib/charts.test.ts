import { describe, expect, it } from "vitest";
import { averageOf, binsOf, roundStep, ticksOf, trendOf } from "./charts";

const scores = (...values: number[]) => [...new Set(values)].sort((a, b) => a - b).map((score) => ({ score, times: values.filter((value) => value === score).length }));

describe("ranges of scores", () => {
  it("are single scores if there are few", () => {
    expect(binsOf(scores(3, 5, 5))).toEqual([
      { from: 3, to: 3, times: 1 },
      { from: 4, to: 4, times: 0 },
      { from: 5, to: 5, times: 2 },
    ]);
    expect(binsOf(scores(-7))).toEqual([{ from: -7, to: -7, times: 1 }]);
    expect(binsOf([])).toEqual([]);
  });

  it("have round limits, also below zero", () => {
    const bins = binsOf(scores(-3, 0, 9, 44));
    expect(bins.map(({ from, to, times }) => [from, to, times])).toEqual([
      [-5, -1, 1], [0, 4, 1], [5, 9, 1], [10, 14, 0], [15, 19, 0], [20, 24, 0], [25, 29, 0], [30, 34, 0], [35, 39, 0], [40, 44, 1],
    ]);
  });

  it("are at most ten and forget no score, wherever the scores are", () => {
    for (let least = -60; least <= 60; least += 7) {
      for (const width of [1, 9, 10, 11, 19, 20, 21, 99, 100, 101, 250, 1000]) {
        const all = scores(least, least, Math.floor(least + width / 2), least + width);
        const bins = binsOf(all);
        expect(bins.length).toBeLessThanOrEqual(10);
        expect(bins.reduce((sum, { times }) => sum + times, 0)).toBe(4);
        expect(bins.every(({ from, to }, at) => at === 0 || from === bins[at - 1]!.to + 1 || from > to)).toBe(true);
      }
    }
  });
});

it("steps are round", () => {
  expect([0.3, 1, 1.1, 2, 3, 6, 10, 11, 21, 501].map(roundStep)).toEqual([1, 1, 2, 2, 5, 10, 10, 20, 50, 1000]);
});

it("an axis encloses all values with a few round numbers", () => {
  expect(ticksOf([51, 84])).toEqual([50, 60, 70, 80, 90]);
  expect(ticksOf([7])).toEqual([7, 8]);
  expect(ticksOf([-8, 3])).toEqual([-10, -5, 0, 5]);
  for (const values of [[0, 0], [1, 2, 3], [-100, 100], [9.5, 10.5], [0, 1000]]) {
    const ticks = ticksOf(values);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(7);
    expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
  }
});

it("a trend follows the latest values", () => {
  expect(trendOf([10, 20, 30, 40], 2)).toEqual([10, 15, 25, 35]);
  expect(averageOf([1, 2, 6])).toBe(3);
});
