import type { Game } from "../generated/closecall";
import type { BoardProps } from "./types";

type Tapped = Pick<BoardProps<Game>, "active" | "selected" | "select" | "confirm" | "why"> & { readonly seen: { readonly menu: readonly string[] | null } };

/** A tap on a move: the first selects it, the second confirms it, and the reason is shown why another is not possible. */
export function tapMove({ active, seen, selected, select, confirm, why }: Tapped, move: string): void {
  if (!active) return;
  if (!seen.menu?.includes(move)) why(move);
  else if (move === selected) confirm();
  else select(move);
}
