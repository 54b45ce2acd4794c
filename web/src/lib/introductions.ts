// To whom the introduction of a game is offered: once, to somebody who has not played it on this device.

import { GAMES, type Game } from "../generated/closecall";
import { hasFinished } from "./opponents";
import { readList, readText, tabStore, writeJson, writeText, type Store } from "./storage";

const KEY = "closecall.introduced";
const ARRIVAL_KEY = "closecall.arrival";

/** Whether to offer it: it was neither taken nor declined, and the game was not played. */
export function isNewTo(game: Game, store?: Store): boolean {
  return GAMES[game].has_introduction && !readList(KEY, store).includes(game) && !hasFinished(game, store);
}

/** Never offer it again. */
export function settleIntroduction(game: Game, store?: Store): void {
  const settled = readList(KEY, store);
  if (!settled.includes(game)) writeJson(KEY, [...settled, game], store);
}

/** The introduction, from which one comes back to this table. */
export function lessonsBeside(table: { readonly id: string; readonly game: Game }): string {
  return `/learn/${table.game}?table=${table.id}`;
}

/** The parameter of the introduction's address for people who have not used their invitation yet. */
export const ARRIVING = "join";

/** Keep an invitation while its guest learns the game. */
export function keepArrival(invite: string, store: Store = tabStore()): void {
  writeText(ARRIVAL_KEY, invite, store);
}

/** The kept invitation, once; empty if there is none. */
export function takeArrival(store: Store = tabStore()): string {
  const invite = readText(ARRIVAL_KEY, store) ?? "";
  if (invite) writeText(ARRIVAL_KEY, "", store);
  return invite;
}

/** Where the introduction leads back to, by its address; null if nowhere. */
export function wayBack(query: URLSearchParams): string | null {
  const table = query.get("table");
  if (table !== null && /^[a-z\d]{16}$/.test(table)) return `/table/${table}`;
  return query.has(ARRIVING) ? "/join" : null;
}
