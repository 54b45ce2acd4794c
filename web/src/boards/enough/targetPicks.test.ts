import { expect, test } from "vitest";
import type { EnoughView } from "../../generated/closecall";
import type { Store } from "../../lib/storage";
import { player, table } from "./fixtures";
import { isTaken, take, targetsToTake } from "./targetPicks";

const targets = Array.from({ length: 18 }, (_, at) => ({ number: 14 + 2 * at, stars: 1 }));
const kit = { name: "", cards: [], targets, tokens: [] };
const target = targets[4]!;

function view(told: Partial<EnoughView> = {}, hand: number[] = []): EnoughView {
  const players = [0, 1, 2].map((seat) => (seat === (told.viewer ?? 0) ? player({ hand, target }) : player()));
  return table(players, { kit, ...told });
}

function store(): Store {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) };
}

test("those that rest are not there, nor those that players before the viewer took", () => {
  expect(targetsToTake(view())).toBe(18);
  expect(targetsToTake(view({ first: 1, resting: targets.slice(0, 3) }))).toBe(13);
  expect(targetsToTake(view({ viewer: 1, first: 1, resting: targets.slice(0, 3) }))).toBe(15);
});

test("there is nothing to take after the first card, for spectators, and before targets are dealt", () => {
  expect(targetsToTake(view({}, [7]))).toBeNull();
  expect(targetsToTake(view({ viewer: null }))).toBeNull();
  expect(targetsToTake(table([player(), player()], { kit }))).toBeNull();
});

test("a target is taken once for each table, round and seat", () => {
  const tab = store();
  take("a", view(), tab);
  expect(isTaken("a", view(), tab)).toBe(true);
  expect([isTaken("b", view(), tab), isTaken("a", view({ round: 2 }), tab), isTaken("a", view({ viewer: 1 }), tab)]).toEqual([false, false, false]);
});

test("only so many are remembered, and damage is forgotten", () => {
  const tab = store();
  for (let round = 1; round <= 60; round++) take("a", view({ round }), tab);
  expect([isTaken("a", view({ round: 1 }), tab), isTaken("a", view({ round: 60 }), tab)]).toEqual([false, true]);
  tab.setItem("closecall.enough.targets", "{");
  expect(isTaken("a", view({ round: 60 }), tab)).toBe(false);
});
