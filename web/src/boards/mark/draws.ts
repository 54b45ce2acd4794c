import type { MarkOptions } from "../../generated/closecall";
import { rollDie, type DrawReplay, type Outcome, type RandomBelow } from "../draws";

export class MarkDraws implements DrawReplay {
  #colours = 0;

  constructor(
    private readonly seats: number,
    private readonly options: MarkOptions,
  ) {}

  isResolved(sealed: ReadonlyMap<number, string>): boolean {
    return this.#colours < this.seats || sealed.size === this.seats;
  }

  applyMoves(): void {
    this.#colours += 1; // Colours are chosen one after the other, everything later at once.
  }

  draw(kind: string, below: RandomBelow): Outcome {
    if (kind === "Lot") {
      const candidates = this.#possibleStarters();
      return { is: kind, seat: candidates[below(candidates.length)] };
    }
    return { is: kind, dice: Array.from({ length: 5 }, () => rollDie(below)) };
  }

  applyOutcome(): void {}

  /** The second-youngest; the lot decides between equals, and among all if no ages are given. */
  #possibleStarters(): number[] {
    const all = Array.from({ length: this.seats }, (_, seat) => seat);
    const { ages } = this.options;
    if (ages === null) return all;
    const second = [...ages].sort((a, b) => a - b)[Math.min(1, this.seats - 1)];
    return all.filter((seat) => ages[seat] === second);
  }
}
