// Choices on their way. Each seat has its own: whoever shares a device need not wait until the one before is answered.

import type { Answer } from "./connection";

/** A choice that was sent and has no answer yet. */
export interface Pending {
  readonly seat: number;
  readonly point: number;
  /** null to take the choice back. */
  readonly move: string | null;
}

export class PendingMoves {
  #pending = $state.raw<readonly Pending[]>([]);

  /** What a seat has sent at a decision. */
  of(seat: number, point: number): Pending | null {
    return this.#pending.find((one) => one.seat === seat && one.point === point) ?? null;
  }

  /** Send a choice and wait for its answer; null if the seat has sent one at this decision already. */
  async send(choice: Pending, ask: () => Promise<Answer>): Promise<Answer | null> {
    if (this.of(choice.seat, choice.point)) return null;
    this.#pending = [...this.#pending, choice];
    const answer = await ask();
    this.#pending = this.#pending.filter((one) => one !== choice);
    return answer;
  }
}
