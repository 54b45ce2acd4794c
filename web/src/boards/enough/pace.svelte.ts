// How long the steps of others stay on the table, so that they can be read; "faster" is remembered on this device.

import type { EnoughSeen } from "../../generated/closecall";
import { readJson, writeJson } from "../../lib/storage";
import { announcements, isForAll } from "./announcements";

const KEY = "closecall.enough.faster";
const STEP_MS = 550;
const CHARACTER_MS = 28;
/** Before the text of a round's end is read, and for its cards. */
const END_MS = 3000;
const END_SECONDS = { least: 6, most: 10 } as const;
/** Until a card has flown. */
const OWN_STEP_MS = 450;

class Pace {
  #isFast = $state(readJson(KEY) === true);

  get isFast(): boolean {
    return this.#isFast;
  }

  toggle(): void {
    this.#isFast = !this.#isFast;
    writeJson(KEY, this.#isFast);
  }
}

export const pace = new Pace();

/** The viewer knows their own steps, and the end of a round is held until it is read. */
export function readingMs(before: EnoughSeen, after: EnoughSeen, names: readonly string[]): number {
  if (pace.isFast || isForAll(before, after)) return 0;
  if (before.view.acting === after.viewer) return OWN_STEP_MS;
  const words = announcements(before, after, names).join(" ");
  return words === "" ? 0 : STEP_MS + CHARACTER_MS * words.length;
}

/** How long the end of a round stays before the table goes on by itself. */
export function endSeconds(lines: readonly string[]): number {
  const seconds = Math.ceil((END_MS + CHARACTER_MS * lines.join(" ").length) / 1000);
  return Math.min(END_SECONDS.most, Math.max(END_SECONDS.least, seconds));
}
