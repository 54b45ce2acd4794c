// Against whom somebody plays with one tap: the level chosen for each game, and who played last. Remembered on this device.

import { GAMES, type AnySeen, type Character, type Game, type TableInfo } from "../generated/closecall";
import { levelsOf, opponentsOf } from "./cast";
import { readJson, writeJson, type Store } from "./storage";

interface Remembered {
  readonly level?: string;
  /** The character who played last. */
  readonly last?: string;
  /** The latest games against a level alone. */
  readonly games?: readonly PlayedGame[];
  /** The levels whose players were asked whether they want the next one. */
  readonly asked?: readonly string[];
}

interface PlayedGame {
  readonly table: string;
  readonly level: string;
  readonly won: boolean;
}

const KEY = "closecall.opponents";

function remembered(store?: Store): Readonly<Record<string, Remembered | undefined>> {
  const found = readJson(KEY, store);
  return typeof found === "object" && found !== null ? (found as Record<string, Remembered>) : {};
}

function remember(game: Game, change: Remembered, store?: Store): void {
  const all = remembered(store);
  writeJson(KEY, { ...all, [game]: { ...all[game], ...change } }, store);
}

/** The level that was chosen; newcomers start with the weakest. Undefined if the game has no levels. */
export function chosenLevel(game: Game, store?: Store): string | undefined {
  const levels = levelsOf(game);
  const level = remembered(store)[game]?.level;
  return levels.find((one) => one === level) ?? levels[0];
}

export function chooseLevel(game: Game, level: string, store?: Store): void {
  remember(game, { level }, store);
}

/** So many opponents of a level; whoever played last comes last. At first, each game begins with somebody else. */
export function nextOpponents(game: Game, level: string, count: number, store?: Store): Character[] {
  const last = remembered(store)[game]?.last ?? opponentsOf(level, Object.keys(GAMES).indexOf(game)).at(-1)?.slug;
  return opponentsOf(level, count, last);
}

/** Remember who plays, so that somebody else is next. */
export function rememberOpponents(game: Game, opponents: readonly Character[], store?: Store): void {
  const last = opponents.at(-1);
  if (last) remember(game, { last: last.slug }, store);
}

// The next level is suggested to somebody who has won most of the latest games.
const LATEST = 3;
const ENOUGH_WINS = 2;

/** Remember how a game ended that I played alone against one level; others do not count. */
export function rememberResult(info: TableInfo, seen: AnySeen, store?: Store): void {
  const mine = [...info.seats.keys()].filter((seat) => info.seats[seat]!.mine);
  const levels = new Set(info.seats.filter((seat) => !seat.mine).map(({ character, bot }) => (character ? bot : null)));
  const [level] = levels;
  if (seen.over === null || mine.length !== 1 || levels.size !== 1 || level === null || level === undefined) return;
  const games = remembered(store)[info.game]?.games ?? [];
  if (games.some(({ table }) => table === info.id)) return;
  const won = seen.over.winners.includes(mine[0]!);
  const ofLevel = [...games, { table: info.id, level, won }].filter((game) => game.level === level).slice(-LATEST);
  remember(info.game, { games: [...games.filter((game) => game.level !== level), ...ofLevel] }, store);
}

/** Whether a game was played to the end against one level. */
export function hasFinished(game: Game, store?: Store): boolean {
  return (remembered(store)[game]?.games ?? []).length > 0;
}

/** The level to suggest to somebody who plays this one; null if there is none, or they were asked before. */
export function suggestedLevel(game: Game, level: string, store?: Store): string | null {
  const { games = [], asked = [] } = remembered(store)[game] ?? {};
  const levels = levelsOf(game);
  const wins = games.filter((one) => one.level === level && one.won).length;
  return wins < ENOUGH_WINS || asked.includes(level) ? null : (levels[levels.indexOf(level) + 1] ?? null);
}

/** Do not suggest the level after this one again. */
export function rememberAsked(game: Game, level: string, store?: Store): void {
  remember(game, { asked: [...(remembered(store)[game]?.asked ?? []), level] }, store);
}
