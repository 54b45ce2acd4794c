// Making and joining tables. A person without a name becomes a guest first.

import type { Join, MadeTable, Me, NewTable, TableInfo } from "../generated/closecall";
import { api } from "./api";
import { rememberInvite } from "./invites";
import { say } from "./language.svelte";
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

/** Make a table, and remember its invitation. */
export async function makeTable(wish: NewTable): Promise<MadeTable> {
  await ensurePerson();
  const made = await api.newTable(wish);
  rememberInvite(made.table.id, made.invite);
  addRunning(made.table);
  return made;
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

/** Enter a table and take a seat if there is a free one, unless they only want to watch. */
export async function joinTable(by: Join, name?: string, watches = false): Promise<TableInfo> {
  const table = await enterTable(by, name);
  if (watches || !maySit(table)) return table;
  try {
    const seated = await api.sit(table.id);
    addRunning(seated);
    return seated;
  } catch {
    return table; // The last seat was taken in the meantime: they watch.
  }
}
