// What the first page shows before the server has answered: running tables, and who plays at this device.

import type { Game, PlayedGame, TableInfo } from "../generated/closecall";
import type { Named } from "./names";
import { readList, writeJson, type Store } from "./storage";

/** A table to continue. */
export interface Running {
  readonly id: string;
  readonly game: Game;
  readonly status: "open" | "playing";
  readonly others: readonly Named[];
  /** Open seats. */
  readonly free: number;
  /** Whether I have to choose. */
  readonly isMyTurn: boolean;
}

const RUNNING_KEY = "closecall.running";
const NAMES_KEY = "closecall.names";
const MOST_RUNNING = 3;
const MOST_NAMES = 8;

/** The newest tables that have not ended. */
export function runningOf(games: readonly Pick<PlayedGame, "table" | "waiting">[]): Running[] {
  const running = games.flatMap(({ table: { id, game, status, seats }, waiting }) => {
    if (status !== "open" && status !== "playing") return [];
    const isMyTurn = waiting.some((seat) => seats[seat]?.mine);
    const others = seats.filter((seat) => seat.kind !== "open" && (seat.local || !seat.mine)).map(({ name, bot, character }) => ({ name, bot, character }));
    return [{ id, game, status, others, free: seats.filter((seat) => seat.kind === "open").length, isMyTurn }];
  });
  return running.slice(0, MOST_RUNNING);
}

/** Remember a table where I have just sat down, so that the first page shows it at once. */
export function addRunning(table: TableInfo, store?: Store): void {
  const others = rememberedRunning(store).filter((one) => one.id !== table.id);
  rememberRunning([...runningOf([{ table, waiting: [] }]), ...others].slice(0, MOST_RUNNING), store);
}

export function rememberRunning(running: readonly Running[], store?: Store): void {
  writeJson(RUNNING_KEY, running, store);
}

export function rememberedRunning(store?: Store): Running[] {
  return (readList(RUNNING_KEY, store) as Running[]).filter((one) => Boolean(one?.id && one.game && Array.isArray(one.others)));
}

/** Remember who played at this device, the latest first. */
export function rememberNames(names: readonly string[], store?: Store): void {
  const all = [...names.map((name) => name.trim()), ...rememberedNames(store)].filter(Boolean);
  writeJson(NAMES_KEY, [...new Set(all)].slice(0, MOST_NAMES), store);
}

export function rememberedNames(store?: Store): string[] {
  return readList(NAMES_KEY, store).filter((name) => typeof name === "string");
}
