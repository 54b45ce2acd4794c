import type { BoardModule } from "../types";
import { ofDice } from "../sounds";
import Board from "./Board.svelte";
import { circleName, parseEntry } from "./notation";
import { describe, announcements, over, prompt, score } from "./texts";

const board: BoardModule<"mark"> = {
  Board,
  hasSecrets: false,
  spotsOf: (_, move) => (parseEntry(move) ? [circleName(parseEntry(move)!.circle)] : []),
  areas: ["mark/rules", "mark/board"],
  describe,
  announcements,
  sounds: ofDice,
  prompt,
  score,
  over,
};

export default board;
