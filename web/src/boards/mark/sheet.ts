// What is shown in the circles of a sheet: numbers, offers, the selected and the sealed entry, what has just been written.

import type { MarkColour, MarkView } from "../../generated/closecall";
import { CIRCLES, circleName, coloursOf, formatEntry, parseEntry, sumWith, COLOURS } from "./notation";

/** An entry that is on the menu. */
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
  /** The entry here that is selected, to be confirmed. */
  readonly selected: Offer | null;
  /** The number that is sealed, or on its way, while others choose. */
  readonly sealed: number | null;
  /** Whether the number came with the last round. */
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

/** The same circles, where one that looks as before is the very same: then it is not drawn again. */
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

/** The different numbers that could be written, smallest first. */
export function numbersOf(offers: readonly Offer[]): readonly number[] {
  return [...new Set(offers.map((offer) => offer.number))].sort((a, b) => a - b);
}

/** The dice with which something can be entered. */
export function diceOf(menu: readonly string[]): ReadonlySet<MarkColour> {
  return new Set(menu.flatMap((move) => parseEntry(move)?.die ?? []));
}

/** A move that somebody may mean who taps a circle without offers: the server says why it cannot be. */
export function meant({ circle, colour, isOwn }: CircleLook): string {
  const other = COLOURS.find((each) => each !== colour) ?? colour;
  return formatEntry({ circle, die: isOwn ? other : colour });
}

/** The circles that hold a number now and were empty before. */
export function freshCircles(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
  return new Set(CIRCLES.filter((circle) => !before[circle] && after[circle]));
}

/** Whether the same viewer sees the dice of another round: then they are thrown again. */
export function isThrown(before: MarkView, after: MarkView): boolean {
  return before.viewer === after.viewer && before.dice !== null && after.dice !== null && before.round !== after.round;
}
