import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { vibrate } from "./haptics";
import { settings } from "./settings.svelte";

const vibrated = vi.fn();

function world({ hasBeenActive = true, reduced = false } = {}) {
  vi.stubGlobal("navigator", { vibrate: vibrated, userActivation: { hasBeenActive } });
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
}

beforeEach(() => world());
afterEach(() => {
  vi.unstubAllGlobals();
  vibrated.mockClear();
  settings.haptics = true;
  settings.motion = "auto";
});

it("is short, and tells a turn from a confirmation", () => {
  vibrate("confirm");
  vibrate("turn");
  expect(vibrated.mock.calls).toEqual([[[12]], [[18, 70, 18]]]);
});

it("can be switched off, also together with all motion", () => {
  settings.haptics = false;
  vibrate("turn");
  settings.haptics = true;
  settings.motion = "none";
  vibrate("turn");
  settings.motion = "auto";
  world({ reduced: true });
  vibrate("turn");
  expect(vibrated).not.toHaveBeenCalled();
});

it("does not vibrate before the page was touched, nor where nothing vibrates", () => {
  world({ hasBeenActive: false });
  vibrate("turn");
  vi.stubGlobal("navigator", {});
  vibrate("turn");
  expect(vibrated).not.toHaveBeenCalled();
});
