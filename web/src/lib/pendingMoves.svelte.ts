// Moves that were sent and have no answer yet, by seat: at a shared device nobody waits for another seat's answer.

import type { Answer } from "./connection";

/** A move that was sent and has no answer yet. */
export interface Pending {
  readonly seat: number;
  readonly point: number;
  /** null takes the sealed move back. */
  readonly move: string | null;
}

export class PendingMoves {
  #pending = $state.raw<readonly Pending[]>([]);

  /** The unanswered move of a seat at this decision. */
  of(seat: number, point: number): Pending | null {
    return this.#pending.find((one) => one.seat === seat && one.point === point) ?? null;
  }

  /** Send a move and wait for its answer; null if this seat already waits for one at this decision. */
  async send(choice: Pending, ask: () => Promise<Answer>): Promise<Answer | null> {
    if (this.of(choice.seat, choice.point)) return null;
    this.#pending = [...this.#pending, choice];
    const answer = await ask();
    this.#pending = this.#pending.filter((one) => one !== choice);
    return answer;
  }
}
