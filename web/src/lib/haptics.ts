// Short vibrations on phones that have them: one when a choice is confirmed, two when it is your turn.

import { mayMove, settings } from "./settings.svelte";
import { isTouched } from "./sound";

const PATTERNS = { confirm: [12], turn: [18, 70, 18] } as const;

/** Whether this device can vibrate, as far as one can know. */
export function canVibrate(): boolean {
  return "vibrate" in navigator;
}

/** Vibrate, unless that or motion is switched off. */
export function vibrate(what: keyof typeof PATTERNS): void {
  if (!settings.haptics || !mayMove() || !canVibrate() || !isTouched()) return;
  navigator.vibrate([...PATTERNS[what]]);
}
