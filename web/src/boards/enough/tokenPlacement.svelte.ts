// Places tokens by taps: a token and a card in either order, then the change if there is a choice.

import type { EnoughChange, EnoughLotView } from "../../generated/closecall";
import type { BoardProps } from "../types";
import { arrangementsOf, changesFor, nearestFirst, onCards, unplaced, usesOf, withoutUse } from "./arrangements";
import { codeOf, type TokenCode, type Use } from "./notation";
import type { Glow } from "./selection.svelte";

export class TokenPlacement {
  #held = $state.raw<{ readonly point: number; readonly token: TokenCode | null; readonly card: number | null }>({ point: -1, token: null, card: null });
  readonly #props: () => BoardProps<"enough">;

  constructor(props: () => BoardProps<"enough">) {
    this.#props = props;
  }

  /** The menu, and what was found beyond it. */
  readonly #moves = $derived.by(() => new Set([...(this.#props().seen.menu ?? []), ...(this.#props().effects?.keys() ?? [])]));
  readonly #own = $derived.by(() => {
    const { view, viewer } = this.#props().seen;
    return viewer === null ? null : (view.players[viewer] ?? null);
  });

  /** Whether tokens can be placed now. */
  readonly isOpen = $derived.by(() => this.#props().active && this.#moves.has("total"));
  /** The cards of the lot as in the notation: null for the face-up card, then the hand. */
  readonly lot = $derived.by((): (number | null)[] => [null, ...(this.#own?.hand ?? [])]);
  readonly uses = $derived.by((): readonly Use[] => usesOf(this.#props().selected ?? this.#props().sealed));
  readonly #placed = $derived(onCards(this.lot, this.uses));
  readonly #tokens = $derived.by(() => (this.#own?.tokens ?? []).map(codeOf));
  readonly left = $derived(unplaced(this.#tokens, this.uses));
  readonly token = $derived.by(() => (this.#isNow && this.left.includes(this.#held.token ?? "") ? this.#held.token : null));
  /** The tapped card, by its index in the lot. */
  readonly card = $derived.by(() => (this.#isNow && this.#held.card !== null && this.useOn(this.#held.card) === null ? this.#held.card : null));
  readonly #isNow = $derived.by(() => this.#held.point === this.#props().seen.point);

  /** What the tapped token can do to the tapped card, once both are tapped. */
  readonly changes = $derived.by((): { change: EnoughChange; move: string }[] => {
    return this.token === null || this.card === null ? [] : this.#changes(this.token, this.card);
  });

  /** The lot with the placed tokens, as the server computes it. */
  readonly effect = $derived.by((): EnoughLotView | null => {
    const { effects, selected, sealed } = this.#props();
    return effects?.get(selected ?? sealed ?? "total") ?? null;
  });

  readonly ways = $derived.by(() => nearestFirst(arrangementsOf([...this.#moves]), this.#props().effects));

  /** Whether there are other ways, which are found by placing more tokens. */
  readonly hasMore = $derived.by(() => this.#props().seen.has_more_moves);

  effectOf(move: string): EnoughLotView | null {
    return this.#props().effects?.get(move) ?? null;
  }

  /** The use on a card of the lot. */
  useOn(at: number): Use | null {
    const placed = this.#placed[at];
    return placed == null ? null : (this.uses[placed] ?? null);
  }

  glowOfToken(token: TokenCode): Glow {
    if (this.token === token) return "picked";
    if (!this.isOpen || !this.left.includes(token)) return "none";
    const cards = this.card === null ? this.lot.map((_, at) => at) : [this.card];
    return cards.some((at) => this.#changes(token, at).length > 0) ? "open" : "none";
  }

  glowOfCard(at: number): Glow {
    if (this.card === at || this.useOn(at)) return this.isOpen ? "picked" : "sealed";
    const tokens = this.token === null ? this.left : [this.token];
    return this.isOpen && tokens.some((token) => this.#changes(token, at).length > 0) ? "open" : "none";
  }

  tapToken(token: TokenCode): void {
    if (!this.isOpen) return;
    if (this.glowOfToken(token) === "none" && this.card === null) return this.#props().why(`lock ${token}`);
    const isSame = this.token === token;
    this.#hold(isSame ? null : token, isSame || this.card === null || this.#changes(token, this.card).length > 0 ? this.card : null);
  }

  tapCard(at: number): void {
    if (!this.isOpen) return;
    if (this.useOn(at)) return this.#take(at);
    if (this.glowOfCard(at) === "none") return this.#refuse(at);
    this.#hold(this.token, this.card === at ? null : at);
  }

  /** Select an arrangement to which tokens can be added. */
  place(move: string): void {
    this.#held = { point: -1, token: null, card: null };
    this.#props().select(move, true);
    this.#props().extend?.(move);
  }

  /** Select an arrangement as it is. */
  choose(move: string): void {
    this.#held = { point: -1, token: null, card: null };
    this.#props().select(move);
    this.#props().extend?.(move);
  }

  #changes(token: TokenCode, at: number): { change: EnoughChange; move: string }[] {
    return this.useOn(at) ? [] : changesFor(this.#moves, this.uses, token, this.lot[at] ?? null);
  }

  /** Hold a token, a card or both; the only possible change is made at once. */
  #hold(token: TokenCode | null, card: number | null): void {
    this.#held = { point: this.#props().seen.point, token, card };
    const [only, ...others] = this.changes;
    if (only && others.length === 0) this.place(only.move);
  }

  /** Take the token off a card. */
  #take(at: number): void {
    const placed = this.#placed[at];
    if (placed != null) this.place(withoutUse(this.uses, placed));
  }

  #refuse(at: number): void {
    const token = this.token ?? this.left[0] ?? this.#tokens[0];
    if (token !== undefined) this.#props().why(`total ${token}:${token.charAt(0) === "n" ? "n+" : token.charAt(0)}@${this.lot[at] ?? "up"}`);
  }
}
