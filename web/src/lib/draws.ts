// How each game draws, as docs/records.md tells: what could come at each point, followed through the log alone.

import type {
  EnoughOptions, EnoughTarget, EnoughToken, Game, MarkOptions,
} from "../generated/closecall";

/** One of 0 … n−1 from the seed. */
export type Below = (n: number) => number;

/** What chance gave, as in a record. */
export type Outcome = { readonly is: string } & Readonly<Record<string, unknown>>;

export type Entry =
  | { readonly fate: Outcome }
  | { readonly seat: number; readonly move: string }
  | { readonly take_back: number };

/** Goes through the log of a game and knows what is left to be drawn. */
export interface Follower {
  /** Whether these choices end their point; `next` is the entry that follows. */
  isDecided(sealed: ReadonlyMap<number, string>, next: Entry | undefined): boolean;
  /** What was chosen at a point. */
  chosen(moves: readonly string[]): void;
  /** What the seed gives where the record has an outcome of this kind. */
  draw(kind: string, below: Below): Outcome;
  /** What the record says that came. */
  drawn(outcome: Outcome): void;
}

export function follower(game: Game, seats: number, options: unknown): Follower {
  switch (game) {
    case "mark":
      return new Mark(seats, options as MarkOptions);
    case "qwixx":
      return new Qwixx(seats);
    case "enough":
      return new Enough(seats, options as EnoughOptions);
  }
}

const die = (below: Below) => below(6) + 1;

class Mark implements Follower {
  #colours = 0;

  constructor(
    private readonly seats: number,
    private readonly options: MarkOptions,
  ) {}

  isDecided(sealed: ReadonlyMap<number, string>): boolean {
    return this.#colours < this.seats || sealed.size === this.seats;
  }

  chosen(): void {
    this.#colours += 1; // First the colours, one after the other; then everybody at once.
  }

  draw(kind: string, below: Below): Outcome {
    if (kind === "Lot") {
      const able = this.#mayStart();
      return { is: kind, seat: able[below(able.length)] };
    }
    return { is: kind, dice: Array.from({ length: 5 }, () => die(below)) };
  }

  drawn(): void {}

  /** The second-youngest; the lot decides between equals, and among all if no ages are given. */
  #mayStart(): number[] {
    const all = Array.from({ length: this.seats }, (_, seat) => seat);
    const ages = this.options.ages;
    if (ages === null) return all;
    const second = [...ages].sort((a, b) => a - b)[Math.min(1, this.seats - 1)];
    return all.filter((seat) => ages[seat] === second);
  }
}

const LAST_NUMBERS = ["r12", "y12", "g2", "b2"];

class Qwixx implements Follower {
  #closed = new Set<string>();
  #action = 0;
  #passes = 0;
  #misthrows = 0;

  constructor(private readonly seats: number) {}

  isDecided(sealed: ReadonlyMap<number, string>): boolean {
    return sealed.size === (this.#action === 1 ? this.seats : 1);
  }

  chosen(moves: readonly string[]): void {
    for (const move of moves) if (LAST_NUMBERS.includes(move)) this.#closed.add(move);
    if (this.seats === 1) this.#followAlone(moves[0]!);
    this.#action = 2;
  }

  draw(kind: string, below: Below): Outcome {
    if (kind === "Lot") return { is: kind, seat: below(this.seats) };
    const white = [die(below), die(below)];
    return { is: kind, white, coloured: LAST_NUMBERS.map((last) => (this.#closed.has(last) ? null : die(below))) };
  }

  drawn(outcome: Outcome): void {
    if (outcome.is === "Lot") this.#closed.clear(); // The first player is drawn anew for each game.
    this.#action = 1;
    this.#passes = 0;
  }

  /** Alone nothing is drawn between two games, so their end has to be found: two rows, or four misthrows. */
  #followAlone(move: string): void {
    if (move === "pass" && ++this.#passes === 2) this.#misthrows += 1;
    if (this.#closed.size < 2 && this.#misthrows < 4) return;
    this.#closed.clear();
    this.#misthrows = 0;
  }
}

const ABILITIES = { s: "subtract", d: "double", i: "ignore", n: "nudge", l: "lock", h: "silence" } as const;
const ORDER = Object.values(ABILITIES) as string[];

class Enough implements Follower {
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

  /** Only totals are chosen at once; then a token or a target is drawn, or the game is over. */
  isDecided(sealed: ReadonlyMap<number, string>, next: Entry | undefined): boolean {
    const isTotal = [...sealed.values()].some((move) => move.startsWith("total"));
    return !isTotal || next === undefined || "fate" in next;
  }

  chosen(moves: readonly string[]): void {
    for (const move of moves) {
      const [word, ...rest] = move.split(" ") as [string, ...string[]];
      if (word === "drop") this.#pile.push(Number(rest[0]));
      if (word === "pile") this.#pile.splice(-1, 1, Number(rest[0]));
      if (word === "lock" || word === "silence" || word === "out") this.#used.push(tokenOf(rest[0]!));
      if (word === "total") this.#used.push(...rest.map((use) => tokenOf(use.slice(0, 2))));
    }
  }

  draw(kind: string, below: Below): Outcome {
    switch (kind) {
      case "Lot":
        return { is: kind, seat: below(this.seats) };
      case "DrawnTarget":
        this.#beginRound();
        return { is: kind, target: picked(this.#freeTargets(), below) };
      case "DrawnToken":
        this.#returnTokens();
        return { is: kind, token: picked(this.#box, below) };
      default:
        this.#fillDeck();
        return { is: kind, card: picked(this.#deck, below) };
    }
  }

  drawn(outcome: Outcome): void {
    this.#isDealing = outcome.is === "DrawnTarget";
    if (outcome.is === "DrawnTarget") this.#held.push(outcome.target as EnoughTarget);
    if (outcome.is === "DrawnToken") removed(this.#box, outcome.token);
    if (outcome.is === "DrawnCard") removed(this.#deck, outcome.card);
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
    for (const target of [...this.#resting, ...this.#held]) removed(free, target);
    return free;
  }

  /** Used tokens go back to the box at the end of a round, before any is drawn. */
  #returnTokens(): void {
    this.#box.push(...this.#used);
    this.#used = [];
    const place = (token: EnoughToken) => 6 * ORDER.indexOf(token.one) + ORDER.indexOf(token.other);
    this.#box.sort((one, other) => place(one) - place(other));
  }

  /** When the deck is empty, all of the pile but its top card is shuffled into it. */
  #fillDeck(): void {
    if (this.#deck.length > 0) return;
    this.#deck = this.#pile.slice(0, -1).sort((a, b) => a - b);
    this.#pile = this.#pile.slice(-1);
  }
}

function tokenOf(letters: string): EnoughToken {
  const [one, other] = [...letters].map((letter) => ABILITIES[letter as keyof typeof ABILITIES]);
  return { one: one!, other: other! };
}

function picked<T>(pieces: readonly T[], below: Below): T {
  if (pieces.length === 0) throw new RangeError("there is nothing to draw from");
  return pieces[below(pieces.length)]!;
}

function removed(pieces: unknown[], piece: unknown): void {
  const at = pieces.findIndex((other) => isSame(other, piece));
  if (at < 0) throw new RangeError("this piece cannot come");
  pieces.splice(at, 1);
}

/** Whether two JSON values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}
