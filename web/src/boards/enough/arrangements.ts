// The ways to place tokens while totalling: a few tokens can be arranged in hundreds of ways.

import type { EnoughChange, EnoughLotView } from "../../generated/closecall";
import { format, parse, type TokenCode, type Use } from "./notation";

/** One way to place tokens, and its move. */
export interface Arrangement {
  readonly move: string;
  readonly uses: readonly Use[];
}

export function arrangementsOf(moves: readonly string[]): Arrangement[] {
  return moves.flatMap((text) => {
    const move = parse(text);
    return move?.kind === "total" ? [{ move: text, uses: move.uses }] : [];
  });
}

export function usesOf(move: string | null): readonly Use[] {
  const parsed = move === null ? null : parse(move);
  return parsed?.kind === "total" ? parsed.uses : [];
}

/** The arrangement with one more use, if it is a known move. */
function withUse(moves: ReadonlySet<string>, uses: readonly Use[], use: Use): string | null {
  const move = format({ kind: "total", uses: [...uses, use] });
  return moves.has(move) ? move : null;
}

/** The arrangement without one of its uses; it is always legal. */
export function withoutUse(uses: readonly Use[], at: number): string {
  return format({ kind: "total", uses: uses.filter((_, place) => place !== at) });
}

/** What this token could do to this card in addition. */
export function changesFor(
  moves: ReadonlySet<string>,
  uses: readonly Use[],
  token: TokenCode,
  card: number | null,
): { change: EnoughChange; move: string }[] {
  const all: readonly EnoughChange[] = ["s", "d", "i", "n+", "n-"];
  return all.flatMap((change) => {
    const move = withUse(moves, uses, { token, change, card });
    return move === null ? [] : [{ change, move }];
  });
}

export function unplaced(tokens: readonly TokenCode[], uses: readonly Use[]): TokenCode[] {
  const left = [...tokens];
  for (const { token } of uses) {
    const at = left.indexOf(token);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** For each card of the lot (face-up card, then hand) the index of its use. Equal cards are filled in order. */
export function onCards(lot: readonly (number | null)[], uses: readonly Use[]): (number | null)[] {
  const left = uses.map((use, at) => ({ use, at }));
  return lot.map((card) => {
    const found = left.findIndex(({ use }) => use.card === card);
    return found < 0 ? null : left.splice(found, 1)[0]!.at;
  });
}

/** Nearest to the target first; of equals, those with fewer tokens. */
export function nearestFirst(
  arrangements: readonly Arrangement[],
  effects: ReadonlyMap<string, EnoughLotView> | null,
): readonly Arrangement[] {
  const far = ({ move }: Arrangement) => effects?.get(move)?.distance ?? Infinity;
  return effects === null
    ? arrangements
    : [...arrangements].sort((a, b) => (far(a) === far(b) ? a.uses.length - b.uses.length : far(a) - far(b)));
}
