import type { BoardModule } from "../types";
import { announcements, hasDrawn, isForAll, sounds } from "./announcements";
import Board from "./Board.svelte";
import { toTap } from "./moveBuilder";
import { describe, moveText, outcomeText, overText, prompt, stars } from "./texts";

export const board: BoardModule<"enough"> = {
  Board,
  hasSecrets: true,
  hasDrawn,
  isForAll,
  spotsOf: (seen, move) => toTap(move, seen.viewer ?? -1),
  describe,
  announcements,
  sounds,
  prompt,
  outcomeText,
  moveText,
  score: stars,
  over: overText,
  prize: "trophy", // E17
};
