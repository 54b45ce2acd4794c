import type { BoardModule } from "../types";
import { announcements, hasDrawn, isForAll, sounds } from "./announcements";
import Board from "./Board.svelte";
import { championText, decisive, overText } from "./ending";
import { fortunes } from "./fortunes";
import { toTap } from "./moveBuilder";
import { readingMs } from "./pace.svelte";
import { describe, moveText, outcomeText, prompt, stars } from "./texts";

export const board: BoardModule<"enough"> = {
  Board,
  hasSecrets: true,
  hasDrawn,
  isForAll,
  isPublicChoice: (seen) => seen.view.phase === "Showing", // E14
  spotsOf: (seen, move) => toTap(move, seen.viewer ?? -1),
  describe,
  announcements,
  sounds,
  readingMs,
  prompt,
  outcomeText,
  moveText,
  score: stars,
  scoreSign: "★",
  fortunes,
  liveScore: ({ view }, seat) => view.players[seat]?.stars ?? 0,
  over: overText,
  decisive,
  champion: championText, // E17
  prize: "trophy", // E17
};
