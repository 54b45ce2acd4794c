import { beforeAll, describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../boards/draws";
import { board as enough } from "../boards/enough/board";
import { board as mark } from "../boards/mark/board";
import { board as qwixx } from "../boards/qwixx/board";
import { games } from "../boards/registry";
import type { AnyBoard } from "../boards/types";
import type { AnySeen, Game, Step } from "../generated/closecall";
import type { RecordFile } from "./fairness";
import { catalogue, LANGUAGES } from "./language.svelte";
import { entryText } from "./logText";

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"];
const boards: Record<Game, AnyBoard> = { mark, qwixx, enough };
/** Moves as the records write them: "b2+g", "r7", "pass", "take B", "sd:d@7". */
const NOTATION = /\+|@|\b[a-e][1-5]\b|\b[rygb]\d+\b|\bpass\b/;

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("core", "learn", ...games.flatMap((game) => [`${game}/rules`, `${game}/board`] as const));
});

const step = (entry: LogEntry | null, n = 1): Step => ({ n, entry, seen: {} as AnySeen });
const before = (view: Record<string, unknown>): AnySeen => ({ view }) as unknown as AnySeen;
const line = (game: Game, entry: LogEntry | null, view: Record<string, unknown> = {}) => entryText(step(entry), before(view), NAMES, boards[game]);

it("a log begins, and some of its entries are secret", () => {
  expect(entryText(step(null, 0), null, NAMES, boards.mark)).toBe("The game begins.");
  expect(line("mark", null)).toBe("Somebody has chosen.");
  expect(line("mark", { take_back: 0 })).toBe("Ann takes the choice back.");
  expect(line("mark", { fate: { is: "Lot", seat: 1 } })).toBe("The lot falls on Ben.");
});

it("Close to the Mark! names dice by their colours", () => {
  const roll: LogEntry = { fate: { is: "Roll", dice: [1, 2, 3, 4, 5] } };
  expect(entryText(step(roll), null, NAMES, boards.mark)).toBe("The dice: black 1, blue 2, green 3, yellow 4, red 5.");
  expect(line("mark", { seat: 0, move: "yellow" })).toBe("Ann chooses the colour yellow.");
  expect(line("mark", { fate: { is: "Roll", dice: [1, 2, 3, 4, 5] } }, { roller: 2 })).toBe("Cleo rolls: black 1, blue 2, green 3, yellow 4, red 5.");
  const sheets = [{ colour: "R" }, { colour: "B" }];
  const written = "Ben adds blue 2 and green 3 and writes 5 in row 4, column b.";
  expect(line("mark", { seat: 1, move: "b4+g" }, { sheets, dice: [1, 2, 3, 4, 5] })).toBe(written);
  expect(entryText(step({ seat: 1, move: "b4+g" }), null, NAMES, boards.mark)).toBe("Ben fills the circle in row 4, column b.");
});

it("Qwixx leaves out dice that are gone", () => {
  const roll: LogEntry = { fate: { is: "Roll", white: [6, 1], coloured: [null, 2, 3, 4] } };
  expect(line("qwixx", roll, { active: 1 })).toBe("Ben rolls: white 6, white 1, yellow 2, green 3, blue 4.");
  expect(line("qwixx", roll)).toBe("The dice: white 6, white 1, yellow 2, green 3, blue 4.");
  expect(line("qwixx", { seat: 2, move: "g10" })).toBe("Cleo crosses out green 10.");
  expect(line("qwixx", { seat: 2, move: "pass" })).toBe("Cleo crosses nothing.");
  expect(line("qwixx", { seat: 2, move: "pass" }, { action: 2, has_crossed: true })).toBe("Cleo crosses nothing.");
  expect(line("qwixx", { seat: 2, move: "pass" }, { action: 2, has_crossed: false })).toBe("Cleo crosses nothing and has to mark a misthrow.");
});

describe("Close Enough", () => {
  it("names the others", () => {
    expect(line("enough", { seat: 2, move: "pass" })).toBe("Cleo plays no token.");
    expect(line("enough", { seat: 0, move: "take B" })).toBe("Ann takes the face-up card of Ben.");
    expect(line("enough", { seat: 0, move: "take C 7" })).toBe("Ann takes the face-up card of Cleo and gives the 7 for it.");
    expect(line("enough", { seat: 0, move: "silence sh C" })).toBe("Ann silences Cleo.");
    expect(line("enough", { seat: 0, move: "total sd:d@7 in:n+@up" })).toBe("Ann totals with 2 tokens.");
    expect(line("enough", { seat: 0, move: "total" })).toBe("Ann totals with 0 tokens.");
  });

  it("keeps what only its owner saw", () => {
    const target: LogEntry = { fate: { is: "DrawnTarget", target: { number: 38, stars: 2 } } };
    expect(line("enough", target, { acting: 1, viewer: 1 })).toBe("Ben takes the target 38.");
    expect(line("enough", target, { acting: 1, viewer: 0 })).toBe("Ben takes a target.");
    expect(line("enough", target, { acting: 1, viewer: null })).toBe("Ben takes a target.");
    const card: LogEntry = { fate: { is: "DrawnCard", card: 7 } };
    expect(line("enough", card, { acting: 1, viewer: 1, phase: "DrawCard" })).toBe("Ben draws the card 7.");
    expect(line("enough", card, { acting: 1, viewer: 2, phase: "DrawCard" })).toBe("Ben draws a card.");
    expect(line("enough", card, { acting: 1, viewer: 2, phase: "DealFaceUp" })).toBe("Ben gets the face-up card 7.");
    const players = [{ face_up: 3 }, { face_up: 4 }, { face_up: null }];
    expect(line("enough", card, { acting: 0, viewer: null, phase: "ReplaceFaceUp", players })).toBe("Cleo gets the face-up card 7.");
    const token: LogEntry = { fate: { is: "DrawnToken", token: { one: "double", other: "nudge" } } };
    expect(line("enough", token, { acting: 0 })).toBe("Ann takes a token: double or nudge.");
  });
});

describe("whole games", () => {
  const files = import.meta.glob<{ record: RecordFile }>("./records/*.json", { eager: true, import: "default" });

  it.each(Object.entries(files))("every entry of %s is a sentence, in every language", async (_, { record }) => {
    const sheets = ["K", "B", "G", "Y", "R"].map((colour) => ({ colour }));
    const view = { players: [], acting: 0, viewer: 0, phase: "DrawCard", sheets, dice: [1, 2, 3, 4, 5], roller: 0, active: 0 };
    for (const language of LANGUAGES) {
      await catalogue.setLanguage(language);
      for (const entry of record.log) {
        const text = line(record.game, entry, view);
        expect(text).not.toMatch(/learn\.|board\.|undefined|[{}]/);
        expect(text).toMatch(/^\p{Lu}.* .*[.!]$/u);
        expect(text).not.toMatch(NOTATION);
      }
    }
    await catalogue.setLanguage("en");
  });
});
