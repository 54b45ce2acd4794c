import { beforeAll, expect, it, vi } from "vitest";
import type { MarkScore } from "../../generated/closecall";
import { catalogue } from "../../lib/language.svelte";
import { decisive, nextTitle, over } from "./ending";
import { seenOf, sheetWith, VIEW } from "./fixtures";
import { score } from "./texts";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("mark/board", "mark/rules");
});

const FULL = "over.sheets_full";
const alone = (points: number) => ({ reason: FULL, scores: [points], winners: [0] });

it("ends with points, and alone with a title (M11)", () => {
  expect(score(1)).toBe("1 point");
  expect(over({ reason: FULL, scores: [40, 70], winners: [1] })).toBe("All 25 rounds have been played.");
  expect(over({ reason: FULL, scores: [87, 87, 70], winners: [1] })).toContain("tie");
  expect(over({ reason: FULL, scores: [87, 87, 70], winners: [0, 1] })).not.toContain("tie");
  const titles = [0, 40, 41, 50, 51, 61, 71, 81, 99, 100].map((points) => over(alone(points)).replace(/^.*?played\. /, ""));
  expect(new Set(titles).size).toBe(7);
  expect(titles[0]).toBe(titles[1]);
  expect(titles[0]).toBe("Title: wide of the mark. Better luck in the next game!");
  expect(titles[7]).toBe(titles[8]);
  expect(titles[8]).toBe("Title: expert.");
});

it("says how far the next title was away", () => {
  expect(nextTitle(alone(40))).toBe("1 more point for the next title: getting there.");
  expect(nextTitle(alone(66))).toBe("5 more points for the next title: veteran.");
  expect(nextTitle(alone(71))).toBe("10 more points for the next title: expert.");
  expect(nextTitle(alone(100))).toBeNull();
  expect(nextTitle({ reason: FULL, scores: [66, 60], winners: [0] })).toBeNull();
});

/** The sentence about sheets with points from lines and extremes. */
function decided(winners: number[], ...parts: [lines: number, extremes: number][]): string | null {
  const sheets = parts.map(([from_lines, from_extremes]) => {
    const worth: Partial<MarkScore> = { from_lines, from_extremes, total: from_lines + from_extremes };
    return sheetWith("Y", {}, worth);
  });
  const scores = sheets.map((sheet) => sheet.score.total);
  return decisive({ reason: FULL, scores, winners }, seenOf({ ...VIEW, sheets }), ["Ann", "Ben", "Cem"]);
}

it("compares the winner with the next player", () => {
  expect(decided([0], [50, 4], [44, 6])).toBe("The lines decided it: 50 points for Ann, 44 for Ben.");
  expect(decided([1], [50, 4], [44, 6], [40, 22])).toBe("The lines decided it: 44 points for Ben, 40 for Cem.");
  expect(decided([2], [50, 4], [44, 6], [40, 22])).toBe("The extremes decided it: 22 points for Cem, 4 for Ann.");
  expect(decided([1], [40, 20], [44, 16])).toBe("The lines decided it: 44 points for Ben, 40 for Ann.");
  expect(decided([0, 1], [40, 20], [40, 20])).toBeNull();
  expect(decided([0], [52, 14])).toBe("52 points came from the lines, 14 from the extremes.");
});
