// Where this device remembers things. A browser may forbid it, even to ask: then they are remembered until the page
// is closed.

export type Keep = Pick<Storage, "getItem" | "setItem">;

/** Remembered for next time. */
export function onThisDevice(): Keep {
  return allowed(() => localStorage);
}

/** Remembered until the tab is closed. */
export function inThisTab(): Keep {
  return allowed(() => sessionStorage);
}

const forgotten = new Map<string, string>();
const MEMORY: Keep = {
  getItem: (key) => forgotten.get(key) ?? null,
  setItem: (key, text) => void forgotten.set(key, text),
};

function allowed(storage: () => Storage): Keep {
  try {
    return storage();
  } catch {
    return MEMORY;
  }
}
