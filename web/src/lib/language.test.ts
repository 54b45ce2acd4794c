import { describe, expect, it } from "vitest";
import type { Language } from "../generated/closecall";
import { LANGUAGES, preferred, sentence } from "./language.svelte";

const MESSAGES = {
  "page.hello": "Hello {name}, {name}!",
  "page.twice": "{first} and {last}",
  "page.points": { one: "{n} point", other: "{n} points" },
};

function said(key: string, facts: Record<string, string | number> = {}, language: Language = "en"): string {
  return sentence(MESSAGES, language, key, facts);
}

describe("a sentence", () => {
  it("has its facts, each wherever it is named", () => {
    expect(said("page.hello", { name: "Ann" })).toBe("Hello Ann, Ann!");
    expect(said("page.twice", { first: "Ann", last: "Ben" })).toBe("Ann and Ben");
  });

  it("takes a fact as it is, whatever it looks like", () => {
    expect(said("page.twice", { first: "{last}", last: "$&" })).toBe("{last} and $&");
    expect(said("page.points", { n: 0 })).toBe("0 points");
  });

  it("shows which fact is missing, and which message", () => {
    expect(said("page.twice", { first: "Ann" })).toBe("Ann and {last}");
    expect(said("page.nowhere")).toBe("page.nowhere");
  });
});

describe("what is counted", () => {
  it.each<[Language, number, string]>([
    ["en", 0, "points"], ["en", 1, "point"], ["en", 2, "points"], ["en", -1, "point"], ["en", -2, "points"],
    ["de", 0, "points"], ["de", 1, "point"], ["de", 2, "points"],
    ["it", 0, "points"], ["it", 1, "point"], ["it", 2, "points"],
    ["fr", 0, "point"], ["fr", 1, "point"], ["fr", 2, "points"], ["fr", -1, "point"], ["fr", -2, "points"],
  ])("has its form: in %s %d %s", (language, n, form) => {
    expect(said("page.points", { n }, language)).toBe(`${n} ${form}`);
  });
});

describe("the language", () => {
  it("is the first of ours that is asked for", () => {
    expect(preferred(["fr"])).toBe("fr");
    expect(preferred(["es", "de-CH", "it"])).toBe("de");
    expect(preferred(["IT-it"])).toBe("it");
  });

  it("is English for everybody else", () => {
    expect(preferred([])).toBe("en");
    expect(preferred(["es", "", "x"])).toBe("en");
  });

  it("is one of four", () => {
    expect(LANGUAGES).toEqual(["en", "de", "fr", "it"]);
  });
});
