// The colours of the four rows from top to bottom, in notation, words and styles.

import type { QwixxColour } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";

export type ColourName = "red" | "yellow" | "green" | "blue";

export const COLOURS: readonly QwixxColour[] = ["R", "Y", "G", "B"];

const NAMES: Readonly<Record<QwixxColour, ColourName>> = { R: "red", Y: "yellow", G: "green", B: "blue" };

/** The colour as in style names. */
export function nameOf(colour: QwixxColour): ColourName {
  return NAMES[colour];
}

/** The colour in the reader's language. */
export function colourText(colour: QwixxColour): string {
  const name = NAMES[colour];
  return say(`colour.${name}`);
}

/** The letter beside a colour: colour alone never carries meaning. */
export function letterOf(colour: QwixxColour): string {
  const name = NAMES[colour];
  return say(`page.letter.${name}`);
}
