// What this browser remembers. It may forbid storage, or have no room left: then things are forgotten sooner, and
// nothing here ever throws.

export type Store = Pick<Storage, "getItem" | "setItem">;

/** Remembered for next time. */
export function deviceStore(): Store {
  return allowed(() => localStorage);
}

/** Remembered until the tab is closed. */
export function tabStore(): Store {
  return allowed(() => sessionStorage);
}

export function readText(key: string, store: Store = deviceStore()): string | null {
  try {
    return store.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, text: string, store: Store = deviceStore()): void {
  try {
    store.setItem(key, text);
  } catch {
    // Full or forbidden.
  }
}

/** undefined if there is nothing, or if it is damaged. */
export function readJson(key: string, store?: Store): unknown {
  try {
    return JSON.parse(readText(key, store) ?? "");
  } catch {
    return undefined;
  }
}

export function readList(key: string, store?: Store): readonly unknown[] {
  const found = readJson(key, store);
  return Array.isArray(found) ? found : [];
}

export function writeJson(key: string, value: unknown, store?: Store): void {
  writeText(key, JSON.stringify(value), store);
}

const memory = new Map<string, string>();
const MEMORY_STORE: Store = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, text) => void memory.set(key, text),
};

/** Even asking for a forbidden storage throws. */
function allowed(storage: () => Storage): Store {
  try {
    return storage();
  } catch {
    return MEMORY_STORE;
  }
}
