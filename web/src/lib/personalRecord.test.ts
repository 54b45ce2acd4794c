import { expect, test } from "vitest";
import type { CompanyStatistics, Figures, Statistics } from "../generated/closecall";
import { recordOf } from "./personalRecord";

function figures(told: Partial<Figures>, ...ended: number[]): Figures {
  const recent = ended.map((ended_at) => ({ ended_at, score: 60, won: true }));
  return { games: ended.length, contests: 0, victories: 0, best: 60, best_before: null, average: 60, streak: 0, longest_streak: 0, scores: [], recent, ...told };
}

function statistics(...companies: CompanyStatistics[]): Statistics {
  return { games: [{ game: "mark", all: figures({}, 1), companies }] };
}

const ALONE = figures({ best: 80, best_before: 70 }, 5, 9);
const BOTS = figures({ best: 60, best_before: 60 }, 3, 7);
const ALL = statistics({ company: "bots", level: "easy", figures: BOTS }, { company: "alone", level: null, figures: ALONE });

test("games of the same kind are compared", () => {
  expect(recordOf(ALL, "mark", 7)).toEqual({ figures: BOTS, isNewBest: false });
  expect(recordOf(ALL, "mark", 9)).toEqual({ figures: ALONE, isNewBest: true });
});

test("only the latest game can be a new best, and the first is none", () => {
  expect(recordOf(ALL, "mark", 5)).toEqual({ figures: ALONE, isNewBest: false });
  const first = figures({}, 4);
  expect(recordOf(statistics({ company: "alone", level: null, figures: first }), "mark", 4)).toEqual({ figures: first, isNewBest: false });
});

test("a game that does not count has no record", () => {
  expect(recordOf(ALL, "mark", 8)).toBeNull();
  expect(recordOf(ALL, "qwixx", 9)).toBeNull();
  expect(recordOf(ALL, "mark", null)).toBeNull();
});
