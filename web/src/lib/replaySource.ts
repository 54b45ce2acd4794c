// Where a replay comes from: a table that the reader may see, or the link to a game that a player has shared.

import type { Game, Proof, Replay } from "../generated/closecall";
import { api } from "./api";
import type { Named } from "./names";

/** What there is to know about a game before its steps are loaded. */
export interface ReplayedGame {
  readonly game: Game;
  readonly seats: readonly Named[];
  /** Whether it was played to its end; an abandoned game keeps its secrets. */
  readonly isOver: boolean;
  /** Whether somebody at this device played. */
  readonly isPlayer: boolean;
  /** Whether the address of the replay works for everybody. */
  readonly isPublic: boolean;
  /** Whether the reader may make a link that works for everybody. */
  readonly canShare: boolean;
}

export interface ReplaySource {
  /** The table; null behind a shared link, which does not lead to it. */
  readonly table: string | null;
  /** The address of the replay with a query, which may be empty. */
  address(query: string): string;
  load(): Promise<ReplayedGame>;
  steps(step: number, limit: number, viewer: number | null): Promise<Replay>;
  record(): Promise<unknown>;
  proof(): Promise<Proof>;
}

/** The replay of a table that the reader may see. */
export function replayOfTable(id: string): ReplaySource {
  return {
    table: id,
    address: (query) => `/replay/${id}${query && `?${query}`}`,
    load: async () => {
      const { game, seats, status, is_public, allowed } = await api.table(id);
      const isPlayer = seats.some((seat) => seat.mine);
      return { game, seats, isOver: status === "over", isPlayer, isPublic: is_public, canShare: allowed.includes("share") };
    },
    steps: (step, limit, viewer) => api.replay(id, step, limit, viewer),
    record: () => api.record(id),
    proof: () => api.proof(id),
  };
}

/** The replay of a shared game. */
export function sharedReplay(token: string): ReplaySource {
  return {
    table: null,
    address: (query) => `/shared${query && `?${query}`}#${token}`,
    load: async () => {
      const { game, seats } = await api.shared(token);
      return { game, seats, isOver: true, isPlayer: false, isPublic: true, canShare: false };
    },
    steps: (step, limit, viewer) => api.sharedReplay({ token, step, limit, viewer }),
    record: () => api.sharedRecord(token),
    proof: () => api.sharedProof(token),
  };
}
