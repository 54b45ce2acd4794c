// Which cards have moved between two views, matched by what left one place and came to another. A card that the viewer
// may not know has no value.

import type { EnoughView } from "../../generated/closecall";

export type Place = "deck" | "pile" | "first" | `up:${number}` | `hand:${number}` | `seat:${number}`;

export interface Flight {
  readonly from: Place;
  readonly to: Place;
  /** null if the viewer does not see it. */
  readonly card: number | null;
}

interface Loss {
  readonly place: Place;
  readonly card: number;
}

/** Multiset difference. */
export function difference(cards: readonly number[], others: readonly number[]): number[] {
  const left = [...others];
  return cards.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

export function flights(before: EnoughView, after: EnoughView): Flight[] {
  if (before.round !== after.round) return dealt(after);
  const losses = lossesOf(before, after);
  return [...intoHands(before, after, losses), ...ontoTable(before, after, losses)];
}

/** Who has the token First!: the start player, and after a call the caller. */
export function holderOfFirst({ first, caller }: EnoughView): number | null {
  return caller ?? first;
}

/** The token First! on its way to somebody else. */
export function flightOfFirst(before: EnoughView, after: EnoughView): Flight[] {
  const [from, to] = [holderOfFirst(before), holderOfFirst(after)];
  return from === null || from === to ? [] : [{ from: `seat:${from}`, to: "first", card: null }];
}

function dealt(after: EnoughView): Flight[] {
  return after.players.flatMap((player, seat): Flight[] =>
    player.face_up === null ? [] : [{ from: "deck", to: `up:${seat}`, card: player.face_up }],
  );
}

/** The visible cards that left their places. */
function lossesOf(before: EnoughView, after: EnoughView): Loss[] {
  const fromPlayers = before.players.flatMap((player, seat): Loss[] => {
    const now = after.players[seat]!;
    const up: Loss[] = player.face_up !== null && player.face_up !== now.face_up ? [{ place: `up:${seat}`, card: player.face_up }] : [];
    const seen = difference(player.hand ?? player.known, now.hand ?? now.known);
    return [...up, ...seen.map((card): Loss => ({ place: `hand:${seat}`, card }))];
  });
  const top = before.discard.at(-1);
  const isTaken = top !== undefined && after.discard.length <= before.discard.length && after.discard.at(-1) !== top;
  return isTaken ? [...fromPlayers, { place: "pile", card: top }] : fromPlayers;
}

function intoHands(before: EnoughView, after: EnoughView, losses: readonly Loss[]): Flight[] {
  return after.players.flatMap((player, seat): Flight[] => {
    const was = before.players[seat]!;
    const to: Place = `hand:${seat}`;
    const gained = difference(player.hand ?? player.known, was.hand ?? was.known);
    const seen = gained.map((card): Flight => ({ from: placeOf(losses, card, to) ?? "deck", to, card }));
    const more = player.hand_size - was.hand_size - seen.length;
    return more > 0 && player.hand === null ? [...seen, { from: "deck", to, card: null }] : seen;
  });
}

function ontoTable(before: EnoughView, after: EnoughView, losses: readonly Loss[]): Flight[] {
  const isVisible = after.deck_size < before.deck_size;
  const giver: Place | null = before.acting === null ? null : `hand:${before.acting}`;
  const ups = after.players.flatMap((player, seat): Flight[] => {
    const to: Place = `up:${seat}`;
    if (player.face_up === null || player.face_up === before.players[seat]!.face_up) return [];
    return [{ from: placeOf(losses, player.face_up, to) ?? (isVisible || !giver ? "deck" : giver), to, card: player.face_up }];
  });
  const top = after.discard.at(-1);
  const isNew = top !== undefined && (after.discard.length > before.discard.length || top !== before.discard.at(-1));
  if (!isNew) return ups;
  const from = placeOf(losses, top, "pile") ?? giver;
  return from === null ? ups : [...ups, { from, to: "pile", card: top }];
}

function placeOf(losses: readonly Loss[], card: number, butNot: Place): Place | null {
  return losses.find((loss) => loss.card === card && loss.place !== butNot)?.place ?? null;
}
