// Being somebody as soon as it is needed: with the name that was given, or as a guest with a number.

import type { Join, MadeTable, Me, NewTable, TableInfo } from "../generated/closecall";
import { api } from "./api";
import { rememberInvite } from "./invites";
import { say } from "./language.svelte";
import { myself } from "./me.svelte";
import { addRunning } from "./recent";

/** Guests at one table should not all have the same name. */
function guestName(): string {
  return `${say("page.guest")} ${10 + Math.floor(90 * Math.random())}`;
}

/** Who we are; whoever has no name yet gets one that they can change. */
export async function ensurePerson(name?: string): Promise<Me> {
  return myself.need(name?.trim() || guestName());
}

/** Make a table, and remember its invitation. */
export async function makeTable(wish: NewTable): Promise<MadeTable> {
  await ensurePerson();
  const made = await api.newTable(wish);
  rememberInvite(made.table.id, made.invite);
  addRunning(made.table);
  return made;
}

/** Be let in at a table, to watch at first. */
export async function enterTable(by: Join, name?: string): Promise<TableInfo> {
  await ensurePerson(name);
  const table = await api.join(by);
  if (by.invite) rememberInvite(table.id, by.invite);
  return table;
}

/** Whether it has to be asked whether somebody sits down: they do not yet, and they may. */
export function maySit(table: TableInfo): boolean {
  return table.allowed.includes("sit") && !table.seats.some((seat) => seat.mine);
}

/** Be let in at a table, and sit down if there is room, unless somebody only wants to watch. */
export async function joinTable(by: Join, name?: string, watches = false): Promise<TableInfo> {
  const table = await enterTable(by, name);
  if (watches || !maySit(table)) return table;
  try {
    const seated = await api.sit(table.id);
    addRunning(seated);
    return seated;
  } catch {
    return table; // The last seat was taken meanwhile: they look on.
  }
}
