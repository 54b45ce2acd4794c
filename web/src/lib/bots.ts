import type { MessageKey } from "../generated/closecall";
import { sayIfKnown } from "./language.svelte";

/** The opponent of a game without characters: it needs no preparation, so the game begins at once. */
export function plainBot(bots: readonly string[]): string {
  return bots.includes("greedy") ? "greedy" : (bots.at(-1) ?? "greedy");
}

/** How strong a bot is, in words; a bot without a text goes by its name. */
export function botLevel(bot: string): string {
  return sayIfKnown(`home.bot.${bot}` as MessageKey) ?? bot.charAt(0).toUpperCase() + bot.slice(1);
}
