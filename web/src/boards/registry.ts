// The games that the page knows: every folder here with an index.ts.

import { GAMES, type Game } from "../generated/closecall";
import { catalogue } from "../lib/language.svelte";
import type { AnyBoard, GameModule } from "./types";

const modules = import.meta.glob<GameModule>("./*/index.ts", { eager: true, import: "default" });

export const games = (Object.keys(GAMES) as Game[]).filter((game) => pathOf(game) in modules);

export function gameModule(game: Game): GameModule {
  const module = modules[pathOf(game)];
  if (module === undefined) throw new Error(`no board: ${game}`);
  return module;
}

/** The board of a game with its texts, loaded when they are first needed. */
export async function loadBoard(game: Game): Promise<AnyBoard> {
  const [board] = await Promise.all([gameModule(game).loadBoard(), catalogue.load(`${game}/rules`, `${game}/board`)]);
  return board;
}

function pathOf(game: Game): string {
  return `./${game}/index.ts`;
}
