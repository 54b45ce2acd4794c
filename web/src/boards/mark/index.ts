import { say } from "../../lib/language.svelte";
import type { GameModule } from "../types";
import Picture from "./Picture.svelte";

const game: GameModule = {
  Picture,
  resultText: (name, n) => say("home.games.points", { name, n }),
  loadBoard: async () => (await import("./board")).board,
  loadDraws: async () => (await import("./draws")).MarkDraws,
};

export default game;
