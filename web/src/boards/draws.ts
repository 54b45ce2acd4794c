// How a game draws, as docs/records.md describes it: what could come at each point, derived from the log alone.

/** A fair number from 0 to n − 1, derived from the seed. */
export type RandomBelow = (n: number) => number;

/** What chance gave, as in a record. */
export type Outcome = { readonly is: string } & Readonly<Record<string, unknown>>;

export type LogEntry =
  | { readonly fate: Outcome }
  | { readonly seat: number; readonly move: string }
  | { readonly take_back: number };

/** Follows the log of one game and computes each of its draws again. */
export interface DrawReplay {
  /** Whether these sealed moves resolve their point; `next` is the entry that follows. */
  isResolved(sealed: ReadonlyMap<number, string>, next: LogEntry | undefined): boolean;
  /** Take note of the moves of a resolved point. */
  applyMoves(moves: readonly string[]): void;
  /** The outcome of this kind that the seed gives now. */
  draw(kind: string, below: RandomBelow): Outcome;
  /** Take note of the outcome that the record holds. */
  applyOutcome(outcome: Outcome): void;
}

export type DrawReplayClass = new (seats: number, options: never) => DrawReplay;

export function rollDie(below: RandomBelow): number {
  return below(6) + 1;
}
