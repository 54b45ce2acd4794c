import type { BoardModule } from "../contract";
import { ofCards } from "../sounds";
import Board from "./Board.svelte";
import { hasDrawn, isForAll, news } from "./news";
import { toTap } from "./spots";
import { describe, overWords, prompt, stars } from "./words";

const board: BoardModule<"enough"> = {
  Board,
  hasSecrets: true,
  hasDrawn,
  isForAll,
  spotsOf: (seen, move) => toTap(move, seen.viewer ?? -1),
  areas: ["enough/rules", "enough/board"],
  describe,
  news,
  sounds: ofCards,
  prompt,
  score: stars,
  over: overWords,
  prize: "trophy", // E17
};

export default board;
