import { diceSounds } from "../diceSounds";
import type { BoardModule } from "../types";
import { announcements, spoken } from "./announcements";
import Board from "./Board.svelte";
import { decisive, epilogue, overText } from "./ending";
import { fortunes } from "./fortunes";
import { PASS } from "./notation";
import { sheetPicture } from "./sheetPicture";
import { describe, isForced, moveText, outcomeText, pointsText, prompt } from "./texts";
import { replayed } from "./viewDiff";

export const board: BoardModule<"qwixx"> = {
  Board,
  hasSecrets: false,
  isJoint: ({ view }) => view.is_asking,
  passMove: ({ menu }) => (menu?.includes(PASS) ? PASS : null),
  forcedMove: (seen) => (isForced(seen) ? PASS : null),
  describe,
  announcements,
  spoken,
  sounds: diceSounds,
  prompt,
  outcomeText,
  moveText,
  replayed,
  score: pointsText,
  fortunes,
  liveScore: ({ view }, seat) => view.totals[seat] ?? 0,
  over: (_, { view }, names) => overText(view.results.at(-1)!, names),
  decisive,
  sheetPicture,
  epilogue,
};
