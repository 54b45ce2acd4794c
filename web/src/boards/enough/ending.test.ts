import { beforeAll, expect, test, vi } from "vitest";
import type { EnoughRoundEnd } from "../../generated/closecall";
import { catalogue } from "../../lib/language.svelte";
import { decisive, overText } from "./ending";
import { player, seenBy, table } from "./fixtures";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("core", "page", "enough/board", "enough/rules");
});

const NAMES = ["Ann", "Ben", "Cem"];
const SEEN = seenBy(table([player(), player(), player()]));

test("who has reached eight stars; winners who share a victory are Half-Champions (E15)", () => {
  const over = { reason: "over.eight_stars", scores: [8, 8, 3], winners: [0, 1] };
  expect(overText(over, SEEN, NAMES)).toBe("Ann and Ben have reached eight stars. They share the crown as Half-Champions.");
  expect(overText({ ...over, scores: [8, 7, 3], winners: [0] }, SEEN, NAMES)).toBe("Ann has reached eight stars.");
  expect(overText({ reason: "over.no_call", scores: [3, 2, 1], winners: [0] }, SEEN, NAMES)).toBe("Nobody called for three rounds in a row.");
});

/** The sentence after a last round with these changes. */
function decided(winners: number[], rounds: [stars: number, change: number][], caller: number | null = 0): string | null {
  const standings = rounds.map(([stars, change]) => ({ face_up: 5, used: [], exact: false, shown: null, stance: "playing" as const, stars, change }));
  const last: EnoughRoundEnd = { round: 7, caller, won: true, backed_out: false, targets: [], token: null, standings };
  const over = { reason: "over.eight_stars", scores: rounds.map(([stars]) => stars), winners };
  return decisive(over, seenBy(table(rounds.map(() => player()), { phase: "Ended", last })), NAMES);
}

test("how the winner and the next player stood before the last round", () => {
  expect(decided([0], [[8, 1], [5, 0], [6, 2]])).toBe("Ann was ahead before the last round already: 7 stars to 4.");
  expect(decided([1], [[7, 0], [9, 3], [2, 0]])).toBe("Ben was behind Ann before the last round: 6 stars to 7.");
  expect(decided([2], [[6, -1], [1, 1], [9, 2]])).toBe("Cem and Ann were level before the last round: 7 stars each.");
  expect(decided([0, 1], [[8, 2], [8, 1], [0, 0]])).toBeNull();
  expect(decided([0], [[5, 0], [3, 0], [2, 0]], null)).toBeNull();
});
