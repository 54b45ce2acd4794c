// The hall of fame of one game at a time; late answers about another game are dropped.

import type { Famous, Game, Rated } from "../generated/closecall";
import { api, sentenceOf } from "./api";

type Server = Pick<typeof api, "fame" | "ratings">;

export interface Hall {
  /** Players with victories, most first. */
  readonly famous: readonly Famous[];
  readonly rated: readonly Rated[];
}

export class Fame {
  game = $state() as Game;
  /** null until it is loaded. */
  hall = $state.raw<Hall | null>(null);
  trouble = $state<string | null>(null);
  #asked = 0;

  constructor(
    game: Game,
    private readonly server: Server = api,
  ) {
    this.game = game;
  }

  async look(game: Game): Promise<void> {
    const asked = ++this.#asked;
    if (game !== this.game) this.hall = null;
    this.game = game;
    this.trouble = null;
    try {
      const [fame, ratings] = await Promise.all([this.server.fame(game), this.server.ratings(game)]);
      if (asked === this.#asked) this.hall = { famous: fame.people.filter((person) => person.victories > 0), rated: ratings.people };
    } catch (error) {
      if (asked === this.#asked) this.trouble = sentenceOf(error);
    }
  }
}
