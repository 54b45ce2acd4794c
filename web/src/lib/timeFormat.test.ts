import { expect, it } from "vitest";
import { clockTime, timeAgo, durationText } from "./timeFormat";

const NOW = Date.UTC(2026, 5, 20, 12);

it("says how long ago something was", () => {
  expect(timeAgo(NOW - 5_000, NOW, "en")).toBe("now");
  expect(timeAgo(NOW + 5_000, NOW, "en")).toBe("now");
  expect(timeAgo(NOW - 5 * 60_000, NOW, "en")).toBe("5 minutes ago");
  expect(timeAgo(NOW - 3 * 3_600_000, NOW, "de")).toBe("vor 3 Stunden");
  expect(timeAgo(NOW - 25 * 3_600_000, NOW, "fr")).toBe("hier");
  expect(timeAgo(NOW - 30 * 86_400_000, NOW, "en")).toBe("May 21, 2026");
});

it("says at what time something ends", () => {
  const noon = new Date(2026, 5, 20, 12, 5).getTime();
  expect(clockTime(noon, "de")).toBe("12:05");
  expect(clockTime(noon, "en")).toMatch(/^12:05.PM$/);
});

it("says how long something takes", () => {
  expect(durationText(30, "en")).toBe("30 seconds");
  expect(durationText(180, "de")).toBe("3 Minuten");
});
