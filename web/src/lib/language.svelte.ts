// Every text of the page, from the same files as the terminal: one per language and area, loaded when needed.

import type { Game, Language, MessageKey } from "../generated/closecall";
import { plain } from "./scores";

export const LANGUAGES: readonly Language[] = ["en", "de", "fr", "it"];

/** A file of messages: a shared one, or one of a game. */
export type Area = "core" | "page" | "home" | "learn" | "statistics" | "cast" | "daily" | `${Game}/${"rules" | "board" | "page" | "lessons"}`;
export type Message = string | { readonly one: string; readonly other: string };
export type Facts = Readonly<Record<string, string | number>>;

const ROOT = "../../../src/closecall";
const files = import.meta.glob<Messages>(
  ["../../../src/closecall/messages/*/{learn,statistics,cast,daily}.json", "../../../src/closecall/games/*/messages/*/{rules,board,lessons}.json"],
  { import: "default" },
);
/** The files of the first page, bundled for each language. */
const bundles = import.meta.glob<Readonly<Record<string, Messages>>>("../texts/texts-*.ts", { import: "default" });

type Messages = Readonly<Record<string, Message>>;

export class Catalogue {
  language = $state<Language>("en");
  messages = $state.raw<Messages>({});
  #areas = new Set<Area>();
  /** The latest choice; it takes effect once all of its files are loaded. */
  #chosen: Language = this.language;

  constructor(
    private readonly readFile: (language: Language, area: Area) => Promise<Messages> = importFile,
    private readonly show: (language: Language) => void = (language) => (document.documentElement.lang = language),
  ) {}

  /** Load areas of messages, unless they are loaded already. */
  async load(...areas: Area[]): Promise<void> {
    const missing = areas.filter((area) => !this.#areas.has(area));
    if (missing.length === 0) return;
    const language = this.language;
    const read = await Promise.all(missing.map((area) => this.readFile(language, area)));
    if (language !== this.language) return this.load(...areas);
    for (const area of missing) this.#areas.add(area);
    this.messages = Object.assign({}, this.messages, ...read);
  }

  /** Switch the language, unless yet another one is chosen before it is loaded. */
  async setLanguage(language: Language): Promise<void> {
    this.#chosen = language;
    while (language !== this.language) {
      const areas = [...this.#areas];
      const read = await Promise.all(areas.map((area) => this.readFile(language, area)));
      if (language !== this.#chosen) return;
      if (areas.length < this.#areas.size) continue; // More areas were loaded in the old language meanwhile.
      this.language = language;
      this.messages = Object.assign({}, ...read);
    }
    this.show(language);
  }
}

async function importFile(language: Language, area: Area): Promise<Messages> {
  const [game, own] = area.split("/");
  const path = `${ROOT}/${own === undefined ? `messages/${language}/${game}` : `games/${game}/messages/${language}/${own}`}.json`;
  const messages = (await files[path]?.()) ?? (await bundles[`../texts/texts-${language}.ts`]?.())?.[path];
  if (messages === undefined) throw new Error(`no messages: ${language}/${area}`);
  return messages;
}

export const catalogue = new Catalogue();

/** A sentence in the reader's language. */
export function say(key: MessageKey, facts: Facts = {}): string {
  return sentence(catalogue.messages, catalogue.language, key, facts);
}

/** The same for texts that may be missing: then null. */
export function sayIfKnown(key: MessageKey): string | null {
  return key in catalogue.messages ? say(key) : null;
}

/** The same for any catalogue. */
export function sentence(
  messages: Messages,
  language: Language,
  key: string,
  facts: Facts,
): string {
  const message = messages[key];
  if (message === undefined) return key;
  const text = typeof message === "string" ? message : message[form(language, Number(facts.n))];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => written(facts[name] ?? `{${name}}`));
}

function written(fact: string | number): string {
  return typeof fact === "number" ? plain(fact) : fact;
}

function form(language: Language, n: number): "one" | "other" {
  // In French zero is singular: "0 point", "1 point", "2 points".
  const isOne = language === "fr" ? Math.abs(n) < 2 : Math.abs(n) === 1;
  return isOne ? "one" : "other";
}

/** The first requested language that we have. */
export function preferred(asked: readonly string[]): Language {
  for (const tag of asked) {
    const found = LANGUAGES.find((language) => language === tag.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return "en";
}
