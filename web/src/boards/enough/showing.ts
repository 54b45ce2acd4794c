// What the seats at this device may show at the end of a round without having to (E14).

import type { EnoughShown, EnoughView } from "../../generated/closecall";
import type { SeatHere } from "../types";

/** What is shown of a lot. */
export type ShownLot = Pick<EnoughShown, "hand" | "target" | "uses" | "total" | "distance">;

export interface ShowQuestion {
  readonly seat: number;
  /** Not decided yet, or decided while others still decide. */
  readonly state: "asked" | "shows" | "keeps";
  /** What there is to show; null if others at the same device must not see it. */
  readonly lot: ShownLot | null;
}

export function showQuestions(here: readonly SeatHere<"enough">[]): ShowQuestion[] {
  return here.flatMap((one): ShowQuestion[] => {
    const { viewer, view, menu } = one.seen;
    if (viewer === null || view.phase !== "Showing") return [];
    const isAsked = one.mustChoose && menu?.includes("show") === true;
    const state = isAsked ? "asked" : one.sealed === "show" ? "shows" : one.sealed === "keep" ? "keeps" : null;
    if (state === null) return [];
    return [{ seat: viewer, state, lot: here.length === 1 || state === "shows" ? lotOf(one) : null }];
  });
}

/** The lot of a seat at this device, as everybody would see it. */
export function lotOf({ seen: { view } }: SeatHere<"enough">): ShownLot | null {
  return ownLot(view);
}

/** The viewer's lot; null as long as it is not full. */
export function ownLot({ viewer, players }: EnoughView): ShownLot | null {
  const own = viewer === null ? null : players[viewer];
  if (!own?.hand || !own.target || own.lot.total === null || own.lot.distance === null) return null;
  return { hand: own.hand, target: own.target, uses: own.uses, total: own.lot.total, distance: own.lot.distance };
}
