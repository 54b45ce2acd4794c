import { beforeAll, expect, it } from "vitest";
import { draftNames } from "./draftNames";
import { catalogue } from "./language.svelte";
import { defaultSeats, withSeat } from "./seatDraft";

const GREEDY = [{ bot: "greedy" }];

beforeAll(() => catalogue.load("home"));

it("seats that are called the same have their number", () => {
  let draft = withSeat(defaultSeats("local", 1, GREEDY, ["Ben"]), { kind: "bot", bot: "greedy" });
  expect(draftNames(draft, "Ann")).toEqual(["Ann", "Ben", "Greedy"]);
  draft = withSeat(withSeat(draft, { kind: "open" }), { kind: "open" });
  expect(draftNames(draft, "Ann")).toEqual(["Ann", "Ben", "Greedy", "A friend (4)", "A friend (5)"]);
});

it("characters have their own names, and twice the same one has its number", () => {
  const pip = { kind: "bot", bot: "easy", character: "pip" } as const;
  const draft = withSeat(withSeat([], pip), { ...pip, character: "momo" });
  expect(draftNames(draft, "Ann")).toEqual(["Pip", "Momo"]);
  expect(draftNames(withSeat(draft, pip), "Ann")).toEqual(["Pip (1)", "Momo", "Pip (3)"]);
});
