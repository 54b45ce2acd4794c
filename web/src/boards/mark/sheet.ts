// What the circles of a sheet show: numbers, offers, the selected or sealed entry, and what was just written.

import type { MarkColour, MarkSeen, MarkView } from "../../generated/closecall";
import { CIRCLES, circleName, coloursOf, formatEntry, parseEntry, sumWith, COLOURS } from "./notation";

/** An entry on the menu. */
export interface Offer {
  readonly move: string;
  readonly die: MarkColour;
  readonly number: number;
}

export interface CircleLook {
  readonly circle: number;
  readonly name: string;
  readonly colour: MarkColour;
  readonly isOwn: boolean;
  /** 0 while it is empty. */
  readonly number: number;
  readonly offers: readonly Offer[];
  /** The selected entry, if it is in this circle. */
  readonly selected: Offer | null;
  /** The number that is sent or sealed here while others choose. */
  readonly sealed: number | null;
  /** Whether it was written in the last round. */
  readonly isFresh: boolean;
}

export interface SheetChoice {
  readonly menu: readonly string[];
  readonly selected: string | null;
  readonly sealed: string | null;
}

const NO_CHOICE: SheetChoice = { menu: [], selected: null, sealed: null };

/** The 25 circles of a seat's sheet. */
export function looksOf(view: MarkView, seat: number, fresh: ReadonlySet<number>, choice: SheetChoice = NO_CHOICE): readonly CircleLook[] {
  const sheet = view.sheets[seat];
  const own = sheet?.colour ?? null;
  const colours = coloursOf(view);
  const offers = offersByCircle(view, own, choice.menu);
  const sealed = choice.sealed === null ? null : parseEntry(choice.sealed);
  return CIRCLES.map((circle) => {
    const here = offers.get(circle) ?? [];
    return {
      circle,
      name: circleName(circle),
      colour: colours[circle] ?? "K",
      isOwn: colours[circle] === own,
      number: sheet?.numbers[circle] ?? 0,
      offers: here,
      selected: here.find((offer) => offer.move === choice.selected) ?? null,
      sealed: sealed?.circle === circle ? sumWith(view, own, sealed.die) : null,
      isFresh: fresh.has(circle),
    };
  });
}

/** Reuses the objects of unchanged circles, so that they are not rendered again. */
export function withoutChanges(before: readonly CircleLook[], after: readonly CircleLook[]): readonly CircleLook[] {
  return after.map((look, at) => (isSame(before[at], look) ? before[at]! : look));
}

function isSame(one: CircleLook | undefined, other: CircleLook): boolean {
  if (one === undefined) return false;
  const { offers, selected, ...rest } = other;
  return (
    Object.entries(rest).every(([key, value]) => one[key as keyof CircleLook] === value) &&
    isSameOffer(one.selected, selected) &&
    one.offers.length === offers.length &&
    offers.every((offer, at) => isSameOffer(one.offers[at] ?? null, offer))
  );
}

function isSameOffer(one: Offer | null, other: Offer | null): boolean {
  return one?.move === other?.move && one?.number === other?.number;
}

function offersByCircle(view: MarkView, own: MarkColour | null, menu: readonly string[]): Map<number, Offer[]> {
  const found = new Map<number, Offer[]>();
  for (const move of menu) {
    const entry = parseEntry(move);
    const number = entry && sumWith(view, own, entry.die);
    if (!entry || number === null) continue;
    found.set(entry.circle, [...(found.get(entry.circle) ?? []), { move, die: entry.die, number }]);
  }
  return found;
}

/** The distinct numbers on offer, smallest first. */
export function numbersOf(offers: readonly Offer[]): readonly number[] {
  return [...new Set(offers.map((offer) => offer.number))].sort((a, b) => a - b);
}

/** The dice that allow an entry. */
export function diceOf(menu: readonly string[]): ReadonlySet<MarkColour> {
  return new Set(menu.flatMap((move) => parseEntry(move)?.die ?? []));
}

/** A move that a tap on a circle without offers may mean: the server can say why it is not possible. */
export function meant({ circle, colour, isOwn }: CircleLook): string {
  const other = COLOURS.find((each) => each !== colour) ?? colour;
  return formatEntry({ circle, die: isOwn ? other : colour });
}

/** The circles that were filled since. */
export function freshCircles(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
  return new Set(CIRCLES.filter((circle) => !before[circle] && after[circle]));
}

/** Whether the first dice lie on the table and the viewer has not used them. */
export function isFirstRoll({ view, sealed }: MarkSeen): boolean {
  return view.dice !== null && view.round === 0 && sealed === null;
}

/** After an entry that ended a round, with its dice: they stay until the next roll. */
export function replayed({ view: before }: MarkSeen, after: MarkSeen): MarkSeen {
  if (before.dice === null || after.view.dice !== null) return after;
  return { ...after, view: { ...after.view, dice: before.dice, round: before.round, roller: before.roller } };
}

/** Whether the same viewer sees the dice of another round, so that a throw is animated. */
export function isThrown(before: MarkView, after: MarkView): boolean {
  return before.viewer === after.viewer && before.dice !== null && after.dice !== null && before.round !== after.round;
}
