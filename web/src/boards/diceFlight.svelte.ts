// Whether the dice of the newest roll are in the air, or still in the hand of the player who rolls them. What they show is
// told only after they have landed.

import { untrack } from "svelte";
import { mayMove } from "../lib/settings.svelte";
import { REST_MS } from "../parts/Die.svelte";

interface Roll {
  /** Changes with every roll; null while there are no dice. */
  key(): number | null;
  /** Whether the roll that the board opens with is new to everybody: then it is thrown as well. */
  isNew: boolean;
  /** Told when dice are in a hand or in the air, and when they have landed. */
  report?(isMoving: boolean): void;
  /** The seat that throws a new roll with a tap; null if it is thrown at once. */
  thrower(): number | null;
  /** Told who has the dice in the hand, and how to throw them. */
  hold?(held: HeldRoll | null): void;
}

/** A roll that waits to be thrown. The server has drawn it already. */
export interface HeldRoll {
  readonly seat: number;
  throwDice(): void;
}

export class DiceFlight {
  #thrown = $state.raw<number | null>(null);
  #isFlying = $state(false);
  #isHeld = $state(false);
  /** The roll that was let go. */
  #released = $state.raw<number | null>(null);

  constructor({ key, isNew, report, thrower, hold }: Roll) {
    this.#thrown = isNew && (mayMove() || untrack(thrower) !== null) ? null : untrack(key);
    // Before the redraw, so that nothing tells the new roll even for a frame.
    $effect.pre(() => {
      const [now, seat, released] = [key(), thrower(), this.#released];
      untrack(() => {
        if (now === this.#thrown) return;
        this.#isHeld = now !== null && seat !== null && released !== now;
        hold?.(this.#isHeld ? { seat: seat!, throwDice: () => (this.#released = now) } : null);
        this.#isFlying = !this.#isHeld && now !== null && mayMove();
        report?.(this.#isHeld || this.#isFlying);
        if (!this.#isHeld && !this.#isFlying) this.#thrown = now;
      });
    });
    // After the redraw: dice can only be thrown from the table, and they start their timers before this one.
    $effect(() => {
      const now = key();
      if (!this.#isFlying) return;
      this.#thrown = now;
      const timer = setTimeout(() => {
        this.#isFlying = false;
        report?.(false);
      }, REST_MS);
      return () => clearTimeout(timer);
    });
    $effect(() => () => {
      hold?.(null);
      report?.(false);
    });
  }

  /** The roll that was thrown last; null before the first. */
  get thrown(): number | null {
    return this.#thrown;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether it is not known yet what the dice show. */
  get isOpen(): boolean {
    return this.#isHeld || this.#isFlying;
  }
}
