import { beforeAll, expect, it, vi } from "vitest";
import { catalogue } from "./language.svelte";
import { initialOf, list, nameOf } from "./names";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("page", "home");
});

it("people are called as they like", () => {
  expect(nameOf({ name: "Greedy 2", bot: null })).toBe("Greedy 2");
});

it("a bot goes by its level in the reader's language, with the number that the server gave it", async () => {
  expect(nameOf({ name: "Hard", bot: "hard" })).toBe("Hard");
  expect(nameOf({ name: "Hard", bot: "hard", character: null })).toBe("Hard");
  await catalogue.setLanguage("de");
  expect(nameOf({ name: "Expert", bot: "expert" })).toBe("Experte");
  expect(nameOf({ name: "Expert 2", bot: "expert" })).toBe("Experte 2");
  await catalogue.setLanguage("en");
});

it("a character has the same name in every language", async () => {
  await catalogue.setLanguage("de");
  expect(nameOf({ name: "Pip", bot: "easy", character: "pip" })).toBe("Pip");
  expect(nameOf({ name: "Pip 2", bot: "easy", character: "pip" })).toBe("Pip 2");
  await catalogue.setLanguage("en");
});

it("a bot without words goes by its own name", () => {
  expect(nameOf({ name: "Cautious 3", bot: "cautious" })).toBe("Cautious 3");
});

it("names are joined as one would say them", () => {
  expect(list(["Ann"])).toBe("Ann");
  expect(list(["Ann", "Ben", "Cem"])).toBe("Ann, Ben and Cem");
});

it("an initial is one visible letter", () => {
  expect(["ann", "élodie", "👩‍🚀 Zoë", ""].map(initialOf)).toEqual(["A", "É", "👩‍🚀", ""]);
});
