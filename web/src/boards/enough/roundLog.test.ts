import { expect, test } from "vitest";
import type { EnoughPlayerView, EnoughSeen, EnoughView } from "../../generated/closecall";
import { player, seenBy, table } from "./fixtures";
import { withStep, type RoundLog } from "./roundLog";

const NAMES = ["Ann", "Ben"];

function seen(players: EnoughPlayerView[], told: Partial<EnoughView> = {}): EnoughSeen {
  return seenBy(table(players, told));
}

function logOf(...views: EnoughSeen[]): RoundLog {
  return views.reduce<RoundLog | null>((log, view) => withStep(log, view, NAMES), null)!;
}

const start = seen([player({ hand: [] }), player()], { acting: 1 });
const drawn = seen([player({ hand: [] }), player({ hand_size: 1 })], { deck_size: 39 });

test("what others do is told, and stays as long as nothing else happens", () => {
  const log = logOf(start, drawn);
  expect(log.lines).toHaveLength(1);
  expect(log.step).toBe(log.lines[0]);
  expect(withStep(log, drawn, NAMES).step).toBe(log.step);
});

test("a dozen lines are kept", () => {
  const views = Array.from({ length: 20 }, (_, n) => seen([player({ hand: [] }), player({ hand_size: n })], { deck_size: 60 - n }));
  expect(logOf(...views).lines).toHaveLength(12);
});

test("a new round and another viewer start with an empty log", () => {
  for (const next of [seen([player({ hand: [] }), player()], { round: 2 }), seen([player(), player({ hand: [] })], { viewer: 1 })]) {
    const log = logOf(start, drawn, next);
    expect([log.lines, log.step]).toEqual([[], ""]);
  }
});
