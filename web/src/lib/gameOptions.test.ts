import { expect, it } from "vitest";
import type { AnyOptions } from "../generated/closecall";
import { AS_USUAL, isOurKit, optionsOf, unusual } from "./gameOptions";

it("each game takes its own options", () => {
  const agreed = { hasAges: true, games: 3, kit: "classic", advanced: true } as const;
  expect(optionsOf("mark", agreed, [9, 40])).toEqual({ ages: [9, 40] });
  expect(optionsOf("qwixx", agreed, null)).toEqual({ games: 3 });
  expect(optionsOf("enough", agreed, null)).toEqual({ kit: "classic", advanced: true });
});

it("what is as usual is left out", () => {
  expect(optionsOf("mark", AS_USUAL, null)).toBeNull();
  expect(optionsOf("qwixx", AS_USUAL, null)).toBeNull();
});

it("only what is unusual is told", () => {
  const nothing = { hasAges: false, games: null, kit: null, advanced: false };
  expect(unusual({ layout: { name: "default", rows: [] }, ages: null } as AnyOptions)).toEqual(nothing);
  expect(unusual({ games: 1 } as AnyOptions)).toEqual(nothing);
  expect(unusual({ games: 4 } as AnyOptions).games).toBe(4);
  const kit = { name: "classic", cards: [], targets: [], tokens: [] };
  expect(unusual({ kit, advanced: true } as AnyOptions)).toEqual({ ...nothing, kit: "classic", advanced: true });
  expect(isOurKit("classic")).toBe(true);
  expect(isOurKit("mine")).toBe(false);
});
