import type { BoardModule } from "../contract";
import { ofDice } from "../sounds";
import Board from "./Board.svelte";
import { news } from "./news";
import { describe, overWord, pointsWord, prompt } from "./words";

const board: BoardModule<"qwixx"> = {
  Board,
  hasSecrets: false,
  areas: ["qwixx/rules", "qwixx/board"],
  describe,
  news,
  sounds: ofDice,
  prompt,
  score: pointsWord,
  over: ({ reason, scores }) => overWord(reason, scores.length),
};

export default board;
