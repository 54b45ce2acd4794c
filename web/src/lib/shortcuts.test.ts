import { expect, it } from "vitest";
import { asksForShortcuts } from "./shortcuts.svelte";

const inside = (found: string) => ({ closest: (selector: string) => (selector.split(", ").includes(found) ? {} : null) }) as unknown as EventTarget;
const press = { key: "?", ctrlKey: false, metaKey: false, altKey: false, target: inside("button"), defaultPrevented: false };

it("is a question mark alone, whichever keys it takes to type it", () => {
  expect(asksForShortcuts(press)).toBe(true);
  expect(asksForShortcuts({ ...press, target: null })).toBe(true);
  expect(asksForShortcuts({ ...press, key: "/" })).toBe(false);
  for (const held of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"]) expect(asksForShortcuts({ ...press, [held]: true })).toBe(false);
});

it("is a text while somebody types, and nothing over a dialog", () => {
  for (const place of ["input", "textarea", "select", "dialog"]) expect(asksForShortcuts({ ...press, target: inside(place) })).toBe(false);
});
