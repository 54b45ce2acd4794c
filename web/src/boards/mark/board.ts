import type { BoardModule } from "../types";
import { diceSounds } from "../diceSounds";
import Board from "./Board.svelte";
import { moveText, outcomeText } from "./log";
import { circleName, parseEntry } from "./notation";
import { describe, announcements, over, prompt, score } from "./texts";

export const board: BoardModule<"mark"> = {
  Board,
  hasSecrets: false,
  spotsOf: (_, move) => (parseEntry(move) ? [circleName(parseEntry(move)!.circle)] : []),
  describe,
  announcements,
  sounds: diceSounds,
  prompt,
  outcomeText,
  moveText,
  score,
  over,
};
