// The seats of a new table while they are being arranged. Pure functions on drafts.

import type { SeatWish, Seats } from "../generated/closecall";

export type Company = "bot" | "friends" | "local" | "alone";

/** One seat; its key stays the same while it is edited. */
export interface DraftSeat {
  readonly key: number;
  readonly kind: SeatWish["kind"];
  /** The name of a person at this device. */
  readonly name: string;
  /** The level of a bot. */
  readonly bot: string;
  /** As typed; needed only if the second-youngest starts. */
  readonly age: string;
}

export type Draft = readonly DraftSeat[];

/** The default number of players, unless the game needs more. */
const USUAL_SEATS: Readonly<Record<Company, number>> = { bot: 2, friends: 2, local: 2, alone: 1 };

/** The default seats: me, and as many others as the game needs. */
export function defaultSeats(company: Company, least: number, bot: string, names: readonly string[]): Draft {
  const count = Math.max(USUAL_SEATS[company], least);
  let draft = withSeat([], { kind: "me" });
  while (draft.length < count) {
    draft = withSeat(draft, otherSeat(company, bot, names[draft.length - 1] ?? ""));
  }
  return draft;
}

function otherSeat(company: Company, bot: string, name: string): SeatWish {
  if (company === "friends") return { kind: "open" };
  if (company === "local") return { kind: "local", name };
  return { kind: "bot", bot };
}

/** Add a seat. */
export function withSeat(draft: Draft, { kind, name = "", bot = "" }: SeatWish): Draft {
  const key = 1 + Math.max(0, ...draft.map((seat) => seat.key));
  const seat = { key, kind, name, bot, age: "" };
  // The maker of the table comes first.
  return kind === "me" ? [seat, ...draft] : [...draft, seat];
}

export function withoutSeat(draft: Draft, key: number): Draft {
  return draft.filter((seat) => seat.key !== key);
}

export function withChange(draft: Draft, key: number, change: Partial<Omit<DraftSeat, "key">>): Draft {
  return draft.map((seat) => (seat.key === key ? { ...seat, ...change } : seat));
}

/** Replace every bot by this one. */
export function withBots(draft: Draft, bot: string): Draft {
  return draft.map((seat) => (seat.kind === "bot" ? { ...seat, bot } : seat));
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
export function flawOf(draft: Draft, seats: Seats, me: string, hasAges: boolean): Flaw | null {
  if (draft.length < seats.least) return "few";
  const names = draft.filter((seat) => seat.kind === "local").map((seat) => tidy(seat.name));
  if (names.includes("")) return "nameless";
  if (draft.some((seat) => seat.kind === "me")) names.push(tidy(me));
  if (new Set(names).size < names.length) return "same_name";
  if (hasAges && agesOf(draft) === null) return "ages";
  return null;
}

/** The seats as the server expects them. */
export function wishesOf(draft: Draft): SeatWish[] {
  return draft.map(({ kind, name, bot }) => {
    if (kind === "local") return { kind, name: name.trim() };
    return kind === "bot" ? { kind, bot } : { kind };
  });
}

/** The ages by seat; null while one is missing. */
export function agesOf(draft: Draft): number[] | null {
  const ages = draft.map((seat) => (/^\d{1,3}$/.test(seat.age.trim()) ? Number(seat.age) : null));
  return ages.every((age) => age !== null) ? ages : null;
}

/** Whether the game can begin at once. */
export function isComplete(draft: Draft): boolean {
  return draft.every((seat) => seat.kind !== "open");
}
