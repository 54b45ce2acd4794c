// Making and joining tables. A person without a name becomes a guest first.

import { loadBoard } from "../boards/registry";
import type { Join, Me, NewTable, TableInfo } from "../generated/closecall";
import { api } from "./api";
import { beReady, randomWords, sitDown } from "./diceWords";
import { openEarly } from "./earlySocket";
import { rememberInvite } from "./invites";
import { catalogue, say } from "./language.svelte";
import { myself } from "./me.svelte";
import { addRunning } from "./recent";

/** The number tells guests at one table apart. */
function guestName(): string {
  return `${say("page.guest")} ${10 + Math.floor(90 * Math.random())}`;
}

/** The current person, created with this name or as a guest if there is none. */
export async function ensurePerson(name?: string): Promise<Me> {
  return myself.ensure(name?.trim() || guestName());
}

/** Make a table, remember its invitation, and be ready with these words for the dice; its address. */
export async function makeTable(wish: NewTable, words = randomWords()): Promise<string> {
  await myself.open();
  // One request, not two: on a slow connection each takes half a second.
  const guest = myself.me ? null : { name: guestName(), language: catalogue.language };
  const making = api.newTable({ ...wish, guest });
  // Not before the request, as browsers send only a few at a time. The table reports a failure.
  void loadBoard(wish.game).catch(() => undefined);
  const { table, invite, me } = await making;
  myself.me = me;
  rememberInvite(table.id, invite);
  addRunning(await begin(table, words));
  return `/table/${table.id}`;
}

/** Play again; the address of the table that follows. */
export async function rematch(id: string): Promise<string> {
  const table = await api.rematch(id);
  await begin(table, randomWords());
  return `/table/${table.id}`;
}

/** Be ready for the game of a new table, or start it if only bots play. Its screen finds an open socket. */
async function begin(table: TableInfo, words: string): Promise<TableInfo> {
  const socket = openEarly(table.id);
  try {
    const begun = await startGame(table, words);
    if (begun.started_at !== null) await socket.hasGame();
    return begun;
  } catch {
    return table; // The lobby has a button for it, and shows why it fails.
  }
}

async function startGame(table: TableInfo, words: string): Promise<TableInfo> {
  if (table.allowed.includes("ready")) return beReady(table, words);
  const areAllBots = table.seats.every((seat) => seat.kind === "bot");
  return areAllBots && table.start === "full" ? api.start(table.id) : table;
}

/** Enter a table without taking a seat. */
export async function enterTable(by: Join, name?: string): Promise<TableInfo> {
  await ensurePerson(name);
  const table = await api.join(by);
  if (by.invite) rememberInvite(table.id, by.invite);
  return table;
}

/** Whether taking a seat is still a choice: not seated yet, and allowed to sit. */
export function maySit(table: TableInfo): boolean {
  return table.allowed.includes("sit") && !table.seats.some((seat) => seat.mine);
}

/** The parameter of a table's address that makes the lobby ask for an age, and then take a seat. */
export const SIT = "sit";

/** Enter a table and take a seat if there is a free one, unless they only want to watch; the address to go to. */
export async function joinTable(by: Join, name?: string, watches = false): Promise<string> {
  const table = await enterTable(by, name);
  if (watches || !maySit(table)) return `/table/${table.id}`;
  return takeSeat(table).catch(() => `/table/${table.id}`); // The last seat was taken in the meantime: they watch.
}

/** Take a seat, unless the lobby has to ask for an age before; the address to go to. */
export async function takeSeat(table: TableInfo): Promise<string> {
  const { id } = table;
  if (table.asks_age) return `/table/${id}?${SIT}`;
  addRunning(await sitDown(table));
  return `/table/${id}`;
}
