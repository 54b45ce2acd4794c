// What the viewer has tapped so far, and what can be tapped next. The last remaining move is selected on the screen.

import type { EnoughEffect } from "../../generated/closecall";
import type { BoardProps } from "../types";
import { afterTap, completes, entriesOf, onlyMove, openSpots, spotsOf, wishAt, type Spot } from "./moveBuilder";
import { parse } from "./notation";

/** How a spot looks: inactive, choosable, picked, or part of a sealed move. */
export type Glow = "none" | "open" | "picked" | "sealed";

export class MoveSelection {
  #taps = $state.raw<{ readonly point: number; readonly picks: readonly Spot[] }>({ point: -1, picks: [] });
  readonly #props: () => BoardProps<"enough">;
  readonly #asks: (move: string) => boolean;
  readonly #isQuick: () => boolean;
  /** What to tap at the next point, because this tap has made the move that leads there. */
  #next: { readonly point: number; readonly viewer: number; readonly spot: Spot } | null = null;

  /**
   * `asks` tells which moves need a confirmation: a second tap must not confirm them. Who is quick may tap a card that
   * can be taken after a move, as after staying in: the tap makes the move, and is then repeated.
   */
  constructor(props: () => BoardProps<"enough">, asks: (move: string) => boolean, isQuick: () => boolean = () => false) {
    this.#props = props;
    this.#asks = asks;
    this.#isQuick = isQuick;
  }

  readonly viewer = $derived.by(() => this.#props().seen.viewer ?? -1);
  readonly entries = $derived.by(() => {
    const { seen, active } = this.#props();
    return active && seen.menu ? entriesOf(seen.menu, this.viewer) : [];
  });
  /** The spots of the selected or sealed move, or those tapped so far. */
  readonly picks = $derived.by((): readonly Spot[] => {
    const { seen, selected, sealed } = this.#props();
    const move = parse(selected ?? sealed ?? "");
    if (move) return spotsOf(move, this.viewer);
    return this.#taps.point === seen.point ? this.#taps.picks : [];
  });
  readonly #open = $derived.by(() => openSpots(this.entries, this.#props().selected === null ? this.picks : []));

  /** Whether the taps do not make a whole move yet. */
  readonly isHalf = $derived.by(() => this.#props().selected === null && this.picks.length > 0 && this.entries.length > 0);

  /** By spot, the move after which it can be tapped; the server says what follows. Giving a card up comes later. */
  readonly #ahead = $derived.by((): ReadonlyMap<Spot, string> => {
    const { effects, selected } = this.#props();
    if (!this.#isQuick() || selected !== null || this.picks.length > 0) return new Map();
    return new Map(
      this.entries.flatMap(({ move }) => {
        const spots = openSpots(entriesOf(effects?.get(move)?.then ?? [], this.viewer), []);
        return [...spots].filter((spot) => !spot.startsWith("hand:")).map((spot) => [spot, move] as const);
      }),
    );
  });

  readonly hasToken = $derived(this.picks.some((pick) => pick.startsWith("token:")));

  glow(spot: Spot): Glow {
    if (this.picks.includes(spot)) return this.#props().active ? "picked" : "sealed";
    return this.#open.has(spot) || this.#ahead.has(spot) ? "open" : "none";
  }

  /** Whether a tap makes another move first. */
  isAhead(spot: Spot): boolean {
    return this.#ahead.has(spot) && !this.#open.has(spot);
  }

  /** What a tap would make of the lot, if it completes a move whose effect is known. */
  preview(spot: Spot): EnoughEffect | null {
    const { effects, selected } = this.#props();
    const picks = selected === null ? this.picks : this.picks.filter((pick) => pick !== spot && pick.split(":")[0] !== spot.split(":")[0]);
    const entry = completes(this.entries, picks, spot);
    const effect = entry ? (effects?.get(entry.move) ?? null) : null;
    return effect?.total == null ? null : effect;
  }

  tap(spot: Spot): void {
    const { seen, active, selected, select, confirm, why } = this.#props();
    if (!active) return;
    this.#next = null;
    if (selected !== null && this.picks.includes(spot)) {
      if (!this.#asks(selected)) confirm();
      return;
    }
    const picks = afterTap(this.entries, this.picks, spot);
    const leading = this.#ahead.get(spot);
    if (picks === null && leading !== undefined) {
      this.#next = { point: seen.point + 1, viewer: this.viewer, spot };
      return select(leading);
    }
    if (picks === null) return why(wishAt(spot, this.viewer, seen.view.players[this.viewer]?.hand ?? [], this.picks));
    const only = onlyMove(this.entries, picks);
    this.#taps = { point: seen.point, picks: only ? [] : picks };
    select(only?.move ?? null);
  }

  /** Repeat a tap at the point that it has led to, if it means anything there. Call it after each change. */
  followUp(): void {
    const { seen, active } = this.#props();
    const next = this.#next;
    if (next === null || seen.point < next.point) return;
    if (seen.point > next.point || this.viewer !== next.viewer) this.#next = null;
    else if (active) {
      this.#next = null;
      if (this.#open.has(next.spot)) this.tap(next.spot);
    }
  }

  /** Start over. */
  drop(): void {
    this.#taps = { point: -1, picks: [] };
  }

  /** What to tap next, as part of a message key; null if nothing is tapped yet. */
  get missing(): "give" | "source" | "token" | "ability" | "whom" | null {
    if (!this.isHalf) return null;
    const kinds = new Set([...this.#open].filter((spot) => !this.picks.includes(spot)).map((spot) => spot.split(":")[0]));
    if (kinds.has("voice")) return kinds.has("up") ? "ability" : "whom";
    if (kinds.has("token")) return "token";
    return kinds.has("hand") ? "give" : "source";
  }
}
