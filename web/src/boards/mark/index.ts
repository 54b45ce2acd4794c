import type { BoardModule } from "../contract";
import { ofDice } from "../sounds";
import Board from "./Board.svelte";
import { circleName, parseEntry } from "./notation";
import { describe, news, over, prompt, score } from "./words";

const board: BoardModule<"mark"> = {
  Board,
  hasSecrets: false,
  spotsOf: (_, move) => (parseEntry(move) ? [circleName(parseEntry(move)!.circle)] : []),
  areas: ["mark/rules", "mark/board"],
  describe,
  news,
  sounds: ofDice,
  prompt,
  score,
  over,
};

export default board;
