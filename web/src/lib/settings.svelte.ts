// What was chosen for this device: remembered here, and set on the root element for the styles.

import { readJson, writeJson } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "none";

interface Choices {
  theme: Theme;
  motion: Motion;
  sound: boolean;
}

const KEY = "closecall.settings";
const DEFAULTS: Choices = { theme: "auto", motion: "auto", sound: false };

class Settings {
  theme = $state<Theme>(DEFAULTS.theme);
  motion = $state<Motion>(DEFAULTS.motion);
  sound = $state(DEFAULTS.sound);

  /** Apply what was chosen before. */
  open(): void {
    const { theme, motion, sound } = { ...DEFAULTS, ...(readJson(KEY) as Partial<Choices> | undefined) };
    [this.theme, this.motion, this.sound] = [theme, motion, sound];
    this.#show();
  }

  /** Change a setting, now and for next time. */
  set(change: Partial<Choices>): void {
    Object.assign(this, change);
    this.#show();
    writeJson(KEY, { theme: this.theme, motion: this.motion, sound: this.sound });
  }

  #show(): void {
    const root = document.documentElement;
    root.dataset.theme = this.theme;
    root.dataset.motion = this.motion;
  }
}

export const settings = new Settings();

/** Whether animations are wanted. */
export function mayMove(): boolean {
  return settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The duration of an animation: 0 if animations are not wanted. */
export function duration(ms: number): number {
  return mayMove() ? ms : 0;
}
