import { expect, test } from "vitest";
import { Announcer } from "./announcer.svelte";

const texts = (announcer: Announcer) => announcer.lines.map(({ text }) => text);

test("lines that come at once are all kept for reading", () => {
  // The end of a round of five: how it ended, everybody's stars, the next round, the target, and what to do.
  const lines = ["Ann won.", "Ann: 1", "Ben: 0", "Cleo: 0", "Dan: 0", "Eve: 0", "Round 2 begins.", "Your target: 44", "Take a card."];
  const announcer = new Announcer();
  for (const line of lines) announcer.tell(line);
  expect(texts(announcer)).toEqual(lines);
});

test("old lines go, each of the others keeps its place, and nothing is said twice", () => {
  const announcer = new Announcer();
  announcer.tell("");
  for (let n = 0; n < 50; n++) announcer.tell(`${n % 2}`);
  expect(announcer.lines.length).toBeLessThan(20);
  expect(new Set(announcer.lines.map(({ key }) => key)).size).toBe(announcer.lines.length);
  announcer.forget();
  expect(announcer.lines).toEqual([]);
});
