// The days on which trophies were won, for people.

import type { Language } from "../generated/closecall";

export interface TrophyDay {
  /** For machines: the time of the latest trophy of that day. */
  readonly time: string;
  /** For people: the date, where they are. */
  readonly text: string;
  readonly trophies: number;
}

/** The days of some trophies, which come with the newest first; several of one day are together. */
export function trophyDays(trophies: readonly number[], language: Language): TrophyDay[] {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const days = new Map<string, TrophyDay>();
  for (const at of trophies) {
    const text = format.format(at);
    const known = days.get(text);
    days.set(text, known ? { ...known, trophies: known.trophies + 1 } : { time: new Date(at).toISOString(), text, trophies: 1 });
  }
  return [...days.values()];
}
