// What was chosen for this device: remembered here, and set on the root element for the styles.

import type { Confirm } from "./confirmation";
import { readJson, writeJson } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "none";
/** Whether one's own dice are thrown by themselves, or with a tap. */
export type Rolling = "auto" | "tap";

interface Choices {
  theme: Theme;
  motion: Motion;
  sound: boolean;
  /** Whether the table speaks. */
  speech: boolean;
  rolling: Rolling;
  /** Whether shaking the device throws the dice, too. */
  shake: boolean;
  confirm: Confirm;
  /** Whether somebody here has confirmed a move by a second tap, so that it need not be explained again. */
  knowsSecondTap: boolean;
  /** Whether characters talk at the table. */
  chatty: boolean;
  /** Whether phones vibrate. */
  haptics: boolean;
  /** Whether to notify people elsewhere that it is their turn. */
  notices: boolean;
}

const KEY = "closecall.settings";
const DEFAULTS: Choices = { theme: "auto", motion: "auto", sound: false, speech: false, rolling: "auto", shake: false, confirm: "always", knowsSecondTap: false, chatty: true, haptics: true, notices: false };

class Settings {
  theme = $state<Theme>(DEFAULTS.theme);
  motion = $state<Motion>(DEFAULTS.motion);
  sound = $state(DEFAULTS.sound);
  speech = $state(DEFAULTS.speech);
  rolling = $state<Rolling>(DEFAULTS.rolling);
  shake = $state(DEFAULTS.shake);
  confirm = $state<Confirm>(DEFAULTS.confirm);
  knowsSecondTap = $state(DEFAULTS.knowsSecondTap);
  chatty = $state(DEFAULTS.chatty);
  haptics = $state(DEFAULTS.haptics);
  notices = $state(DEFAULTS.notices);

  /** Apply what was chosen before. */
  open(): void {
    Object.assign(this, this.#choices({ ...DEFAULTS, ...(readJson(KEY) as Partial<Choices> | undefined) }));
    this.#show();
  }

  /** Change a setting, now and for next time. */
  set(change: Partial<Choices>): void {
    Object.assign(this, change);
    this.#show();
    writeJson(KEY, this.#choices(this));
  }

  /** Only what is known here. */
  #choices({ theme, motion, sound, speech, rolling, shake, confirm, knowsSecondTap, chatty, haptics, notices }: Choices): Choices {
    return { theme, motion, sound, speech, rolling, shake, confirm, knowsSecondTap, chatty, haptics, notices };
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
