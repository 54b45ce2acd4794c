/** Whether two JSON values are equal, whatever the order of their keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => isSameJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}
