// The end of a game in words: why it is over, and what decided it.

import type { EnoughSeen, MessageKey, Over } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import { list } from "../../lib/names";
import { duelOf, plain } from "../../lib/scores";
import { stars } from "./texts";

/** Winners who share a victory are Half-Champions (E15). */
export function overText({ reason, winners }: Over, _: EnoughSeen, names: readonly string[]): string {
  const best = list(winners.map((seat) => names[seat] ?? ""));
  const why = reason === "over.eight_stars" ? say("board.enough.eight_stars", { n: winners.length, names: best }) : say(reason as MessageKey);
  return winners.length > 1 ? `${why} ${say("enough.half_champions")}` : why;
}

/** What the trophy says: several winners are Half-Champions (E15, E17). */
export function championText({ winners }: Over): string {
  return say(winners.length > 1 ? "board.enough.half_champions" : "board.enough.champion");
}

/** Whether the winner was ahead of the next player before the last round; null if nobody called in it. */
export function decisive(over: Over, { view: { last } }: EnoughSeen, names: readonly string[]): string | null {
  const duel = duelOf(over);
  if (duel === null || last === null || last.caller === null) return null;
  const [own, other] = [duel.winner, duel.second].map((seat) => {
    const { stars: after, change } = last.standings[seat]!;
    return after - change;
  }) as [number, number];
  const facts = { winner: names[duel.winner] ?? "", second: names[duel.second] ?? "", stars: stars(own), less: plain(other) };
  return say(own > other ? "board.enough.decided_ahead" : own < other ? "board.enough.decided_overtook" : "board.enough.decided_level", facts);
}
