import { rollDie, type DrawReplay, type Outcome, type RandomBelow } from "../draws";
import { MORE, STOP } from "./notation";

const LAST_NUMBERS = ["r12", "y12", "g2", "b2"];

export class QwixxDraws implements DrawReplay {
  #closed = new Set<string>();
  #action = 0;
  #passes = 0;
  #misthrows = 0;

  constructor(private readonly seats: number) {}

  isResolved(sealed: ReadonlyMap<number, string>): boolean {
    const isAsked = [...sealed.values()].some((move) => move === MORE || move === STOP);
    return sealed.size === (isAsked || this.#action === 1 ? this.seats : 1);
  }

  applyMoves(moves: readonly string[]): void {
    for (const move of moves) if (LAST_NUMBERS.includes(move)) this.#closed.add(move);
    if (this.seats === 1) this.#findGameEnd(moves[0]!);
    this.#action = 2;
  }

  draw(kind: string, below: RandomBelow): Outcome {
    if (kind === "Lot") return { is: kind, seat: below(this.seats) };
    const white = [rollDie(below), rollDie(below)];
    return { is: kind, white, coloured: LAST_NUMBERS.map((last) => (this.#closed.has(last) ? null : rollDie(below))) };
  }

  applyOutcome(outcome: Outcome): void {
    if (outcome.is === "Lot") this.#closed.clear(); // Each game of a match draws its first player.
    this.#action = 1;
    this.#passes = 0;
  }

  /** In a solo match no lot marks a new game, so its end has to be found: two closed rows, or four misthrows. */
  #findGameEnd(move: string): void {
    if (move === "pass" && ++this.#passes === 2) this.#misthrows += 1;
    if (this.#closed.size < 2 && this.#misthrows < 4) return;
    this.#closed.clear();
    this.#misthrows = 0;
  }
}
