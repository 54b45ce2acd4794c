// Builds a move by taps. A move consists of spots, and a spot can be tapped if some move of the menu contains it
// together with those tapped before.

import { format, parse, type Move, type TokenCode } from "./notation";

/** Something to tap: a pile, a card, a token, a player's voice, or a button. */
export type Spot =
  | "deck" | "pile" | "call" | "stay" | "fold" | "pass" | "out" | "show" | "keep"
  | `up:${number}` | `hand:${number}` | `token:${TokenCode}` | `voice:${number}`;

/** The spots of a move, in any order; totals are built by TokenPlacement instead. */
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

/** What to tap for a move; for a total, each token and the card it is placed on. */
export function toTap(text: string, viewer: number): Spot[] {
  const move = parse(text);
  if (move?.kind !== "total") return move ? spotsOf(move, viewer) : [];
  return move.uses.flatMap(({ token, card }): Spot[] => [`token:${token}`, card === null ? `up:${viewer}` : `hand:${card}`]);
}

/** A move of the menu with its spots. */
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

/** The moves that contain all these spots. */
export function candidates(entries: readonly Entry[], picks: readonly Spot[]): Entry[] {
  return entries.filter(({ spots }) => picks.every((pick) => spots.includes(pick)));
}

/** What is picked after a tap, with as many earlier picks as fit; null if no move contains this spot. */
export function afterTap(entries: readonly Entry[], picks: readonly Spot[], tapped: Spot): readonly Spot[] | null {
  if (picks.includes(tapped)) return picks.filter((pick) => pick !== tapped);
  const wishes = [[...picks, tapped], ...picks.map((_, at) => [...picks.filter((_, other) => other !== at), tapped]), [tapped]];
  return wishes.find((wish) => candidates(entries, wish).length > 0) ?? null;
}

/** The only remaining move, if there is just one. */
export function onlyMove(entries: readonly Entry[], picks: readonly Spot[]): Entry | null {
  if (picks.length === 0) return null;
  const [first, ...others] = candidates(entries, picks);
  return first && others.length === 0 ? first : null;
}

/** The move that a tap would complete, for a preview. */
export function completes(entries: readonly Entry[], picks: readonly Spot[], spot: Spot): Entry | null {
  return picks.includes(spot) ? null : onlyMove(entries, [...picks, spot]);
}

/** The spots that can be tapped next. */
export function openSpots(entries: readonly Entry[], picks: readonly Spot[]): Set<Spot> {
  return new Set(candidates(entries, picks).flatMap(({ spots }) => spots));
}

/** A move that somebody may have meant by a tap that leads nowhere: the server can say why it is not possible. */
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

/** Lock or silence if the token has it; other abilities wait for the total. */
function wishOfToken(token: TokenCode, viewer: number): string {
  if (token.includes("l")) return format({ kind: "lock", token });
  if (token.includes("h")) return format({ kind: "silence", token, whom: viewer === 0 ? 1 : 0 });
  return format({ kind: "total", uses: [] });
}
