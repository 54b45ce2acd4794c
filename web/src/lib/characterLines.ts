// What characters say at a table: rarely, and the same for everybody who looks, because it follows from the table alone.

import type { CharacterSlug, Over } from "../generated/closecall";

/** What happened to a seat, as far as its game thinks it worth a word. */
export interface Fortune {
  readonly seat: number;
  readonly luck: "good" | "bad";
}

export type Occasion = "greeting" | "good" | "good_again" | "bad" | "won" | "lost";

export interface Line {
  readonly seat: number;
  readonly slug: CharacterSlug;
  readonly occasion: Occasion;
}

/** What was said so far in a game. */
export interface Talk {
  readonly lines: readonly Line[];
  /** The point of the last line. */
  readonly point: number;
}

export const SILENCE: Talk = { lines: [], point: -Infinity };

/** A moment of a game. */
export interface Moment {
  readonly table: string;
  readonly point: number;
  /** The character of each seat, if it has one. */
  readonly characters: readonly (CharacterSlug | undefined)[];
  readonly isNew: boolean;
  readonly fortunes: readonly Fortune[];
  readonly over: Over | null;
}

/** How many lines there are between the greeting and the end, and how many points lie between two. */
const MOST_BETWEEN = 3;
const LEAST_POINTS = 6;

/** The line that is said now; null for most moments. */
export function lineNow(talk: Talk, moment: Moment): Line | null {
  const { table, point, characters, fortunes, over } = moment;
  const seats = [...characters.keys()].filter((seat) => characters[seat] !== undefined);
  if (seats.length === 0) return null;
  const line = (seat: number, occasion: Occasion): Line => ({ seat, slug: characters[seat]!, occasion });
  if (over !== null) {
    if (talk.lines.some(({ occasion }) => occasion === "won" || occasion === "lost")) return null;
    const winner = seats.find((seat) => over.winners.includes(seat));
    return winner === undefined ? line(one(seats, table, point), "lost") : line(winner, "won");
  }
  if (moment.isNew) return talk.lines.length === 0 ? line(one(seats, table, 0), "greeting") : null;
  const between = talk.lines.filter(({ occasion }) => occasion !== "greeting");
  if (between.length >= MOST_BETWEEN || point - talk.point < LEAST_POINTS) return null;
  const news = fortunes.filter(({ seat }) => seats.includes(seat));
  if (news.length === 0) return null;
  const { seat, luck } = news[hash(`${table} ${point}`) % news.length]!;
  const isAgain = talk.lines.some((said) => said.seat === seat && said.occasion === "good");
  const occasion = luck === "good" && isAgain ? "good_again" : luck;
  const isRepeated = talk.lines.some((said) => said.seat === seat && said.occasion === occasion);
  return isRepeated ? null : line(seat, occasion);
}

export function afterLine({ lines }: Talk, line: Line, point: number): Talk {
  return { lines: [...lines, line], point };
}

function one(seats: readonly number[], table: string, point: number): number {
  return seats[hash(`${table} ${point}`) % seats.length]!;
}

/** FNV-1a. */
function hash(text: string): number {
  let found = 0x811c9dc5;
  for (const char of text) found = Math.imul(found ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return found;
}
