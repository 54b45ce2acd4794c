// Whether a game was fair: every draw of its record is computed again from the seed that was promised before.

import type { Game } from "../generated/closecall";
import { follower, isSame, type Below, type Entry, type Outcome } from "./draws";
import { fromHex, hex, hmac, sha256, utf8 } from "./sha256";

/** The record of a game that is over, as far as it is needed; docs/records.md describes it. */
export interface RecordFile {
  readonly game: Game;
  readonly players: readonly unknown[];
  readonly options: unknown;
  readonly commitment: string | null;
  readonly seed: string | null;
  readonly words?: readonly string[];
  readonly log: readonly Entry[];
}

/** A draw that the seed does not give. */
export interface WrongDraw {
  /** Which one, from 1. */
  readonly number: number;
  /** The step of the replay that it led to. */
  readonly step: number;
  readonly found: Outcome;
  /** What the seed gives; null if the log makes no sense there. */
  readonly expected: Outcome | null;
}

export interface Verdict {
  /** Whether the revealed seed is the one whose SHA-256 was promised. */
  readonly isPromised: boolean;
  /** Whether the promise, the seed and the words are those that the table tells. */
  readonly isOfTable: boolean;
  /** How many players added words to the seed. */
  readonly words: number;
  /** How many draws there are in the record. */
  readonly draws: number;
  readonly wrong: WrongDraw | null;
}

/** What the table itself tells: its promise was known to everybody before the first roll. */
export interface Promised {
  readonly commitment: string;
  readonly words: readonly string[];
  readonly effective_seed: string | null;
}

export function isFair(verdict: Verdict): boolean {
  return verdict.isPromised && verdict.isOfTable && verdict.wrong === null;
}

/** Check a record against itself and against what the table has promised. */
export function verify(record: RecordFile, promised: Promised): Verdict {
  const words = record.words ?? [];
  const seed = record.seed === null ? null : fromHex(record.seed);
  const draws = record.log.filter((entry) => "fate" in entry).length;
  const told = words.filter(Boolean).length;
  if (seed === null) return { isPromised: false, isOfTable: false, words: told, draws, wrong: null };
  const key = mixed(seed, words);
  return {
    isPromised: hex(sha256(seed)) === record.commitment,
    isOfTable:
      record.commitment === promised.commitment &&
      isSame(padded(words, record), padded(promised.words, record)) &&
      (promised.effective_seed === null || promised.effective_seed === hex(key)),
    words: told,
    draws,
    wrong: firstWrong(record, key),
  };
}

/** Nobody's words are the same as none. */
function padded(words: readonly string[], record: RecordFile): string[] {
  return record.players.map((_, seat) => words[seat] ?? "");
}

/** The seed with the players' words mixed in; without any it is the seed itself. */
export function mixed(seed: Uint8Array, words: readonly string[]): Uint8Array {
  return words.some(Boolean) ? hmac(seed, utf8(["closecall/words", ...words].join("\n"))) : seed;
}

/** The fair numbers of one point of a match. */
export function source(key: Uint8Array, point: number): Below {
  let block = 0;
  let left: number[] = [];
  const next = () => {
    if (left.length === 0) {
      const view = new DataView(hmac(key, utf8(`closecall/${point}/${block++}`)).buffer);
      left = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
    }
    return left.shift()!;
  };
  return (n) => {
    const fair = 2 ** 32 - (2 ** 32 % n);
    let word = next();
    while (word >= fair) word = next(); // From the incomplete last multiple of n: thrown away.
    return word % n;
  };
}

/** The first draw of a record that the seed does not give. */
function firstWrong(record: RecordFile, key: Uint8Array): WrongDraw | null {
  let number = 0;
  for (const { step, outcome, expected } of recomputed(record, key)) {
    number += 1;
    if (!isSame(expected, outcome)) return { number, step, found: outcome, expected };
  }
  return null;
}

/** A draw of a record beside what the seed gives. */
interface Recomputed {
  /** The step of the replay that it leads to. */
  readonly step: number;
  readonly point: number;
  readonly outcome: Outcome;
  readonly expected: Outcome | null;
}

/** Every draw of a record beside what the seed gives. */
export function* recomputed(record: RecordFile, key: Uint8Array): Generator<Recomputed> {
  const game = follower(record.game, record.players.length, record.options);
  const sealed = new Map<number, string>();
  let point = 0;
  for (const [at, entry] of record.log.entries()) {
    if ("fate" in entry) {
      const outcome = entry.fate;
      let expected: Outcome | null = null;
      try {
        expected = game.draw(outcome.is, source(key, point));
        game.drawn(outcome);
      } catch {
        // What came could not come: the log makes no sense from here on.
        yield { step: at + 1, point, outcome, expected: isSame(expected, outcome) ? null : expected };
        return;
      }
      yield { step: at + 1, point, outcome, expected };
      point += 1;
    } else if ("take_back" in entry) {
      sealed.delete(entry.take_back);
    } else {
      sealed.set(entry.seat, entry.move);
      if (!game.isDecided(sealed, record.log[at + 1])) continue;
      game.chosen([...sealed.values()]);
      sealed.clear();
      point += 1;
    }
  }
}
