// What somebody agrees on about a game, and the options that the server is asked for.

import type { AnyOptions, Game } from "../generated/closecall";

export const KITS = ["standard", "classic"] as const;
export const MOST_GAMES = 5;

export type KitName = (typeof KITS)[number];

/** The options of all games together; each game takes its own. */
export interface Agreed {
  /** Whether the second-youngest starts. */
  readonly hasAges: boolean;
  readonly games: number;
  readonly kit: KitName;
  readonly advanced: boolean;
}

export const AS_USUAL: Agreed = { hasAges: false, games: 1, kit: "standard", advanced: false };

/** The options of a game; what is as usual is left out. */
export function optionsOf(game: Game, agreed: Agreed, ages: readonly number[] | null): Record<string, unknown> | null {
  switch (game) {
    case "mark":
      return agreed.hasAges && ages ? { ages } : null;
    case "qwixx":
      return agreed.games === AS_USUAL.games ? null : { games: agreed.games };
    case "enough":
      return { kit: agreed.kit, advanced: agreed.advanced };
  }
}

/** What is unusual about the options of a table. */
export interface Unusual {
  readonly hasAges: boolean;
  readonly games: number | null;
  readonly kit: string | null;
  readonly advanced: boolean;
}

export function unusual(options: AnyOptions): Unusual {
  const kit = "kit" in options ? options.kit.name : null;
  return {
    hasAges: "ages" in options && options.ages !== null,
    games: "games" in options && options.games !== AS_USUAL.games ? options.games : null,
    kit: kit === AS_USUAL.kit ? null : kit,
    advanced: "advanced" in options && options.advanced,
  };
}

/** Whether we have words for a kit. */
export function isOurKit(kit: string): kit is KitName {
  return (KITS as readonly string[]).includes(kit);
}
