// What the server offers for new tables; loaded once, and again after a failure.

import type { Game, GameInfo, Offer } from "../generated/closecall";
import { api } from "./api";

class GameCatalogue {
  offer = $state.raw<Offer | null>(null);
  #asking: Promise<Offer> | null = null;

  async load(): Promise<Offer> {
    this.#asking ??= api.offer();
    try {
      this.offer = await this.#asking;
      return this.offer;
    } catch (error) {
      this.#asking = null;
      throw error;
    }
  }

  infoOf(game: Game): GameInfo | null {
    return this.offer?.games.find((info) => info.game === game) ?? null;
  }
}

export const gameCatalogue = new GameCatalogue();
