import type { BoardModule } from "../types";
import { ofCards } from "../sounds";
import Board from "./Board.svelte";
import { hasDrawn, isForAll, announcements } from "./announcements";
import { toTap } from "./moveBuilder";
import { describe, overText, prompt, stars } from "./texts";

const board: BoardModule<"enough"> = {
  Board,
  hasSecrets: true,
  hasDrawn,
  isForAll,
  spotsOf: (seen, move) => toTap(move, seen.viewer ?? -1),
  areas: ["enough/rules", "enough/board"],
  describe,
  announcements,
  sounds: ofCards,
  prompt,
  score: stars,
  over: overText,
  prize: "trophy", // E17
};

export default board;
