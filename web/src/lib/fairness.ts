// Whether a game was fair: every draw of its record is computed again from the seed that was committed to beforehand.
// The hashes come from a library because browsers offer theirs only to pages over https, and a server at home has none.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DrawReplayClass, LogEntry, Outcome, RandomBelow } from "../boards/draws";
import type { Game } from "../generated/closecall";
import { isSameJson } from "./json";

/** What is needed of a finished game's record; docs/records.md describes it. */
export interface RecordFile {
  readonly game: Game;
  readonly players: readonly unknown[];
  readonly options: unknown;
  readonly commitment: string | null;
  readonly seed: string | null;
  readonly words?: readonly string[];
  /** The day of a daily game, and its secret if it was sealed. */
  readonly daily?: { readonly day: string; readonly secret: string | null } | null;
  readonly log: readonly LogEntry[];
}

/** A draw that the seed does not give. */
export interface WrongDraw {
  /** Counted from 1. */
  readonly number: number;
  /** The step of the replay that it led to. */
  readonly step: number;
  readonly found: Outcome;
  /** What the seed gives; null if the log makes no sense there. */
  readonly expected: Outcome | null;
}

export interface Verdict {
  readonly isFair: boolean;
  /** Whether the SHA-256 of the revealed seed is the commitment. */
  readonly isCommitted: boolean;
  /** Whether commitment, seed and words are those that the table published. */
  readonly isOfTable: boolean;
  /** Whether the seed is that of the day of a daily game; null for any other game. */
  readonly isOfDay: boolean | null;
  /** The day of a daily game. */
  readonly day: string | null;
  /** How many players added words to the seed. */
  readonly words: number;
  /** How many draws the record holds. */
  readonly draws: number;
  readonly wrong: WrongDraw | null;
}

/** What the table published; everybody knew its commitment before the first roll. */
export interface Published {
  readonly commitment: string;
  readonly words: readonly string[];
  readonly effective_seed: string | null;
}

/** Check a record against itself and against what the table published. */
export function verify(record: RecordFile, published: Published, Replay: DrawReplayClass): Verdict {
  const words = record.words ?? [];
  const seed = record.seed === null ? null : fromHex(record.seed);
  const counts = { day: record.daily?.day ?? null, words: words.filter(Boolean).length, draws: record.log.filter((entry) => "fate" in entry).length };
  if (seed === null) return { isFair: false, isCommitted: false, isOfTable: false, isOfDay: null, wrong: null, ...counts };
  const key = mixWords(seed, words);
  const isCommitted = bytesToHex(sha256(seed)) === record.commitment;
  const isOfTable =
    record.commitment === published.commitment &&
    isSameJson(padded(words, record), padded(published.words, record)) &&
    (published.effective_seed === null || published.effective_seed === bytesToHex(key));
  const isOfDay = record.daily ? isSeedOfDay(record.game, seed, record.daily) && counts.words === 0 : null;
  const wrong = firstWrong(record, key, Replay);
  const isFair = isCommitted && isOfTable && isOfDay !== false && wrong === null;
  return { isFair, isCommitted, isOfTable, isOfDay, wrong, ...counts };
}

/** Whether the seed follows from the date, and from the secret of a sealed day. */
function isSeedOfDay(game: Game, seed: Uint8Array, daily: NonNullable<RecordFile["daily"]>): boolean {
  const text = utf8ToBytes(`closecall/daily/${game}/${daily.day}`);
  const secret = daily.secret === null ? null : fromHex(daily.secret);
  const expected = secret === null ? sha256(text) : hmac(sha256, secret, text);
  return bytesToHex(expected) === bytesToHex(seed);
}

/** The bytes of lower-case hexadecimal digits; null for anything else. */
export function fromHex(text: string): Uint8Array | null {
  return /^([0-9a-f]{2})*$/.test(text) ? hexToBytes(text) : null;
}

/** One entry per player: missing words count as empty ones. */
function padded(words: readonly string[], record: RecordFile): string[] {
  return record.players.map((_, seat) => words[seat] ?? "");
}

/** The seed with the players' words mixed in; without any it is the seed itself. */
export function mixWords(seed: Uint8Array, words: readonly string[]): Uint8Array {
  return words.some(Boolean) ? hmac(sha256, seed, utf8ToBytes(["closecall/words", ...words].join("\n"))) : seed;
}

/** The fair numbers of one point of a match. */
export function randomAt(key: Uint8Array, point: number): RandomBelow {
  let block = 0;
  let left: number[] = [];
  const next = () => {
    if (left.length === 0) {
      const bytes = hmac(sha256, key, utf8ToBytes(`closecall/${point}/${block++}`));
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      left = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
    }
    return left.shift()!;
  };
  return (n) => {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let word = next();
    while (word >= limit) word = next(); // Beyond the last whole multiple of n, results would be biased.
    return word % n;
  };
}

function firstWrong(record: RecordFile, key: Uint8Array, Replay: DrawReplayClass): WrongDraw | null {
  let number = 0;
  for (const { step, outcome, expected } of recompute(record, key, Replay)) {
    number += 1;
    if (!isSameJson(expected, outcome)) return { number, step, found: outcome, expected };
  }
  return null;
}

interface RecomputedDraw {
  /** The step of the replay that it leads to. */
  readonly step: number;
  readonly point: number;
  readonly outcome: Outcome;
  readonly expected: Outcome | null;
}

/** Every draw of a record beside what the seed gives. */
export function* recompute(record: RecordFile, key: Uint8Array, Replay: DrawReplayClass): Generator<RecomputedDraw> {
  const replay = new Replay(record.players.length, record.options as never);
  const sealed = new Map<number, string>();
  let point = 0;
  for (const [at, entry] of record.log.entries()) {
    if ("fate" in entry) {
      const outcome = entry.fate;
      let expected: Outcome | null = null;
      try {
        expected = replay.draw(outcome.is, randomAt(key, point));
        replay.applyOutcome(outcome);
      } catch {
        // This outcome is impossible: the log makes no sense from here on.
        yield { step: at + 1, point, outcome, expected: isSameJson(expected, outcome) ? null : expected };
        return;
      }
      yield { step: at + 1, point, outcome, expected };
      point += 1;
    } else if ("take_back" in entry) {
      sealed.delete(entry.take_back);
    } else {
      sealed.set(entry.seat, entry.move);
      if (!replay.isResolved(sealed, record.log[at + 1])) continue;
      replay.applyMoves([...sealed.values()]);
      sealed.clear();
      point += 1;
    }
  }
}
