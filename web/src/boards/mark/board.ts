import { diceSounds } from "../diceSounds";
import type { BoardModule } from "../types";
import Board from "./Board.svelte";
import { decisive, nextTitle, over } from "./ending";
import { fortunes } from "./fortunes";
import { NAMES, circleName, parseEntry } from "./notation";
import { replayed } from "./sheet";
import { sheetPicture } from "./sheetPicture";
import { announcements, describe, forcedMove, moveText, outcomeText, prompt, score } from "./texts";

export const board: BoardModule<"mark"> = {
  Board,
  hasSecrets: false,
  spotsOf: (_, move) => (parseEntry(move) ? [circleName(parseEntry(move)!.circle)] : []),
  forcedMove,
  describe,
  announcements,
  sounds: diceSounds,
  prompt,
  outcomeText,
  moveText,
  replayed,
  score,
  fortunes,
  liveScore: ({ view }, seat) => view.sheets[seat]?.score.total ?? 0,
  colourOf: ({ view }, seat) => (view.sheets[seat]?.colour ? NAMES[view.sheets[seat].colour] : "none"),
  over,
  decisive,
  sheetPicture,
  nextTitle,
};
