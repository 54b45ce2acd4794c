import type { BoardModule } from "../contract";
import { ofCards } from "../sounds";
import Board from "./Board.svelte";
import { hasDrawn, isForAll, news } from "./news";
import { describe, overWords, prompt, stars } from "./words";

const board: BoardModule<"enough"> = {
  Board,
  hasSecrets: true,
  hasDrawn,
  isForAll,
  areas: ["enough", "board_enough"],
  describe,
  news,
  sounds: ofCards,
  prompt,
  score: stars,
  over: overWords,
  prize: "trophy", // E17
};

export default board;
