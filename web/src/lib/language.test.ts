import { describe, expect, it } from "vitest";
import type { Language } from "../generated/closecall";
import { Catalogue, LANGUAGES, preferred, sentence, type Area } from "./language.svelte";

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

  it("inserts facts literally", () => {
    expect(said("page.twice", { first: "{last}", last: "$&" })).toBe("{last} and $&");
    expect(said("page.points", { n: 0 })).toBe("0 points");
  });

  it("shows which fact is missing, and which message", () => {
    expect(said("page.twice", { first: "Ann" })).toBe("Ann and {last}");
    expect(said("page.nowhere")).toBe("page.nowhere");
  });
});

describe("a plural", () => {
  it.each<[Language, number, string]>([
    ["en", 0, "points"], ["en", 1, "point"], ["en", 2, "points"], ["en", -1, "point"], ["en", -2, "points"],
    ["de", 0, "points"], ["de", 1, "point"], ["de", 2, "points"],
    ["it", 0, "points"], ["it", 1, "point"], ["it", 2, "points"],
    ["fr", 0, "point"], ["fr", 1, "point"], ["fr", 2, "points"], ["fr", -1, "point"], ["fr", -2, "points"],
  ])("has its form: in %s %d %s", (language, n, form) => {
    expect(said("page.points", { n }, language)).toBe(`${n < 0 ? "−" : ""}${Math.abs(n)} ${form}`);
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

/** Files that arrive when the test says so. */
class Files {
  readonly shown: Language[] = [];
  readonly catalogue = new Catalogue(
    (language, area) => new Promise((come) => this.#asked.push({ name: `${language}/${area}`, come: () => come({ [area]: `${language} ${area}` }) })),
    (language) => this.shown.push(language),
  );
  #asked: { name: string; come: () => void }[] = [];

  /** Deliver all requested files of these names. */
  async arrive(language: Language, ...areas: Area[]): Promise<void> {
    const names = areas.map((area) => `${language}/${area}`);
    const coming = this.#asked.filter(({ name }) => names.includes(name));
    expect(coming.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    this.#asked = this.#asked.filter((one) => !coming.includes(one));
    for (const { come } of coming) come();
    for (let n = 0; n < 10; n++) await Promise.resolve();
  }

  /** A catalogue in English with one area loaded. */
  static async open(): Promise<Files> {
    const files = new Files();
    void files.catalogue.load("page");
    await files.arrive("en", "page");
    return files;
  }
}

describe("another language", () => {
  it("has the areas that came while it was on its way", async () => {
    const files = await Files.open();
    void files.catalogue.load("mark/rules");
    void files.catalogue.setLanguage("fr");
    await files.arrive("en", "mark/rules");
    await files.arrive("fr", "page");
    expect([files.catalogue.language, files.shown]).toEqual(["en", []]);
    await files.arrive("fr", "page", "mark/rules");
    expect([files.catalogue.language, files.shown]).toEqual(["fr", ["fr"]]);
    expect(files.catalogue.messages).toEqual({ page: "fr page", "mark/rules": "fr mark/rules" });
  });

  it("has the areas that come after it", async () => {
    const files = await Files.open();
    void files.catalogue.load("mark/rules");
    void files.catalogue.setLanguage("fr");
    await files.arrive("fr", "page");
    await files.arrive("en", "mark/rules");
    await files.arrive("fr", "mark/rules");
    expect(files.catalogue.messages).toEqual({ page: "fr page", "mark/rules": "fr mark/rules" });
  });

  it("is the latest choice, in whatever order files arrive", async () => {
    const files = await Files.open();
    void files.catalogue.setLanguage("fr");
    void files.catalogue.setLanguage("it");
    await files.arrive("it", "page");
    await files.arrive("fr", "page");
    expect([files.catalogue.language, files.shown, files.catalogue.messages]).toEqual(["it", ["it"], { page: "it page" }]);
    void files.catalogue.setLanguage("de");
    await files.catalogue.setLanguage("it");
    await files.arrive("de", "page");
    expect(files.catalogue.language).toBe("it");
  });
});
