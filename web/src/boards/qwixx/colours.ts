// The four rows from top to bottom: their letters in the notation, and their colours in words and styles.

import type { QwixxColour } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";

export type ColourName = "red" | "yellow" | "green" | "blue";

export const COLOURS: readonly QwixxColour[] = ["R", "Y", "G", "B"];

const NAMES: Readonly<Record<QwixxColour, ColourName>> = { R: "red", Y: "yellow", G: "green", B: "blue" };

/** The colour as styles and dice call it. */
export function nameOf(colour: QwixxColour): ColourName {
  return NAMES[colour];
}

/** The colour in the reader's language. */
export function colourText(colour: QwixxColour): string {
  const name = NAMES[colour];
  return say(`colour.${name}`);
}

/** The letter that stands beside the colour, so that it is never alone. */
export function letterOf(colour: QwixxColour): string {
  const name = NAMES[colour];
  return say(`page.letter.${name}`);
}
