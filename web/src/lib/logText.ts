// The log of a game in words: who did what, as far as the one who looks may know it.

import type { AnySeen, EnoughView, Step } from "../generated/closecall";
import type { Entry, Outcome } from "./draws";
import { say, type Facts } from "./language.svelte";

const SEATS = "ABCDE";
const LETTERS = { k: "colour.black", b: "colour.blue", g: "colour.green", y: "colour.yellow", r: "colour.red" } as const;
const MARK_DICE = ["k", "b", "g", "y", "r"] as const;
const QWIXX_DICE = ["r", "y", "g", "b"] as const;

type Letter = keyof typeof LETTERS;
type Names = readonly string[];

/** What led to a step; `before` is the match just before it. */
export function told(step: Step, before: AnySeen | null, names: Names): string {
  if (step.n === 0) return say("learn.entry.begin");
  const entry = step.entry as Entry | null;
  if (entry === null) return say("learn.entry.secret");
  if ("fate" in entry) return outcome(entry.fate, before, names);
  if ("take_back" in entry) return say("learn.entry.take_back", { name: names[entry.take_back] ?? "" });
  const who = { name: names[entry.seat] ?? "" };
  // Two games know a pass: in the one it crosses nothing, in the other no token is played.
  if (entry.move === "pass" && before !== null && "sheets" in before.view) return say("learn.entry.cross_nothing", who);
  return move(entry.move, who, names);
}

function outcome(fate: Outcome, before: AnySeen | null, names: Names): string {
  switch (fate.is) {
    case "Lot":
      return say("learn.entry.lot", { name: names[fate.seat as number] ?? "" });
    case "Roll":
      return say("learn.entry.roll", { dice: dice(fate).join(", ") });
    default:
      return piece(fate, before, names);
  }
}

function dice(roll: Outcome): string[] {
  if ("dice" in roll) return (roll.dice as number[]).map((die, at) => `${say(LETTERS[MARK_DICE[at]!])} ${die}`);
  const white = (roll.white as number[]).map((die) => `${say("learn.entry.white")} ${die}`);
  const coloured = (roll.coloured as (number | null)[]).flatMap((die, at) => (die === null ? [] : [`${say(LETTERS[QWIXX_DICE[at]!])} ${die}`]));
  return [...white, ...coloured];
}

/** A target, a card or a token; what only its owner saw is told to nobody else. */
function piece(fate: Outcome, before: AnySeen | null, names: Names): string {
  const view = before?.view as EnoughView | undefined;
  const acting = view?.acting ?? null;
  const isOwn = acting !== null && view?.viewer === acting;
  const name = acting === null ? "" : (names[acting] ?? "");
  if (fate.is === "DrawnTarget") {
    const { number } = fate.target as { number: number };
    return isOwn ? say("learn.entry.target_seen", { name, target: number }) : say("learn.entry.target", { name });
  }
  if (fate.is === "DrawnToken") {
    const { one, other } = fate.token as { one: "lock"; other: "lock" };
    return say("learn.entry.token", { name, one: say(`ability.${one}`), other: say(`ability.${other}`) });
  }
  const card = fate.card as number;
  if (view?.phase === "DealFaceUp") return say("learn.entry.face_up", { name, card });
  if (view?.phase === "ReplaceFaceUp") {
    const owner = view.players.findIndex((player) => player.face_up === null);
    return say("learn.entry.face_up", { name: names[owner] ?? "", card });
  }
  return isOwn ? say("learn.entry.card_seen", { name, card }) : say("learn.entry.card", { name });
}

/** A move of any game: their notations have nothing in common. */
function move(notation: string, who: Facts, names: Names): string {
  const entered = /^([a-e][1-5])\+([kbgyr])$/.exec(notation);
  if (entered) return say("learn.entry.enter", { ...who, circle: entered[1]!, colour: say(LETTERS[entered[2] as Letter]) });
  const crossed = /^([rygb])(\d+)$/.exec(notation);
  if (crossed) return say("learn.entry.cross", { ...who, colour: say(LETTERS[crossed[1] as Letter]), number: crossed[2]! });
  const colour = /^(black|blue|green|yellow|red)$/.exec(notation);
  if (colour) return say("learn.entry.colour", { ...who, colour: say(`colour.${notation as "black"}`) });
  return cardMove(notation.split(" ") as [string, ...string[]], who, names);
}

function cardMove([word, ...rest]: [string, ...string[]], who: Facts, names: Names): string {
  const named = (letter: string | undefined) => names[SEATS.indexOf(letter ?? "")] ?? "";
  switch (word) {
    case "deck":
      return say("learn.entry.deck", who);
    case "take":
      return rest[1] === undefined
        ? say("learn.entry.take", { ...who, owner: named(rest[0]) })
        : say("learn.entry.swap", { ...who, owner: named(rest[0]), card: rest[1] });
    case "pile":
      return say("learn.entry.pile", { ...who, card: rest[0]! });
    case "drop":
      return say("learn.entry.drop", { ...who, card: rest[0]! });
    case "call":
      return say("learn.entry.call", who);
    case "stay":
      return say("learn.entry.stay", who);
    case "fold":
      return say("learn.entry.fold", who);
    case "lock":
      return say("learn.entry.lock", who);
    case "silence":
      return say("learn.entry.silence", { ...who, other: named(rest[1]) });
    case "out":
      return say("learn.entry.back_out", who);
    case "total":
      return say("learn.entry.total", { ...who, n: rest.length });
    default:
      return say("learn.entry.pass", who);
  }
}
