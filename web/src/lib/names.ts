import type { SeatInfo, TableInfo } from "../generated/closecall";
import { botLevel } from "./bots";
import { say } from "./language.svelte";

/** What the name of a seat depends on; what older pages remember says nothing about characters. */
export type Named = Pick<SeatInfo, "name" | "bot"> & Partial<Pick<SeatInfo, "character">>;

/** "Ann", "Ann and Ben", "Ann, Ben and Cem". */
export function list(names: readonly string[]): string {
  const [last = "", ...before] = [...names].reverse();
  if (before.length === 0) return last;
  return say("page.and", { first: before.reverse().join(", "), last });
}

/** The name of a player; a bot without a character goes by what it is in the reader's language: "Greedy", "Greedy 2". */
export function nameOf({ name, bot, character }: Named): string {
  if (bot === null || character) return name;
  const number = /\d+$/.exec(name);
  return number === null ? botLevel(bot) : `${botLevel(bot)} ${number[0]}`;
}

/** The first letter of a name, however many units it takes: "A", "É", "👩‍🚀". */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? "";
}

/** The players' names by seat. */
export function namesOf(table: { readonly seats: readonly Named[] }): string[] {
  return table.seats.map(nameOf);
}

/** Who is at a table already, in one text. */
export function company(table: Pick<TableInfo, "seats">): string {
  return list(table.seats.filter((seat) => seat.kind !== "open").map(nameOf));
}
