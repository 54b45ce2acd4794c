import { diceSounds } from "../diceSounds";
import type { BoardModule } from "../types";
import Board from "./Board.svelte";
import { circleName, parseEntry } from "./notation";
import { announcements, describe, moveText, outcomeText, over, prompt, score } from "./texts";

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
