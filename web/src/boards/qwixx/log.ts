// The log of a game in words.

import { say } from "../../lib/language.svelte";
import type { Outcome } from "../draws";
import { COLOURS, colourText } from "./colours";
import { parseCross } from "./notation";

export function outcomeText(outcome: Outcome): string {
  const white = (outcome.white as readonly number[]).map((die) => `${say("board.qwixx.log.white")} ${die}`);
  const coloured = (outcome.coloured as readonly (number | null)[]).flatMap((die, at) => (die === null ? [] : [`${colourText(COLOURS[at]!)} ${die}`]));
  return say("learn.entry.roll", { dice: [...white, ...coloured].join(", ") });
}

export function moveText(move: string, name: string): string {
  const cross = parseCross(move);
  return cross ? say("board.qwixx.log.cross", { name, colour: colourText(cross.colour), number: cross.number }) : say("board.qwixx.log.cross_nothing", { name });
}
