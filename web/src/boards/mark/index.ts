import type { BoardModule } from "../contract";
import { ofDice } from "../sounds";
import Board from "./Board.svelte";
import { describe, news, over, prompt, score } from "./words";

const board: BoardModule<"mark"> = {
  Board,
  hasSecrets: false,
  areas: ["mark", "board_mark"],
  describe,
  news,
  sounds: ofDice,
  prompt,
  score,
  over,
};

export default board;
