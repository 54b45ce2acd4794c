// The seats of a new table while they are being arranged. Pure functions on drafts.

import type { SeatWish, Seats } from "../generated/closecall";
import { parseAge } from "./age";

export type Company = "bot" | "friends" | "local" | "alone";

/** One seat; its key stays the same while it is edited. */
export interface DraftSeat {
  readonly key: number;
  readonly kind: SeatWish["kind"];
  /** The name of a person at this device. */
  readonly name: string;
  /** The level or the name of a bot. */
  readonly bot: string;
  /** The slug of the character that the bot is; empty if it is none. */
  readonly character: string;
  /** As typed, of a person at this device; asked for only if the second-youngest starts. */
  readonly age: string;
}

/** Which bot is wanted. */
export type BotWish = Pick<SeatWish, "bot" | "character">;

export type Draft = readonly DraftSeat[];

/** The default number of players, unless the game needs more. */
const USUAL_SEATS: Readonly<Record<Company, number>> = { bot: 2, friends: 2, local: 2, alone: 1 };

/** How many others there are by default. */
export function defaultOthers(company: Company, least: number): number {
  return Math.max(USUAL_SEATS[company], least) - 1;
}

/** The default seats: me, and as many others as the game needs; each by these bots or these names. */
export function defaultSeats(company: Company, least: number, bots: readonly BotWish[], names: readonly string[]): Draft {
  let draft = withSeat([], { kind: "me" });
  for (let n = 0; n < defaultOthers(company, least); n += 1) {
    if (company === "friends") draft = withSeat(draft, { kind: "open" });
    else if (company === "local") draft = withSeat(draft, { kind: "local", name: names[n] ?? "" });
    else draft = withSeat(draft, { kind: "bot", ...bots[n] });
  }
  return draft;
}

/** Add a seat. */
export function withSeat(draft: Draft, { kind, name = "", bot = "", character = "" }: SeatWish): Draft {
  const key = 1 + Math.max(0, ...draft.map((seat) => seat.key));
  const seat = { key, kind, name, bot, character, age: "" };
  // The maker of the table comes first.
  return kind === "me" ? [seat, ...draft] : [...draft, seat];
}

export function withoutSeat(draft: Draft, key: number): Draft {
  return draft.filter((seat) => seat.key !== key);
}

export function withChange(draft: Draft, key: number, change: Partial<Omit<DraftSeat, "key">>): Draft {
  return draft.map((seat) => (seat.key === key ? { ...seat, ...change } : seat));
}

/** The first of these names that is not taken. */
export function freeName(draft: Draft, names: readonly string[]): string {
  const taken = new Set(draft.map((seat) => tidy(seat.name)));
  return names.find((name) => !taken.has(tidy(name))) ?? "";
}

function tidy(name: string): string {
  return name.trim().toLowerCase();
}

/** Why a table cannot be made; part of a message key. */
export type Flaw = "few" | "nameless" | "same_name" | "ages";

/** What is wrong with a draft; null if the table can be made. `me` is my own name. */
export function flawOf(draft: Draft, seats: Seats, me: string, asksAge: boolean): Flaw | null {
  if (draft.length < seats.least) return "few";
  const names = draft.filter((seat) => seat.kind === "local").map((seat) => tidy(seat.name));
  if (names.includes("")) return "nameless";
  if (draft.some((seat) => seat.kind === "me")) names.push(tidy(me));
  if (new Set(names).size < names.length) return "same_name";
  if (asksAge && draft.some((seat) => isHere(seat) && parseAge(seat.age) === undefined)) return "ages";
  return null;
}

/** Whether somebody at this device sits there. */
export function isHere({ kind }: DraftSeat): boolean {
  return kind === "me" || kind === "local";
}

/** The seats as the server expects them, with ages only if it asks for them. */
export function wishesOf(draft: Draft, asksAge = false): SeatWish[] {
  return draft.map((seat) => {
    const { kind, name, bot, character } = seat;
    const age = asksAge && isHere(seat) ? (parseAge(seat.age) ?? null) : null;
    const more = age === null ? {} : { age };
    if (kind === "local") return { kind, name: name.trim(), ...more };
    if (kind === "bot") return character === "" ? { kind, bot } : { kind, bot, character };
    return { kind, ...more };
  });
}

/** Whether the game can begin at once. */
export function isComplete(draft: Draft): boolean {
  return draft.every((seat) => seat.kind !== "open");
}
