// The hall of fame of one game at a time; late answers about another game are dropped.

import type { Famous, Game, LevelFame, Rated } from "../generated/closecall";
import { api, sentenceOf } from "./api";

type Server = Pick<typeof api, "fame" | "ratings">;

/** Players with victories, most first, in a list for each company in which they played; and the best ratings. */
export interface Hall {
  /** On several devices. */
  readonly people: readonly Famous[];
  /** With others on one device. */
  readonly shared: readonly Famous[];
  /** Alone against bots, the strongest first. */
  readonly bots: readonly LevelFame[];
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
      const [{ people, shared, bots }, ratings] = await Promise.all([this.server.fame(game), this.server.ratings(game)]);
      if (asked !== this.#asked) return;
      const levels = bots.map(({ level, people }) => ({ level, people: winners(people) }));
      this.hall = {
        people: winners(people),
        shared: winners(shared),
        bots: levels.filter(({ people }) => people.length > 0),
        rated: ratings.people,
      };
    } catch (error) {
      if (asked === this.#asked) this.trouble = sentenceOf(error);
    }
  }
}

function winners(people: readonly Famous[]): readonly Famous[] {
  return people.filter(({ victories }) => victories > 0);
}

export function isEmpty({ people, shared, bots, rated }: Hall): boolean {
  return people.length + shared.length + bots.length + rated.length === 0;
}
