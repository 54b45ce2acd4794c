// Which moves are made with one tap.

import type { MoveDescription } from "../boards/types";

/** Confirm every move, or only those that cost much. */
export type Confirm = "always" | "costly";

/** Whether a tapped move is made without a confirmation in the bar; a warning is shown in any case. */
export function isMadeAtOnce({ price }: MoveDescription, confirm: Confirm): boolean {
  return price === "free" || (confirm === "costly" && price !== "costly");
}
