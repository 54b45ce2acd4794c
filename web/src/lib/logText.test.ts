import { beforeAll, describe, expect, it } from "vitest";
import type { AnySeen, Step } from "../generated/closecall";
import type { Entry } from "./draws";
import { told } from "./logText";
import type { RecordFile } from "./fairness";
import { catalogue } from "./language.svelte";

const NAMES = ["Ann", "Ben", "Cleo"];

beforeAll(() => catalogue.need("core", "learn", "mark", "enough"));

const step = (entry: Entry | null, n = 1): Step => ({ n, entry, seen: {} as AnySeen });
const before = (view: Record<string, unknown>): AnySeen => ({ view }) as unknown as AnySeen;
const line = (entry: Entry | null, view: Record<string, unknown> = { sheets: [] }) => told(step(entry), before(view), NAMES);

describe("what happened", () => {
  it("begins, and may be somebody's secret", () => {
    expect(told(step(null, 0), null, NAMES)).toBe("The game begins.");
    expect(line(null)).toBe("Somebody has chosen.");
  });

  it("names dice by their colours, and leaves out those that are gone", () => {
    expect(line({ fate: { is: "Lot", seat: 1 } })).toBe("The lot falls on Ben.");
    expect(line({ fate: { is: "Roll", dice: [1, 2, 3, 4, 5] } })).toBe("The dice: black 1, blue 2, green 3, yellow 4, red 5.");
    expect(line({ fate: { is: "Roll", white: [6, 1], coloured: [null, 2, 3, 4] } })).toBe(
      "The dice: white 6, white 1, yellow 2, green 3, blue 4.",
    );
  });

  it("tells moves of every game", () => {
    expect(line({ seat: 0, move: "yellow" })).toBe("Ann chooses the colour yellow.");
    expect(line({ seat: 1, move: "b2+g" })).toBe("Ben: circle b2, own die and green.");
    expect(line({ seat: 2, move: "g10" })).toBe("Cleo crosses out green 10.");
    expect(line({ seat: 2, move: "pass" })).toBe("Cleo crosses nothing.");
    expect(line({ seat: 2, move: "pass" }, { players: [] })).toBe("Cleo plays no token.");
    expect(line({ take_back: 0 })).toBe("Ann takes the choice back.");
    expect(line({ seat: 0, move: "take B" })).toBe("Ann takes the face-up card of Ben.");
    expect(line({ seat: 0, move: "take C 7" })).toBe("Ann takes the face-up card of Cleo and gives the 7 for it.");
    expect(line({ seat: 0, move: "silence sh C" })).toBe("Ann silences Cleo.");
    expect(line({ seat: 0, move: "total sd:d@7 in:n+@up" })).toBe("Ann adds up with 2 tokens.");
    expect(line({ seat: 0, move: "total" })).toBe("Ann adds up with 0 tokens.");
  });

  it("keeps what only its owner saw", () => {
    const target: Entry = { fate: { is: "DrawnTarget", target: { number: 38, stars: 2 } } };
    expect(line(target, { acting: 1, viewer: 1 })).toBe("Ben takes the target 38.");
    expect(line(target, { acting: 1, viewer: 0 })).toBe("Ben takes a target.");
    expect(line(target, { acting: 1, viewer: null })).toBe("Ben takes a target.");
    const card: Entry = { fate: { is: "DrawnCard", card: 7 } };
    expect(line(card, { acting: 1, viewer: 1, phase: "DrawCard" })).toBe("Ben draws the card 7.");
    expect(line(card, { acting: 1, viewer: 2, phase: "DrawCard" })).toBe("Ben draws a card.");
    expect(line(card, { acting: 1, viewer: 2, phase: "DealFaceUp" })).toBe("Ben gets the face-up card 7.");
    const players = [{ face_up: 3 }, { face_up: 4 }, { face_up: null }];
    expect(line(card, { acting: 0, viewer: null, phase: "ReplaceFaceUp", players })).toBe("Cleo gets the face-up card 7.");
    expect(line({ fate: { is: "DrawnToken", token: { one: "double", other: "nudge" } } }, { acting: 0 })).toBe(
      "Ann takes a token: double or nudge.",
    );
  });
});

describe("whole games", () => {
  const files = import.meta.glob<{ record: RecordFile }>("./records/*.json", { eager: true, import: "default" });

  it.each(Object.entries(files))("every entry of %s can be told", (_, { record }) => {
    const view = record.game === "enough" ? { players: [], acting: 0, viewer: 0, phase: "DrawCard" } : { sheets: [] };
    for (const entry of record.log) expect(line(entry, view)).not.toMatch(/learn\.|undefined|[{}]/);
  });
});
