// Views for tests: defaults for everything that does not matter.

import type { EnoughPlayerView, EnoughSeen, EnoughView } from "../../generated/closecall";

export function player(told: Partial<EnoughPlayerView> = {}): EnoughPlayerView {
  return {
    stars: 0, tokens: [], used: [], face_up: 5, locked: false, lock_token: false, silenced: false, stance: "playing",
    hand_size: told.hand?.length ?? 0, known: [], hand: null, target: null, uses: [], lot: { total: null, distance: null }, ...told,
  };
}

export function table(players: EnoughPlayerView[], told: Partial<EnoughView> = {}): EnoughView {
  return {
    viewer: 0, kit: { name: "", cards: [], targets: [], tokens: [] }, advanced: false, showing: true, phase: "Turn", acting: 0, round: 1,
    turns: 0, first: 0, caller: null, backed_out: false, redeals: 0, resting: [], deck_size: 40, discard: [], box_size: 15,
    players, drawn: null, last: null, ...told,
  };
}

export function seenBy(view: EnoughView, menu: string[] | null = null): EnoughSeen {
  return { viewer: view.viewer, point: 1, menu, has_more_moves: false, sealed: null, waiting: [], over: null, view };
}
