import type { BoardModule } from "../types";
import { diceSounds } from "../diceSounds";
import Board from "./Board.svelte";
import { moveText, outcomeText } from "./log";
import { announcements } from "./announcements";
import { describe, overText, pointsText, prompt } from "./texts";

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
