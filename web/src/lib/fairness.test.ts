// The records are real games, made by records/make.py with the rules of the server.
import { describe, expect, it } from "vitest";
import type { Entry } from "./draws";
import { isFair, mixed, recomputed, source, verify, type Promised, type RecordFile } from "./fairness";
import { fromHex, hex } from "./sha256";

interface Made {
  readonly points: readonly number[];
  readonly record: RecordFile;
}

const files = import.meta.glob<Made>("./records/*.json", { eager: true, import: "default" });
const games = Object.entries(files).map(([path, made]) => [path.replace(/.*\/|\.json/g, ""), made] as const);

function promisedBy(record: RecordFile): Promised {
  return { commitment: record.commitment!, words: record.words ?? [], effective_seed: hex(keyOf(record)) };
}

function keyOf(record: RecordFile): Uint8Array {
  return mixed(fromHex(record.seed!)!, record.words ?? []);
}

function changed(record: RecordFile, at: number, entry: Entry): RecordFile {
  return { ...record, log: record.log.map((old, n) => (n === at ? entry : old)) };
}

describe("the numbers", () => {
  it("are those that docs/records.md and the server give", () => {
    const below = source(new Uint8Array(32), 0);
    expect([1, 2, 3, 4, 5].map(() => below(6) + 1)).toEqual([3, 6, 6, 5, 3]);
    expect(mixed(new Uint8Array(32), ["", ""])).toEqual(new Uint8Array(32));
    expect(hex(mixed(new Uint8Array(32), ["seven grey geese", ""]))).toBe(
      "e20710ba0ca6231f936893bbd8e9aa43b010f30717da9444508e71deb92ebdf9",
    );
  });

  it("throw away what would not be fair", () => {
    // With n just above 2³¹ nearly every second word is thrown away, so several blocks are needed.
    const below = source(new Uint8Array(32), 7);
    for (let n = 0; n < 40; n++) expect(below(2 ** 31 + 1)).toBeLessThan(2 ** 31 + 1);
  });
});

describe.each(games)("%s", (_, { record, points }) => {
  it("is fair, draw by draw, each at its point", () => {
    const verdict = verify(record, promisedBy(record));
    expect(verdict).toMatchObject({ isPromised: true, isOfTable: true, wrong: null, draws: points.length });
    expect(isFair(verdict)).toBe(true);
    expect([...recomputed(record, keyOf(record))].map((draw) => draw.point)).toEqual(points);
  });

  it("is not fair with another seed, other words or another promise", () => {
    const seed = record.seed!.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    const other = verify({ ...record, seed }, promisedBy(record));
    expect(other).toMatchObject({ isPromised: false, isOfTable: false });
    expect(other.wrong).not.toBeNull();
    const words = record.players.map(() => "planted");
    expect(verify({ ...record, words }, promisedBy(record))).toMatchObject({ isPromised: true, isOfTable: false });
    expect(verify({ ...record, words }, promisedBy(record)).wrong).not.toBeNull();
    const promised = { ...promisedBy(record), commitment: "0".repeat(64) };
    expect(verify(record, promised)).toMatchObject({ isPromised: true, isOfTable: false, wrong: null });
    expect(isFair(verify({ ...record, seed: null }, promisedBy(record)))).toBe(false);
  });

  it("finds a planted change of any kind of draw, and says which it is", () => {
    const kinds = new Set<string>();
    let number = 0;
    for (const [at, entry] of record.log.entries()) {
      if (!("fate" in entry)) continue;
      number += 1;
      if (kinds.has(entry.fate.is) || number < 3) continue;
      kinds.add(entry.fate.is);
      const verdict = verify(changed(record, at, { fate: planted(entry.fate) }), promisedBy(record));
      expect(verdict.wrong).toMatchObject({ number, step: at + 1, expected: entry.fate });
    }
    expect(kinds.size).toBeGreaterThan(0);
  });

  it("finds a draw that was slipped in", () => {
    const at = record.log.findLastIndex((entry) => "fate" in entry);
    const log = [...record.log.slice(0, at), record.log[at]!, ...record.log.slice(at)];
    expect(verify({ ...record, log }, promisedBy(record)).wrong).not.toBeNull();
  });
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
