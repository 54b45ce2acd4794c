// The records are real games, made by records/make.py with the rules of the server.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as hex, utf8ToBytes } from "@noble/hashes/utils.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { DrawReplayClass, LogEntry } from "../boards/draws";
import { gameModule } from "../boards/registry";
import { fromHex, mixWords, randomAt, recompute, verify, type Published, type RecordFile } from "./fairness";

interface Made {
  readonly points: readonly number[];
  readonly record: RecordFile;
}

const files = import.meta.glob<Made>("./records/*.json", { eager: true, import: "default" });
const games = Object.entries(files).map(([path, made]) => [path.replace(/.*\/|\.json/g, ""), made] as const);

function publishedBy(record: RecordFile): Published {
  return { commitment: record.commitment!, words: record.words ?? [], effective_seed: hex(keyOf(record)) };
}

function keyOf(record: RecordFile): Uint8Array {
  return mixWords(fromHex(record.seed!)!, record.words ?? []);
}

function changed(record: RecordFile, at: number, entry: LogEntry): RecordFile {
  return { ...record, log: record.log.map((old, n) => (n === at ? entry : old)) };
}

describe("the numbers", () => {
  it("are those that docs/records.md and the server give", () => {
    const below = randomAt(new Uint8Array(32), 0);
    expect([1, 2, 3, 4, 5].map(() => below(6) + 1)).toEqual([3, 6, 6, 5, 3]);
    expect(mixWords(new Uint8Array(32), ["", ""])).toEqual(new Uint8Array(32));
    expect(hex(mixWords(new Uint8Array(32), ["seven grey geese", ""]))).toBe(
      "e20710ba0ca6231f936893bbd8e9aa43b010f30717da9444508e71deb92ebdf9",
    );
  });

  it("reject what would be biased", () => {
    // With n just above 2³¹ nearly every second word is thrown away, so several blocks are needed. Below 2³² none is.
    const n = 2 ** 31 + 1;
    const [below, words] = [randomAt(new Uint8Array(32), 7), randomAt(new Uint8Array(32), 7)];
    const drawn = Array.from({ length: 40 }, () => words(2 ** 32));
    const fair = drawn.filter((word) => word < n);
    expect(fair.length).toBeLessThan(30);
    expect(fair.map(() => below(n))).toEqual(fair);
  });
});

describe("a daily game", () => {
  const seeds = {
    public: "c62b08789584aa87",
    sealed: "b243f58dd9a7a65e",
  };

  it.each([
    ["public", null],
    ["sealed", "00".repeat(32)],
  ] as const)("that is %s has the seed of its day", async (kind, secret) => {
    const Replay = await gameModule("mark").loadDraws();
    const text = utf8ToBytes("closecall/daily/mark/2026-11-18");
    const seed = secret === null ? sha256(text) : hmac(sha256, new Uint8Array(32), text);
    expect(hex(seed).slice(0, 16)).toBe(seeds[kind]); // As closecall/daily.py computes it.
    const daily = { day: "2026-11-18", secret };
    const record: RecordFile = { game: "mark", players: [{}], options: {}, commitment: hex(sha256(seed)), seed: hex(seed), words: [], daily, log: [] };
    const check = (changed: Partial<RecordFile>) => verify({ ...record, ...changed }, publishedBy(record), Replay);
    expect(check({})).toMatchObject({ isFair: true, isOfDay: true, day: "2026-11-18" });
    expect(check({ daily: { ...daily, day: "2026-11-19" } })).toMatchObject({ isFair: false, isOfDay: false });
    expect(check({ daily: { ...daily, secret: "11".repeat(32) } })).toMatchObject({ isFair: false, isOfDay: false });
    expect(check({ game: "qwixx" })).toMatchObject({ isFair: false, isOfDay: false });
    expect(check({ daily: null })).toMatchObject({ isFair: true, isOfDay: null, day: null });
  });
});

describe.each(games)("%s", (_, { record, points }) => {
  let Replay: DrawReplayClass;
  beforeAll(async () => void (Replay = await gameModule(record.game).loadDraws()));
  const check = (record: RecordFile, published = publishedBy(record)) => verify(record, published, Replay);

  it("is fair, draw by draw, each at its point", () => {
    const verdict = check(record);
    expect(verdict).toMatchObject({ isCommitted: true, isOfTable: true, wrong: null, draws: points.length });
    expect(verdict.isFair).toBe(true);
    expect([...recompute(record, keyOf(record), Replay)].map((draw) => draw.point)).toEqual(points);
  });

  it("is not fair with another seed, other words or another commitment", () => {
    const seed = record.seed!.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    const other = check({ ...record, seed }, publishedBy(record));
    expect(other).toMatchObject({ isCommitted: false, isOfTable: false });
    expect(other.wrong).not.toBeNull();
    const words = record.players.map(() => "planted");
    expect(check({ ...record, words }, publishedBy(record))).toMatchObject({ isCommitted: true, isOfTable: false });
    expect(check({ ...record, words }, publishedBy(record)).wrong).not.toBeNull();
    const published = { ...publishedBy(record), commitment: "0".repeat(64) };
    expect(check(record, published)).toMatchObject({ isCommitted: true, isOfTable: false, wrong: null });
    expect(check({ ...record, seed: null }, publishedBy(record)).isFair).toBe(false);
  });

  it("finds a planted change of any kind of draw, and says which it is", () => {
    const kinds = new Set<string>();
    let number = 0;
    for (const [at, entry] of record.log.entries()) {
      if (!("fate" in entry)) continue;
      number += 1;
      if (kinds.has(entry.fate.is) || number < 3) continue;
      kinds.add(entry.fate.is);
      const verdict = check(changed(record, at, { fate: planted(entry.fate) }), publishedBy(record));
      expect(verdict.wrong).toMatchObject({ number, step: at + 1, expected: entry.fate });
    }
    expect(kinds.size).toBeGreaterThan(0);
  });

  it("finds a draw that was slipped in", () => {
    const at = record.log.findLastIndex((entry) => "fate" in entry);
    const log = [...record.log.slice(0, at), record.log[at]!, ...record.log.slice(at)];
    expect(check({ ...record, log }, publishedBy(record)).wrong).not.toBeNull();
  });
});

it("hexadecimal digits are read strictly", () => {
  expect(fromHex("00ff10")).toEqual(Uint8Array.of(0, 255, 16));
  for (const text of ["0", "0g", "FF", "0x00", " 00"]) expect(fromHex(text)).toBeNull();
});

/** Another outcome of the same kind. */
function planted(outcome: { readonly is: string } & Readonly<Record<string, unknown>>) {
  const { is, ...facts } = outcome;
  const [[name, value]] = Object.entries(facts) as [[string, unknown]];
  if (typeof value === "number") return { ...outcome, [name]: value + 1 };
  if (Array.isArray(value)) return { ...outcome, [name]: [(value[0] % 6) + 1, ...value.slice(1)] };
  const piece = value as { number?: number; one?: string };
  const other = piece.number === undefined ? { one: "lock", other: "silence" } : { number: piece.number + 2, stars: 1 };
  return { is, [name]: other };
}
