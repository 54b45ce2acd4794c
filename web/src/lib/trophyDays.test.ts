import { expect, test } from "vitest";
import { trophyDays } from "./trophyDays";

// Noon, so that it is the same day almost everywhere.
const day = (month: number, date: number, hour = 12) => Date.UTC(2026, month - 1, date, hour);

test("each day once, with the number of its trophies, in the given order", () => {
  expect(trophyDays([day(11, 18), day(8, 2, 13), day(8, 2, 12), day(1, 31)], "en")).toEqual([
    { time: "2026-11-18T12:00:00.000Z", text: "Nov 18, 2026", trophies: 1 },
    { time: "2026-08-02T13:00:00.000Z", text: "Aug 2, 2026", trophies: 2 },
    { time: "2026-01-31T12:00:00.000Z", text: "Jan 31, 2026", trophies: 1 },
  ]);
});

test("in the reader's language", () => {
  expect((["de", "fr", "it"] as const).map((language) => trophyDays([day(8, 2)], language)[0]?.text)).toEqual(["02.08.2026", "2 août 2026", "2 ago 2026"]);
});
