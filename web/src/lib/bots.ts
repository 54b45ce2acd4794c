import type { MessageKey } from "../generated/closecall";
import { sayIfKnown } from "./language.svelte";

/** A bot of all games that come with the program, for use before the server has answered. */
const PLAIN_BOT = "greedy";

/** The opponent unless somebody chooses another: it needs no preparation, so the game begins at once. */
export function defaultBot(bots: readonly string[] = [PLAIN_BOT]): string {
  return bots.includes(PLAIN_BOT) ? PLAIN_BOT : (bots.at(-1) ?? PLAIN_BOT);
}

/** How strong a bot is, in words; a bot without a text goes by its name. */
export function botLevel(bot: string): string {
  return sayIfKnown(`home.bot.${bot}` as MessageKey) ?? bot.charAt(0).toUpperCase() + bot.slice(1);
}
