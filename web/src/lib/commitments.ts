// The commitments this device saw while a game was played, to detect one that was changed later.

import { readList, writeJson, type Store } from "./storage";

const KEY = "closecall.promises";
const MOST = 60;

type Remembered = readonly [table: string, commitment: string];

/** The first commitment seen at a table counts. */
export function rememberCommitment(table: string, commitment: string, store?: Store): void {
  const known = read(store);
  if (known.some(([id]) => id === table)) return;
  writeJson(KEY, [...known.slice(1 - MOST), [table, commitment]], store);
}

/** null if this device did not see the table during its game. */
export function rememberedCommitment(table: string, store?: Store): string | null {
  return read(store).find(([id]) => id === table)?.[1] ?? null;
}

function read(store?: Store): readonly Remembered[] {
  return readList(KEY, store).filter(Array.isArray).map(([id, commitment]) => [String(id), String(commitment)]);
}
