import { afterEach, expect, it, vi } from "vitest";
import { settings } from "./settings.svelte";
import { SCORES, play } from "./sound";

const opened = vi.fn();

function world(hasBeenActive: boolean) {
  class Silent {
    constructor() {
      opened();
      throw new Error("no sound here");
    }
  }
  vi.stubGlobal("AudioContext", Silent);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  opened.mockClear();
  settings.sound = false;
});

it("is silent unless somebody wants sounds", () => {
  world(true);
  play("roll");
  expect(opened).not.toHaveBeenCalled();
});

it("is silent before the page was touched", () => {
  world(false);
  settings.sound = true;
  play("turn");
  expect(opened).not.toHaveBeenCalled();
});

it("plays when both are given, and a device without sound is no trouble", () => {
  world(true);
  settings.sound = true;
  play("end");
  expect(opened).toHaveBeenCalledOnce();
});

it("consists of short and soft things", () => {
  for (const { tones, noises } of Object.values(SCORES)) {
    const all = [...tones, ...noises];
    expect(all.length).toBeGreaterThan(0);
    for (const { at, takes, loud } of all) {
      expect(at + takes).toBeLessThan(1.2);
      expect(loud).toBeLessThanOrEqual(0.5);
    }
  }
});
