import type { TableInfo } from "../generated/closecall";
import { say } from "./language.svelte";

/** "Ann", "Ann and Ben", "Ann, Ben and Cem". */
export function list(names: readonly string[]): string {
  const [last = "", ...before] = [...names].reverse();
  if (before.length === 0) return last;
  return say("page.and", { first: before.reverse().join(", "), last });
}

/** The players' names by seat; whoever looks alone is told which is theirs. */
export function namesOf(table: TableInfo): string[] {
  return table.seats.map((seat) => seat.name);
}
