import { beforeAll, describe as about, expect, it } from "vitest";
import type { MarkView } from "../../generated/closecall";
import { catalogue } from "../../lib/language.svelte";
import { seenOf, sheetWith, VIEW } from "./fixtures";
import { looksOf } from "./sheet";
import { circleText, describe, gains, lineText, announcements, prompt } from "./texts";

const NAMES = ["Ann", "Ben"];
const TWO_CROSSES = { number: 5, crosses: [0, 21], from_lines: 3, from_extremes: 0 };

beforeAll(() => catalogue.load("page", "core", "mark/rules", "mark/board"));

about("what a move does", () => {
  it("names the number, the circle and its colour", () => {
    const { title, details, warning } = describe(seenOf(VIEW), "b2+g", TWO_CROSSES);
    expect(title).toBe("Write 5 in b2 (yellow)");
    expect(details).toEqual(["+3 for 2 crosses"]);
    expect(warning).toBeNull();
  });

  it("knows the number before the server has told the rest", () => {
    expect(describe(seenOf(VIEW), "a1+k", null)).toEqual({ title: "Write 6 in a1 (black)", details: [], warning: null });
    expect(describe(seenOf(VIEW), "red", null).title).toBe("Play with red");
  });

  it("tells lines from extremes, and says when there is nothing", () => {
    expect(gains({ number: 4, crosses: [3], from_lines: 2, from_extremes: 2 })).toEqual(["+2 for 1 cross", "+2 for extremes"]);
    expect(gains({ number: 7, crosses: [], from_lines: 0, from_extremes: 0 })).toEqual(["no points"]);
  });
});

about("news", () => {
  const wrote: MarkView = {
    ...VIEW,
    round: 5,
    roller: 0,
    dice: [1, 2, 3, 4, 5],
    sheets: [sheetWith("Y", { 1: 4, 5: 8, 6: 5, 7: 6, 11: 9 }, { total: 5 }), sheetWith("G", { 0: 7, 1: 6, 2: 5, 3: 9, 9: 6 }, { total: 3 })],
  };

  it("tells what everybody wrote, and then the new roll", () => {
    expect(announcements(seenOf(VIEW), seenOf(wrote), NAMES)).toEqual([
      "Ann wrote 5 in b2 and has 5 points. Ben wrote 6 in e2 and has 3 points.",
      "Round 6 of 25. Ann rolls: black 1, blue 2, green 3, yellow 4, red 5.",
    ]);
  });

  it("is silent while others choose, and tells newcomers the roll", () => {
    expect(announcements(seenOf(VIEW), seenOf(VIEW, { waiting: [1] }), NAMES)).toEqual([]);
    expect(announcements(null, seenOf(VIEW), NAMES)).toHaveLength(1);
  });

  it("tells who plays which colour", () => {
    const early: MarkView = { ...VIEW, round: 0, dice: null, choosing: 0, sheets: [sheetWith(null, {}), sheetWith(null, {})] };
    const later: MarkView = { ...early, sheets: [sheetWith(null, {}), sheetWith("G", {})] };
    expect(announcements(seenOf(early), seenOf(later), NAMES)).toEqual(["Ben plays green."]);
    expect(prompt(seenOf(early))).toBe("Choose your colour.");
  });
});

it("prompts only viewers who have to choose", () => {
  expect(prompt(seenOf(VIEW))).toContain("yellow");
  expect(prompt(seenOf(VIEW, { menu: null }))).toBeNull();
});

it("says everything about a circle", () => {
  const looks = looksOf(VIEW, 0, new Set([1]), { menu: ["b2+k", "b2+g", "a1+k"], selected: null, sealed: null });
  expect(circleText(looks[0]!, TWO_CROSSES)).toBe("a1, black, empty, would be 6, +3 for 2 crosses");
  expect(circleText(looks[1]!, null)).toBe("b1, blue, 4, new");
  expect(circleText(looks[6]!, null)).toBe("b2, yellow, your colour, empty, would be 5 and 6, your choice");
  const sealed = looksOf(VIEW, 0, new Set(), { menu: [], selected: null, sealed: "b2+g" });
  expect(circleText(sealed[6]!, null)).toBe("b2, yellow, your colour, 5, sealed");
});

it("says where the crosses are", () => {
  const { score: worth } = sheetWith("Y", {}, { crosses: Array.from({ length: 40 }, (_, box) => box === 0 || box === 21), lines: [1, 0, 0, 0, 0, 0, 1, 0, 0, 0] });
  expect(lineText(worth)).toContain("Crosses between: a1–b1, b1–b2.");
});
