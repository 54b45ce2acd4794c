// The log of a game in words, as far as the viewer may know it.

import type { LogEntry } from "../boards/draws";
import type { AnyBoard } from "../boards/types";
import type { AnySeen, Step } from "../generated/closecall";
import { say } from "./language.svelte";

/** What led to a step; `before` is the match just before it. */
export function entryText(step: Step, before: AnySeen | null, names: readonly string[], board: AnyBoard): string {
  if (step.n === 0) return say("learn.entry.begin");
  const entry = step.entry as LogEntry | null;
  if (entry === null) return say("learn.entry.secret");
  if ("take_back" in entry) return say("learn.entry.take_back", { name: names[entry.take_back] ?? "" });
  if ("seat" in entry) return board.moveText(entry.move, entry.seat, before, names) ?? say("learn.entry.chosen", { name: names[entry.seat] ?? "" });
  if (entry.fate.is === "Lot") return say("learn.entry.lot", { name: names[entry.fate.seat as number] ?? "" });
  return board.outcomeText(entry.fate, before, names);
}

/** A roll in words; without a name, it is not known who rolls. */
export function rollText(dice: readonly string[], name: string | undefined): string {
  return name === undefined ? say("learn.entry.roll", { dice: dice.join(", ") }) : say("learn.entry.rolls", { name, dice: dice.join(", ") });
}
