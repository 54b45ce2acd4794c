// What the first picture needs to know of the games before the server has told more.

import type { Game, MessageKey } from "../generated/closecall";
import { say } from "./language.svelte";

export const GAMES: readonly Game[] = ["mark", "qwixx", "enough"];

/** As few players as a game can have. */
export const LEAST_SEATS: Readonly<Record<Game, number>> = { mark: 1, qwixx: 1, enough: 3 };

/** A bot that every game has, whatever the server tells later. */
const PLAIN_BOT = "greedy";

/** Whom one plays against, unless somebody chooses: it needs no preparation, so the game begins at once. */
export function usualBot(bots: readonly string[] = [PLAIN_BOT]): string {
  return bots.includes(PLAIN_BOT) ? PLAIN_BOT : (bots[0] ?? PLAIN_BOT);
}

/** How strong a bot is, in words; a bot that we have no words for goes by its name. */
export function botLevel(bot: string): string {
  const key = `home.bot.${bot}` as MessageKey;
  const text = say(key);
  return text === key ? bot.charAt(0).toUpperCase() + bot.slice(1) : text;
}
