// Which places a move is made of, and how taps on places build a move. A tap never leads away from the menu: a
// place can be tapped if some move of the menu is made of it and of what was tapped before.

import { format, parse, type Move, type TokenCode } from "./notation";

/** Something that can be tapped: a pile, a card, a token, somebody's voice, or a word. */
export type Spot =
  | "deck" | "pile" | "call" | "stay" | "fold" | "pass" | "out"
  | `up:${number}` | `hand:${number}` | `token:${TokenCode}` | `voice:${number}`;

/** The places that a move is made of, in no order; totals are placed in another way. */
export function spotsOf(move: Move, viewer: number): Spot[] {
  switch (move.kind) {
    case "take":
      return [`up:${move.owner}`];
    case "swap":
      return [`up:${move.owner}`, `hand:${move.give}`];
    case "pile":
      return ["pile", `hand:${move.give}`];
    case "drop":
      return [`hand:${move.card}`];
    case "lock":
      return [`token:${move.token}`, `up:${viewer}`];
    case "silence":
      return [`token:${move.token}`, `voice:${move.whom}`];
    case "out":
      return ["out", `token:${move.token}`];
    case "total":
      return [];
    default:
      return [move.kind];
  }
}

/** What has to be tapped for a move; for a total, each token and the card that it is put on. */
export function toTap(text: string, viewer: number): Spot[] {
  const move = parse(text);
  if (move?.kind !== "total") return move ? spotsOf(move, viewer) : [];
  return move.uses.flatMap(({ token, card }): Spot[] => [`token:${token}`, card === null ? `up:${viewer}` : `hand:${card}`]);
}

/** A move of the menu with its places. */
export interface Entry {
  readonly move: string;
  readonly spots: readonly Spot[];
}

export function entriesOf(menu: readonly string[], viewer: number): Entry[] {
  return menu.flatMap((text) => {
    const move = parse(text);
    return move && move.kind !== "total" ? [{ move: text, spots: spotsOf(move, viewer) }] : [];
  });
}

/** The moves that are made of all these places, and perhaps more. */
export function candidates(entries: readonly Entry[], picks: readonly Spot[]): Entry[] {
  return entries.filter(({ spots }) => picks.every((pick) => spots.includes(pick)));
}

/** What is picked after a tap: as much of what was picked before as fits. null if nothing is made of this place. */
export function afterTap(entries: readonly Entry[], picks: readonly Spot[], tapped: Spot): readonly Spot[] | null {
  if (picks.includes(tapped)) return picks.filter((pick) => pick !== tapped);
  const wishes = [[...picks, tapped], ...picks.map((_, at) => [...picks.filter((_, other) => other !== at), tapped]), [tapped]];
  return wishes.find((wish) => candidates(entries, wish).length > 0) ?? null;
}

/** The only move that is left, if there is only one. */
export function onlyMove(entries: readonly Entry[], picks: readonly Spot[]): Entry | null {
  if (picks.length === 0) return null;
  const [first, ...others] = candidates(entries, picks);
  return first && others.length === 0 ? first : null;
}

/** The move that a tap on a place would complete, to show what it would do. */
export function completes(entries: readonly Entry[], picks: readonly Spot[], spot: Spot): Entry | null {
  return picks.includes(spot) ? null : onlyMove(entries, [...picks, spot]);
}

/** The places that lead on from what is picked. */
export function openSpots(entries: readonly Entry[], picks: readonly Spot[]): Set<Spot> {
  return new Set(candidates(entries, picks).flatMap(({ spots }) => spots));
}

/** What somebody wanted who taps a place that leads nowhere, so that the server can say why not. */
export function wishAt(spot: Spot, viewer: number, hand: readonly number[], picks: readonly Spot[]): string {
  const [kind = "", what = ""] = spot.split(":");
  const picked = picks.find((pick) => pick.startsWith("hand:"));
  const give = picked ? Number(picked.slice("hand:".length)) : (hand[0] ?? 0);
  switch (kind) {
    case "up":
      return format(hand.length < 2 ? { kind: "take", owner: Number(what) } : { kind: "swap", owner: Number(what), give });
    case "pile":
      return format({ kind: "pile", give });
    case "hand":
      return format({ kind: "drop", card: Number(what) });
    case "token":
      return wishOfToken(what, viewer);
    case "voice":
      return format({ kind: "silence", token: "lh", whom: Number(what) });
    case "out":
      return format({ kind: "out", token: "sd" });
    default:
      return kind;
  }
}

/** A token is played for its lock or its silence if it has one; else it waits for the total. */
function wishOfToken(token: TokenCode, viewer: number): string {
  if (token.includes("l")) return format({ kind: "lock", token });
  if (token.includes("h")) return format({ kind: "silence", token, whom: viewer === 0 ? 1 : 0 });
  return format({ kind: "total", uses: [] });
}
