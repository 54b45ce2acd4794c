import { beforeAll, expect, it } from "vitest";
import type { AnyOptions } from "../generated/closecall";
import { defaultValues, formOptions, needsAges, optionsOf, optionTexts } from "./gameOptions";
import { catalogue } from "./language.svelte";

beforeAll(() => catalogue.load("home", "mark/page", "qwixx/page", "enough/page"));

const given = (options: unknown) => options as AnyOptions;
const MARK = { layout: { name: "default", rows: [] }, ages: null };
const kit = (name: string) => ({ name, cards: [], targets: [], tokens: [] });

it("the form has every option but files", () => {
  expect(formOptions("mark").map(({ name }) => name)).toEqual(["ages"]);
  expect(formOptions("qwixx").map(({ name }) => name)).toEqual(["games"]);
  expect(formOptions("enough").map(({ name }) => name)).toEqual(["kit", "advanced"]);
});

it("only changed options are sent", () => {
  expect(optionsOf("mark", { ages: true }, [9, 40])).toEqual({ ages: [9, 40] });
  expect(optionsOf("mark", { ages: true }, null)).toBeNull();
  expect(optionsOf("qwixx", { games: 3 }, null)).toEqual({ games: 3 });
  expect(optionsOf("enough", { kit: "classic", advanced: true }, null)).toEqual({ kit: "classic", advanced: true });
  expect(optionsOf("enough", { kit: "classic", advanced: false }, null)).toEqual({ kit: "classic" });
  for (const game of ["mark", "qwixx", "enough"] as const) expect(optionsOf(game, defaultValues(game), null)).toBeNull();
});

it("ages are asked for only if they count", () => {
  expect([needsAges("mark", { ages: true }), needsAges("mark", { ages: false }), needsAges("qwixx", { games: 2 })]).toEqual([true, false, false]);
});

it("the lobby mentions only changed options", () => {
  expect(optionTexts("mark", given(MARK))).toEqual([]);
  expect(optionTexts("mark", given({ ...MARK, ages: [9, 40] }))).toEqual(["The second-youngest starts."]);
  expect(optionTexts("qwixx", given({ games: 1 }))).toEqual([]);
  expect(optionTexts("qwixx", given({ games: 4 }))).toEqual(["4 games"]);
  expect(optionTexts("enough", given({ kit: kit("standard"), advanced: false }))).toEqual([]);
  expect(optionTexts("enough", given({ kit: kit("classic"), advanced: true }))).toEqual(["Cards: 1 to 10, easier", "Callers may back out."]);
  expect(optionTexts("enough", given({ kit: kit("mine"), advanced: false }))).toEqual(["Cards: mine"]);
});
