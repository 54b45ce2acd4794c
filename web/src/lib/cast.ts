// The characters, and who of them is next to play.

import { CAST, GAMES, type Character, type Game } from "../generated/closecall";

/** The characters who play with these bots, weakest first. */
export function castOf(bots: readonly string[]): Character[] {
  return CAST.filter(({ level }) => bots.includes(level));
}

/** The levels of a game, weakest first; none if it has no characters. */
export function levelsOf(game: Game): string[] {
  return [...new Set(castOf(GAMES[game].bots).map(({ level }) => level))];
}

export function characterOf(slug: string | null | undefined): Character | undefined {
  return CAST.find((one) => one.slug === slug);
}

/** So many opponents of a level, all different if possible; those after `last` come first, so that everybody gets a turn. */
export function opponentsOf(level: string, count: number, last?: string): Character[] {
  const fitting = CAST.filter((one) => one.level === level);
  const first = fitting.findIndex(({ slug }) => slug === last) + 1;
  return fitting.length === 0 ? [] : Array.from({ length: count }, (_, n) => fitting[(first + n) % fitting.length]!);
}

/** The next opponent at a table with these characters. */
export function nextOpponent(level: string, taken: readonly string[]): Character | undefined {
  const fitting = CAST.filter((one) => one.level === level);
  return fitting.find(({ slug }) => !taken.includes(slug)) ?? fitting[0];
}
