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

  /** Those whom the record names, without their ages; otherwise the second-youngest, or all if fewer than two ages are given. */
  #possibleStarters(): readonly number[] {
    const { ages, may_start } = this.options;
    if (may_start) return may_start;
    const all = Array.from({ length: this.seats }, (_, seat) => seat);
    const given = (ages ?? []).filter((age) => age !== null).sort((a, b) => a - b);
    return given.length < 2 ? all : all.filter((seat) => ages?.[seat] === given[1]);
  }
}
