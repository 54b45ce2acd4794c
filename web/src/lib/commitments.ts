// The fingerprints of seeds that this device has seen, so that it can tell afterwards that nobody changed them.

const KEY = "closecall.promises";
const MOST = 60;

type Keep = Pick<Storage, "getItem" | "setItem">;
type Kept = readonly (readonly [table: string, commitment: string])[];

/** Remember what a table promises; what was seen first stays. */
export function rememberCommitment(table: string, commitment: string, storage?: Keep): void {
  const kept = read(storage);
  if (kept.some(([id]) => id === table)) return;
  try {
    (storage ?? localStorage).setItem(KEY, JSON.stringify([...kept.slice(1 - MOST), [table, commitment]]));
  } catch {
    // Without storage nothing is remembered, and the proof says nothing about it.
  }
}

/** What a table promised when this device saw it during its game; null if it did not. */
export function rememberedCommitment(table: string, storage?: Keep): string | null {
  return read(storage).find(([id]) => id === table)?.[1] ?? null;
}

function read(storage?: Keep): Kept {
  try {
    const kept: unknown = JSON.parse((storage ?? localStorage).getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(Array.isArray).map(([id, promise]) => [String(id), String(promise)]) : [];
  } catch {
    return [];
  }
}
