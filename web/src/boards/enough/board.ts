import type { BoardModule } from "../types";
import Board from "./Board.svelte";
import { moveText, outcomeText } from "./log";
import { announcements, hasDrawn, isForAll, sounds } from "./announcements";
import { toTap } from "./moveBuilder";
import { describe, overText, prompt, stars } from "./texts";

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
