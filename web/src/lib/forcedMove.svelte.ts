// Moves for a player who can do nothing else, once they could read why.

/** A move without an alternative. */
export interface Forced {
  readonly move: string;
  /** The decision, so that none is made twice. */
  readonly decision: string;
  /** Whether it costs anything; null until the server has told. */
  readonly isCostly: boolean | null;
}

/** How long its reason is shown, in ms. */
const READING_MS = { usual: 1200, costly: 2800 } as const;

export class ForcedMove {
  /** The last decision made here: a player who takes it back makes it again with a tap. */
  #made = $state<string | null>(null);
  readonly #forced: () => Forced | null;

  /** `forced` is null while there is a choice, or while the move has to wait. */
  constructor(forced: () => Forced | null, make: (move: string) => void) {
    this.#forced = forced;
    // Primitive values, so that news from the table does not start the time again.
    const move = $derived(this.move);
    const decision = $derived(forced()?.decision ?? null);
    const isCostly = $derived(forced()?.isCostly ?? null);
    $effect(() => {
      if (move === null || isCostly === null) return;
      const now = [move, decision] as const;
      const timer = setTimeout(() => {
        this.#made = now[1];
        make(now[0]);
      }, READING_MS[isCostly ? "costly" : "usual"]);
      return () => clearTimeout(timer);
    });
  }

  /** The move whose reason is being shown, while nothing can be chosen. */
  get move(): string | null {
    const forced = this.#forced();
    return forced === null || forced.decision === this.#made ? null : forced.move;
  }
}
