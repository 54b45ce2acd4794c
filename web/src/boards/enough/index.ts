import type { MessageKey } from "../../generated/closecall";
import { say } from "../../lib/language.svelte";
import type { BoardModule } from "../contract";
import { ofCards } from "../sounds";
import Board from "./Board.svelte";
import { hasDrawn, isForAll, news } from "./news";
import { describe, prompt, stars } from "./words";

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
  over: (over) => say(over.reason as MessageKey),
};

export default board;
