// Who shall sit at a new table, while somebody still arranges it. Pure: a draft in, a new draft out.

import type { SeatWish, Seats } from "../generated/closecall";

export type Company = "bot" | "friends" | "local" | "alone";

/** One seat of a draft; the key stays while the seat is changed. */
export interface DraftSeat {
  readonly key: number;
  readonly kind: SeatWish["kind"];
  /** Of somebody at this device. */
  readonly name: string;
  /** Of a bot. */
  readonly bot: string;
  /** For those who want the second-youngest to start; empty if it is not known yet. */
  readonly age: string;
}

export type Draft = readonly DraftSeat[];

/** How many play as usual, where the game does not ask for more. */
const USUAL_SEATS: Readonly<Record<Company, number>> = { bot: 2, friends: 2, local: 2, alone: 1 };

/** The seats that one tap gives: me, and as many others as the game needs. */
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

/** One seat more. */
export function withSeat(draft: Draft, { kind, name = "", bot = "" }: SeatWish): Draft {
  const key = 1 + Math.max(0, ...draft.map((seat) => seat.key));
  const seat = { key, kind, name, bot, age: "" };
  // Whoever makes the table likes to see themselves first.
  return kind === "me" ? [seat, ...draft] : [...draft, seat];
}

export function withoutSeat(draft: Draft, key: number): Draft {
  return draft.filter((seat) => seat.key !== key);
}

export function withChange(draft: Draft, key: number, change: Partial<Omit<DraftSeat, "key">>): Draft {
  return draft.map((seat) => (seat.key === key ? { ...seat, ...change } : seat));
}

/** The same seats, with this bot wherever there is one. */
export function withBots(draft: Draft, bot: string): Draft {
  return draft.map((seat) => (seat.kind === "bot" ? { ...seat, bot } : seat));
}

/** The first name of these that nobody has yet. */
export function freeName(draft: Draft, names: readonly string[]): string {
  const taken = new Set(draft.map((seat) => tidy(seat.name)));
  return names.find((name) => !taken.has(tidy(name))) ?? "";
}

function tidy(name: string): string {
  return name.trim().toLowerCase();
}

/** What stands against a draft, as the last part of a message's key. */
export type Flaw = "few" | "nameless" | "same_name" | "ages";

/** What the table lacks; null if it can be made. `me` is the name of whoever makes it. */
export function flawOf(draft: Draft, seats: Seats, me: string, hasAges: boolean): Flaw | null {
  if (draft.length < seats.least) return "few";
  const names = draft.filter((seat) => seat.kind === "local").map((seat) => tidy(seat.name));
  if (names.includes("")) return "nameless";
  if (draft.some((seat) => seat.kind === "me")) names.push(tidy(me));
  if (new Set(names).size < names.length) return "same_name";
  if (hasAges && agesOf(draft) === null) return "ages";
  return null;
}

/** What the server is asked for. */
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

/** Whether the game can begin without waiting for anybody. */
export function isComplete(draft: Draft): boolean {
  return draft.every((seat) => seat.kind !== "open");
}
