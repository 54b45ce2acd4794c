import type { SeatInfo, TableInfo } from "../generated/closecall";
import { botLevel } from "./bots";
import { say } from "./language.svelte";

/** What the name of a seat depends on. */
export type Named = Pick<SeatInfo, "name" | "bot">;

/** "Ann", "Ann and Ben", "Ann, Ben and Cem". */
export function list(names: readonly string[]): string {
  const [last = "", ...before] = [...names].reverse();
  if (before.length === 0) return last;
  return say("page.and", { first: before.reverse().join(", "), last });
}

/** The name of a player; a bot goes by its level in the reader's language: "Expert", "Expert 2". */
export function nameOf({ name, bot }: Named): string {
  if (bot === null) return name;
  const number = /\d+$/.exec(name);
  return number === null ? botLevel(bot) : `${botLevel(bot)} ${number[0]}`;
}

/** The players' names by seat. */
export function namesOf(table: Pick<TableInfo, "seats">): string[] {
  return table.seats.map(nameOf);
}

/** Who is at a table already, in one text. */
export function company(table: Pick<TableInfo, "seats">): string {
  return list(table.seats.filter((seat) => seat.kind !== "open").map(nameOf));
}
