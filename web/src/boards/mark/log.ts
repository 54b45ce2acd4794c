// The log of a game in words.

import { say } from "../../lib/language.svelte";
import type { Outcome } from "../draws";
import { circleName, COLOURS, parseColour, parseEntry } from "./notation";
import { colourText } from "./texts";

export function outcomeText(outcome: Outcome): string {
  const dice = (outcome.dice as readonly number[]).map((die, at) => `${colourText(COLOURS[at]!)} ${die}`);
  return say("learn.entry.roll", { dice: dice.join(", ") });
}

export function moveText(move: string, name: string): string {
  const entry = parseEntry(move);
  if (entry) return say("board.mark.log.enter", { name, circle: circleName(entry.circle), colour: colourText(entry.die) });
  const colour = parseColour(move);
  return colour ? say("board.mark.log.colour", { name, colour: colourText(colour) }) : `${name}: ${move}`;
}
