// What this device remembers so that the first picture is whole: running tables, and who plays around it.

import type { Game, PlayedGame, TableInfo } from "../generated/closecall";
import { onThisDevice, type Keep } from "./storage";
import type { Named } from "./names";

/** A table to go on with. */
export interface Running {
  readonly id: string;
  readonly game: Game;
  readonly status: "open" | "playing";
  /** Who else is there. */
  readonly others: readonly Named[];
  /** How many seats are still open. */
  readonly free: number;
  /** Whether I have to choose. */
  readonly isMyTurn: boolean;
}

const RUNNING_KEY = "closecall.running";
const NAMES_KEY = "closecall.names";
const MOST_RUNNING = 3;
const MOST_NAMES = 8;

/** The newest tables of these that have not ended. */
export function runningOf(games: readonly Pick<PlayedGame, "table" | "waiting">[]): Running[] {
  const running = games.flatMap(({ table: { id, game, status, seats }, waiting }) => {
    if (status !== "open" && status !== "playing") return [];
    const isMyTurn = waiting.some((seat) => seats[seat]?.mine);
    const others = seats.filter((seat) => seat.kind !== "open" && (seat.local || !seat.mine)).map(({ name, bot }) => ({ name, bot }));
    return [{ id, game, status, others, free: seats.filter((seat) => seat.kind === "open").length, isMyTurn }];
  });
  return running.slice(0, MOST_RUNNING);
}

/** Remember a table where I have just sat down, so that the first page has it at once. */
export function addRunning(table: TableInfo, keep: Keep = onThisDevice()): void {
  const others = keptRunning(keep).filter((one) => one.id !== table.id);
  keepRunning([...runningOf([{ table, waiting: [] }]), ...others].slice(0, MOST_RUNNING), keep);
}

export function keepRunning(running: readonly Running[], keep: Keep = onThisDevice()): void {
  write(keep, RUNNING_KEY, running);
}

export function keptRunning(keep: Keep = onThisDevice()): Running[] {
  return read<Running>(keep, RUNNING_KEY).filter((one) => Boolean(one?.id && one.game && Array.isArray(one.others)));
}

/** Those who played at this device, the last ones first. */
export function keepNames(names: readonly string[], keep: Keep = onThisDevice()): void {
  const all = [...names.map((name) => name.trim()), ...keptNames(keep)].filter(Boolean);
  write(keep, NAMES_KEY, [...new Set(all)].slice(0, MOST_NAMES));
}

export function keptNames(keep: Keep = onThisDevice()): string[] {
  return read<string>(keep, NAMES_KEY).filter((name) => typeof name === "string");
}

function write(keep: Keep, key: string, what: readonly unknown[]): void {
  try {
    keep.setItem(key, JSON.stringify(what));
  } catch {
    // Without storage it is asked for again.
  }
}

function read<T>(keep: Keep, key: string): T[] {
  try {
    const found: unknown = JSON.parse(keep.getItem(key) ?? "[]");
    return Array.isArray(found) ? (found as T[]) : [];
  } catch {
    return [];
  }
}
