import type { EnoughOptions, EnoughTarget, EnoughToken } from "../../generated/closecall";
import { isSameJson } from "../../lib/json";
import type { DrawReplay, LogEntry, Outcome, RandomBelow } from "../draws";
import { ABILITIES, LETTERS } from "./notation";

export class EnoughDraws implements DrawReplay {
  #deck: number[] = [];
  #pile: number[] = [];
  #held: EnoughTarget[] = [];
  #resting: EnoughTarget[] = [];
  #box: EnoughToken[];
  #used: EnoughToken[] = [];
  #isDealing = false;

  constructor(
    private readonly seats: number,
    private readonly options: EnoughOptions,
  ) {
    this.#box = [...options.kit.tokens];
  }

  /**
   * Totals are sealed at once, and so is what players do with cards that they need not show. After totals something is
   * drawn, players may show their cards, or the game is over; after showing, targets are drawn.
   */
  isResolved(sealed: ReadonlyMap<number, string>, next: LogEntry | undefined): boolean {
    if (next === undefined || "fate" in next) return true;
    const moves = [...sealed.values()];
    if (moves.some(isShowing)) return false;
    return !moves.some((move) => move.startsWith("total")) || ("move" in next && isShowing(next.move));
  }

  applyMoves(moves: readonly string[]): void {
    for (const move of moves) {
      const [word, ...rest] = move.split(" ") as [string, ...string[]];
      if (word === "drop") this.#pile.push(Number(rest[0]));
      if (word === "pile") this.#pile.splice(-1, 1, Number(rest[0]));
      if (word === "lock" || word === "silence" || word === "out") this.#used.push(tokenOf(rest[0]!));
      if (word === "total") this.#used.push(...rest.map((use) => tokenOf(use.slice(0, 2))));
    }
  }

  draw(kind: string, below: RandomBelow): Outcome {
    switch (kind) {
      case "Lot":
        return { is: kind, seat: below(this.seats) };
      case "DrawnTarget":
        this.#beginRound();
        return { is: kind, target: pick(this.#freeTargets(), below) };
      case "DrawnToken":
        this.#returnTokens();
        return { is: kind, token: pick(this.#box, below) };
      default:
        this.#fillDeck();
        return { is: kind, card: pick(this.#deck, below) };
    }
  }

  applyOutcome(outcome: Outcome): void {
    this.#isDealing = outcome.is === "DrawnTarget";
    if (outcome.is === "DrawnTarget") this.#held.push(outcome.target as EnoughTarget);
    if (outcome.is === "DrawnToken") remove(this.#box, outcome.token);
    if (outcome.is === "DrawnCard") remove(this.#deck, outcome.card);
  }

  /** All cards are shuffled, and the targets of the last round rest. */
  #beginRound(): void {
    if (this.#isDealing) return;
    this.#returnTokens();
    this.#resting = this.#held;
    this.#held = [];
    this.#deck = [...this.options.kit.cards];
    this.#pile = [];
  }

  #freeTargets(): EnoughTarget[] {
    const free = [...this.options.kit.targets];
    for (const target of [...this.#resting, ...this.#held]) remove(free, target);
    return free;
  }

  /** Used tokens go back to the box at the end of a round, before any is drawn. */
  #returnTokens(): void {
    this.#box.push(...this.#used);
    this.#used = [];
    const rank = (token: EnoughToken) => 6 * ABILITIES.indexOf(token.one) + ABILITIES.indexOf(token.other);
    this.#box.sort((one, other) => rank(one) - rank(other));
  }

  /** When the deck is empty, all of the pile but its top card is shuffled into it. */
  #fillDeck(): void {
    if (this.#deck.length > 0) return;
    this.#deck = this.#pile.slice(0, -1).sort((a, b) => a - b);
    this.#pile = this.#pile.slice(-1);
  }
}

function isShowing(move: string): boolean {
  return move === "show" || move === "keep";
}

/** Tolerates nonsense, unlike the notation's parser: a damaged record fails at its draws. */
function tokenOf(code: string): EnoughToken {
  const [one, other] = [...code].map((letter) => ABILITIES[LETTERS.indexOf(letter)]);
  return { one: one!, other: other! };
}

function pick<T>(pieces: readonly T[], below: RandomBelow): T {
  if (pieces.length === 0) throw new RangeError("there is nothing to draw from");
  return pieces[below(pieces.length)]!;
}

function remove(pieces: unknown[], piece: unknown): void {
  const at = pieces.findIndex((other) => isSameJson(other, piece));
  if (at < 0) throw new RangeError("this piece cannot come");
  pieces.splice(at, 1);
}
