// How a finished game compares with a person's other ones of its kind.

import type { Figures, Game, Statistics } from "../generated/closecall";

export interface PersonalRecord {
  /** Of all games in the same company: alone, against bots of this level, on a shared device, or with people. */
  readonly figures: Figures;
  /** Whether this game, the latest of them, has brought a better score than any before. */
  readonly isNewBest: boolean;
}

/** Null if the game does not count, or is too long ago. */
export function recordOf(statistics: Statistics, game: Game, endedAt: number | null): PersonalRecord | null {
  const companies = statistics.games.find((each) => each.game === game)?.companies ?? [];
  const figures = companies.find((each) => each.figures.recent.some((recent) => recent.ended_at === endedAt))?.figures;
  if (figures === undefined) return null;
  const { best, best_before, recent } = figures;
  const isLatest = recent.at(-1)?.ended_at === endedAt;
  return { figures, isNewBest: isLatest && best !== null && best_before !== null && best > best_before };
}
