import type { BoardModule } from "../types";
import { ofDice } from "../sounds";
import Board from "./Board.svelte";
import { announcements } from "./announcements";
import { describe, overText, pointsText, prompt } from "./texts";

const board: BoardModule<"qwixx"> = {
  Board,
  hasSecrets: false,
  areas: ["qwixx/rules", "qwixx/board"],
  describe,
  announcements,
  sounds: ofDice,
  prompt,
  score: pointsText,
  over: ({ reason, scores }) => overText(reason, scores.length),
};

export default board;
