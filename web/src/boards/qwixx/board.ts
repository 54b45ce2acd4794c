import { diceSounds } from "../diceSounds";
import type { BoardModule } from "../types";
import { announcements } from "./announcements";
import Board from "./Board.svelte";
import { describe, moveText, outcomeText, overText, pointsText, prompt } from "./texts";

export const board: BoardModule<"qwixx"> = {
  Board,
  hasSecrets: false,
  describe,
  announcements,
  sounds: diceSounds,
  prompt,
  outcomeText,
  moveText,
  score: pointsText,
  over: ({ reason, scores }) => overText(reason, scores.length),
};
