// Ages as people type them. Nobody has to give one.

/** The age in a field: null if it is empty, undefined if it holds something else. The server knows which ages are possible. */
export function parseAge(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  return /^\d{1,3}$/.test(typed) ? Number(typed) : undefined;
}
