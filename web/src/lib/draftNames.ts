// What the seats of a draft are called.

import { botLevel } from "./bots";
import { characterOf } from "./cast";
import { say } from "./language.svelte";
import type { Draft, DraftSeat } from "./seatDraft";

/** `me` is my own name. */
export function draftName(seat: DraftSeat, me: string): string {
  switch (seat.kind) {
    case "me":
      return me;
    case "open":
      return say("home.new.friend");
    case "bot":
      return characterOf(seat.character)?.name ?? botLevel(seat.bot);
    case "local":
      return seat.name.trim() || say("home.new.local");
  }
}

/** All names, with the number of the seat where several are called the same. */
export function draftNames(draft: Draft, me: string): string[] {
  const names = draft.map((seat) => draftName(seat, me));
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${at + 1})`));
}
