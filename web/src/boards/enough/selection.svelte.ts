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

  /** `asks` tells which moves need a confirmation: a second tap must not confirm them. */
  constructor(props: () => BoardProps<"enough">, asks: (move: string) => boolean) {
    this.#props = props;
    this.#asks = asks;
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

  readonly hasToken = $derived(this.picks.some((pick) => pick.startsWith("token:")));

  glow(spot: Spot): Glow {
    if (this.picks.includes(spot)) return this.#props().active ? "picked" : "sealed";
    return this.#open.has(spot) ? "open" : "none";
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
    if (selected !== null && this.picks.includes(spot)) {
      if (!this.#asks(selected)) confirm();
      return;
    }
    const picks = afterTap(this.entries, this.picks, spot);
    if (picks === null) return why(wishAt(spot, this.viewer, seen.view.players[this.viewer]?.hand ?? [], this.picks));
    const only = onlyMove(this.entries, picks);
    this.#taps = { point: seen.point, picks: only ? [] : picks };
    select(only?.move ?? null);
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
