// The notation of moves. No rules: the menu says what is legal.

import type { EnoughAbility, EnoughChange, EnoughToken } from "../../generated/closecall";

/** A token by the letters of its two abilities, such as "sd". */
export type TokenCode = string;

/** One token on one card of the own lot; null is the face-up card. */
export interface Use {
  readonly token: TokenCode;
  readonly change: EnoughChange;
  readonly card: number | null;
}

export type Move =
  | { readonly kind: "deck" | "call" | "stay" | "fold" | "pass" | "show" | "keep" }
  | { readonly kind: "take"; readonly owner: number }
  | { readonly kind: "swap"; readonly owner: number; readonly give: number }
  | { readonly kind: "pile"; readonly give: number }
  | { readonly kind: "drop"; readonly card: number }
  | { readonly kind: "lock" | "out"; readonly token: TokenCode }
  | { readonly kind: "silence"; readonly token: TokenCode; readonly whom: number }
  | { readonly kind: "total"; readonly uses: readonly Use[] };

export const ABILITIES: readonly EnoughAbility[] = ["subtract", "double", "ignore", "nudge", "lock", "silence"];
/** The letters of these abilities, in the same order. */
export const LETTERS = "sdinlh";
const SEATS = "ABCDE";

export function letterOf(ability: EnoughAbility): string {
  return LETTERS.charAt(ABILITIES.indexOf(ability));
}

function abilityOf(letter: string): EnoughAbility {
  const ability = ABILITIES[LETTERS.indexOf(letter)];
  if (ability === undefined || letter.length !== 1) throw new Error(`no ability: ${letter}`);
  return ability;
}

export function codeOf(token: EnoughToken): TokenCode {
  return letterOf(token.one) + letterOf(token.other);
}

export function abilitiesOf(token: TokenCode): [EnoughAbility, EnoughAbility] {
  return [abilityOf(token.charAt(0)), abilityOf(token.charAt(1))];
}

/** The ability behind a change: a nudge goes up or down. */
export function abilityOfChange(change: EnoughChange): EnoughAbility {
  return abilityOf(change.charAt(0));
}

function seatLetter(seat: number): string {
  return SEATS.charAt(seat);
}

/** null if the text is not a move. */
export function parse(text: string): Move | null {
  const [word = "", ...rest] = text.split(" ");
  const [first = "", second = ""] = rest;
  switch (word) {
    case "deck":
    case "call":
    case "stay":
    case "fold":
    case "pass":
    case "show":
    case "keep":
      return { kind: word };
    case "take":
      return second === ""
        ? { kind: "take", owner: SEATS.indexOf(first) }
        : { kind: "swap", owner: SEATS.indexOf(first), give: Number(second) };
    case "pile":
      return { kind: "pile", give: Number(first) };
    case "drop":
      return { kind: "drop", card: Number(first) };
    case "lock":
    case "out":
      return { kind: word, token: first };
    case "silence":
      return { kind: "silence", token: first, whom: SEATS.indexOf(second) };
    case "total": {
      const uses = rest.map(parseUse);
      return uses.every((use) => use !== null) ? { kind: "total", uses } : null;
    }
    default:
      return null;
  }
}

function parseUse(text: string): Use | null {
  const [, token, change, card] = /^([sdinlh]{2}):(s|d|i|n\+|n-)@(up|\d+)$/.exec(text) ?? [];
  if (token === undefined || change === undefined) return null;
  return { token, change: change as EnoughChange, card: card === "up" ? null : Number(card) };
}

/** Format a move as the menu does. */
export function format(move: Move): string {
  switch (move.kind) {
    case "take":
      return `take ${seatLetter(move.owner)}`;
    case "swap":
      return `take ${seatLetter(move.owner)} ${move.give}`;
    case "pile":
      return `pile ${move.give}`;
    case "drop":
      return `drop ${move.card}`;
    case "lock":
    case "out":
      return `${move.kind} ${move.token}`;
    case "silence":
      return `silence ${move.token} ${seatLetter(move.whom)}`;
    case "total":
      return ["total", ...inOrder(move.uses).map(formatUse)].join(" ");
    default:
      return move.kind;
  }
}

function formatUse(use: Use): string {
  return `${use.token}:${use.change}@${use.card ?? "up"}`;
}

/** The canonical order: the face-up card first, then the hand from low to high. */
function inOrder(uses: readonly Use[]): Use[] {
  const rank = (use: Use) => [use.card ?? -1, LETTERS.indexOf(use.token.charAt(0)), LETTERS.indexOf(use.token.charAt(1))];
  return [...uses].sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const at = one.findIndex((value, place) => value !== other[place]);
    if (at >= 0) return one[at]! - other[at]!;
    return a.change < b.change ? -1 : a.change > b.change ? 1 : 0;
  });
}
