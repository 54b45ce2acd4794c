import type { MessageKey } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import type { BoardModule } from "../contract";
import { ofDice } from "../sounds";
import Board from "./Board.svelte";
import { news } from "./news";
import { describe, pointsWord, prompt } from "./words";

const board: BoardModule<"qwixx"> = {
  Board,
  hasSecrets: false,
  // The words for colours stand among those of the first game that has them.
  areas: ["mark", "qwixx", "board_qwixx"],
  describe,
  news,
  sounds: ofDice,
  prompt,
  score: pointsWord,
  over: (over) => say(over.reason as MessageKey),
};

export default board;
