import { beforeAll, expect, it } from "vitest";
import type { AnyOptions } from "../generated/closecall";
import { asksAge, formOptions, formValues, optionsOf, optionTexts, seatChoices, seatOptions } from "./gameOptions";
import { catalogue } from "./language.svelte";

beforeAll(() => catalogue.load("home", "mark/page", "qwixx/page", "enough/page"));

const given = (options: unknown) => options as AnyOptions;
const MARK = { layout: { name: "default", rows: [] }, ages: null, may_start: null };
const kit = (name: string) => ({ name, cards: [], targets: [], tokens: [] });
const KEYS = [1, 4, 2];
const NAMES = ["Ann", "Ben", "Cleo"];

it("the form has every option but files", () => {
  expect(formOptions("mark").map(({ name }) => name)).toEqual(["ages"]);
  expect(formOptions("qwixx").map(({ name }) => name)).toEqual(["games", "one_more"]);
  expect(formOptions("enough").map(({ name }) => name)).toEqual(["kit", "advanced", "scorekeeper"]);
});

it("a new form asks for one more game and names no scorekeeper", () => {
  expect(formValues("qwixx")).toEqual({ games: 1, one_more: true });
  expect(formValues("enough")).toEqual({ kit: "standard", advanced: false, scorekeeper: null });
  expect(formValues("mark")).toEqual({ ages: false });
});

it("only what differs from the rules' defaults is sent", () => {
  expect(optionsOf("qwixx", formValues("qwixx"), KEYS)).toEqual({ one_more: true });
  expect(optionsOf("qwixx", { games: 3, one_more: false }, KEYS)).toEqual({ games: 3 });
  expect(optionsOf("qwixx", { games: 1, one_more: false }, KEYS)).toBeNull();
  expect(optionsOf("enough", { kit: "classic", advanced: true, scorekeeper: null }, KEYS)).toEqual({ kit: "classic", advanced: true });
  for (const game of ["mark", "enough"] as const) expect(optionsOf(game, formValues(game), KEYS)).toBeNull();
});

it("playing by age is switched on without any age", () => {
  expect(optionsOf("mark", { ages: true }, KEYS)).toEqual({ ages: [null, null, null] });
  expect([asksAge("mark", { ages: true }), asksAge("mark", { ages: false }), asksAge("qwixx", { games: 2 })]).toEqual([true, false, false]);
});

it("a named seat is sent by its place, unless it has been removed", () => {
  const named = (scorekeeper: number) => optionsOf("enough", { ...formValues("enough"), scorekeeper }, KEYS);
  expect([named(1), named(4)]).toEqual([{ scorekeeper: 0 }, { scorekeeper: 1 }]);
  expect(named(9)).toBeNull();
});

it("the lot is the first choice of an option that names a seat", () => {
  const [option] = seatOptions("enough");
  expect(seatChoices("enough", option!, [{ value: 4, text: "Ben" }])).toEqual([{ value: null, text: "Drawn by lot" }, { value: 4, text: "Ben" }]);
});

it("the lobby mentions only options that were chosen", () => {
  expect(optionTexts("mark", given(MARK), NAMES)).toEqual([]);
  expect(optionTexts("mark", given({ ...MARK, ages: [null, null] }), NAMES)).toEqual(["The second-youngest starts."]);
  expect(optionTexts("qwixx", given({ games: 1, one_more: false }), NAMES)).toEqual([]);
  expect(optionTexts("qwixx", given({ games: 4, one_more: false }), NAMES)).toEqual(["4 games"]);
  expect(optionTexts("qwixx", given({ games: 1, one_more: true }), NAMES)).toEqual(["One more game if everybody wants it."]);
  expect(optionTexts("enough", given({ kit: kit("standard"), advanced: false, scorekeeper: null }), NAMES)).toEqual([]);
  expect(optionTexts("enough", given({ kit: kit("classic"), advanced: true, scorekeeper: null }), NAMES)).toEqual(["Cards: 1 to 10, easier", "Callers may back out."]);
  expect(optionTexts("enough", given({ kit: kit("mine"), advanced: false, scorekeeper: 0 }), NAMES)).toEqual(["Cards: mine", "Scorekeeper: Ann"]);
});
