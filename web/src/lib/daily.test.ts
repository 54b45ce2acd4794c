import { describe, expect, it } from "vitest";
import { comparison, dayText, shareText, shiftedDay, weeksUntil } from "./daily";

describe("days", () => {
  it("are days in UTC, wherever the reader is", () => {
    expect(dayText("2026-11-18", "en")).toBe("Nov 18, 2026");
    expect(dayText("2026-11-18", "de")).toBe("18.11.2026");
  });

  it("follow each other over the ends of months and summer time", () => {
    expect(shiftedDay("2026-12-31", 1)).toBe("2027-01-01");
    expect(shiftedDay("2028-03-01", -1)).toBe("2028-02-29");
    expect(shiftedDay("2026-03-29", 1)).toBe("2026-03-30");
  });

  it("make weeks from Monday to Sunday", () => {
    const weeks = weeksUntil("2026-11-18", 8);
    expect(weeks.length).toBe(8);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks[7]).toEqual(["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"]);
    expect(weeks[0]![0]).toBe("2026-09-28");
    expect(weeksUntil("2026-11-16", 1)[0]![0]).toBe("2026-11-16");
    expect(weeksUntil("2026-11-22", 1)[0]![6]).toBe("2026-11-22");
  });
});

describe("the comparison with par", () => {
  it("has a square for each tenth of the game", () => {
    const par = Array.from({ length: 25 }, (_, n) => 2 * n);
    expect(comparison(par, par)).toEqual(Array(10).fill("level"));
    expect(comparison(par.map((points) => points + 1), par)).toEqual(Array(10).fill("ahead"));
    expect(comparison(par.map((points, n) => (n < 12 ? points - 1 : points)), par)).toEqual([...Array(4).fill("behind"), ...Array(6).fill("level")]);
  });

  it("compares games of different lengths part by part", () => {
    expect(comparison([0, 5, 10, 15], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).at(-1)).toBe("level");
    expect(comparison([-5, -10, -15, -20], [1])).toEqual(Array(10).fill("behind"));
    expect(comparison([], [1])).toEqual([]);
  });
});

it("shares squares and lines, and nothing empty", () => {
  expect(shareText(["closecall", "", "42 points"], ["ahead", "level", "behind"])).toBe("closecall\n42 points\n🟦⬜🟧");
  expect(shareText(["closecall"], [])).toBe("closecall");
});
