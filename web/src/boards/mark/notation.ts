// The notation of moves and the geometry of circles and boxes. No rules: the menu says what is legal.

import type { MarkColour, MarkView } from "../../generated/closecall";

export const SIZE = 5;
export const ROUNDS = 25;
export const CIRCLES: readonly number[] = Array.from({ length: SIZE * SIZE }, (_, circle) => circle);

/** The colours in the order of the dice. */
export const COLOURS: readonly MarkColour[] = ["K", "B", "G", "Y", "R"];

/** A colour as in moves and style names. */
export type ColourName = "black" | "blue" | "green" | "yellow" | "red";
export const NAMES: Readonly<Record<MarkColour, ColourName>> = { K: "black", B: "blue", G: "green", Y: "yellow", R: "red" };

/** `b2+g`: the sum of the own die and the green one in circle b2. */
export interface Entry {
  readonly circle: number;
  readonly die: MarkColour;
}

export const columnOf = (circle: number): number => circle % SIZE;
export const rowOf = (circle: number): number => Math.floor(circle / SIZE);

/** Column letter and row number: 6 is "b2". */
export function circleName(circle: number): string {
  return "abcde".charAt(columnOf(circle)) + String(rowOf(circle) + 1);
}

/** null if the move chooses a colour. */
export function parseEntry(move: string): Entry | null {
  const found = /^([a-e])([1-5])\+([kbgyr])$/.exec(move);
  if (!found) return null;
  const [, column = "", row = "", die = ""] = found;
  return { circle: "abcde".indexOf(column) + SIZE * (Number(row) - 1), die: die.toUpperCase() as MarkColour };
}

export function formatEntry({ circle, die }: Entry): string {
  return `${circleName(circle)}+${die.toLowerCase()}`;
}

/** null if the move is an entry. */
export function parseColour(move: string): MarkColour | null {
  return COLOURS.find((colour) => NAMES[colour] === move) ?? null;
}

/** The colours of the 25 circles. */
export function coloursOf(view: MarkView): readonly MarkColour[] {
  return [...view.layout.rows.join("")] as MarkColour[];
}

/** What a die shows; null before the first roll. */
export function dieOf(view: MarkView, colour: MarkColour): number | null {
  return view.dice?.[COLOURS.indexOf(colour)] ?? null;
}

/** The number that an entry with this die writes. */
export function sumWith(view: MarkView, own: MarkColour | null, die: MarkColour): number | null {
  if (own === null || own === die) return null;
  const [mine, other] = [dieOf(view, own), dieOf(view, die)];
  return mine === null || other === null ? null : mine + other;
}

/** The box right of a circle; null in the last column. Boxes within rows are numbered first, four per row. */
export function boxRightOf(circle: number): number | null {
  return columnOf(circle) === SIZE - 1 ? null : rowOf(circle) * (SIZE - 1) + columnOf(circle);
}

/** The box below a circle; null in the last row. */
export function boxBelow(circle: number): number | null {
  return rowOf(circle) === SIZE - 1 ? null : SIZE * (SIZE - 1) + circle;
}

/** The two circles beside a box. */
export function circlesAt(box: number): readonly [number, number] {
  const inRows = SIZE * (SIZE - 1);
  if (box >= inRows) return [box - inRows, box - inRows + SIZE];
  const left = Math.floor(box / (SIZE - 1)) * SIZE + (box % (SIZE - 1));
  return [left, left + 1];
}

/** The line of a box: five rows, then five columns. */
export function lineOf(box: number): number {
  const inRows = SIZE * (SIZE - 1);
  return box < inRows ? Math.floor(box / (SIZE - 1)) : SIZE + ((box - inRows) % SIZE);
}
