import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TableInfo } from "../generated/closecall";
import { includesSentWords, rememberCommitment, rememberedCommitment } from "./commitments";
import { beReady, proquint, randomWords, saveWords, sitDown, tidyWords } from "./diceWords";

interface Sent {
  readonly path: string;
  readonly body: { readonly words: string; readonly commitment: string };
  /** The commitment that was remembered when the request left. */
  readonly remembered: string | null;
}

let sent: Sent[] = [];
/** The status of the next answers; 0: there is none. */
let status = 200;

const seat = (mine: boolean, local = false) => ({ mine, local, kind: "person" });
const table = (words: string[], ...seats: ReturnType<typeof seat>[]) => ({ id: "t", commitment: "c0", words, seats }) as unknown as TableInfo;

beforeEach(() => {
  [sent, status] = [[], 200];
  const texts = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => texts.set(key, text) });
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body), remembered: rememberedCommitment("t") });
    if (status === 0) return Promise.reject(new Error("offline"));
    return Promise.resolve(Response.json({ code: "x", sentence: "No." }, { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

it("random words are readable and different each time", () => {
  const found = Array.from({ length: 200 }, randomWords);
  expect(new Set(found).size).toBe(200);
  for (const words of found) expect(words).toMatch(/^([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz]( ([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz]){3}$/);
});

it("different bits are different words", () => {
  // The example of the proposal (arXiv:0901.4016): 127.0.0.1.
  expect([0x7f00, 0x0001].map(proquint)).toEqual(["lusab", "babad"]);
  expect(new Set(Array.from({ length: 2 ** 16 }, (_, bits) => proquint(bits))).size).toBe(2 ** 16);
});

it("the commitment is remembered before words leave, and goes with them", async () => {
  await beReady(table(["", ""], seat(true), seat(false)));
  const [{ path, body, remembered }] = sent as [Sent];
  expect([path, body.commitment, remembered]).toEqual(["/api/tables/t/ready", "c0", "c0"]);
  expect(body.words).not.toBe("");
  expect([includesSentWords("t", ["", body.words]), includesSentWords("t", ["", "other"])]).toEqual([true, false]);
});

it("the commitment that was seen first is sent, even if the server shows another one now", async () => {
  rememberCommitment("t", "seen");
  await sitDown(table([""], seat(false)));
  await saveWords(table(["x"], seat(true)), 0, "y");
  expect(sent.map(({ body }) => body.commitment)).toEqual(["seen", "seen"]);
});

it("words that a seat has are kept", async () => {
  await beReady(table(["lucky seven"], seat(true)));
  await sitDown(table(["lucky seven", ""], seat(true), seat(false)), { seat: 1 });
  expect(sent.map(({ body }) => body.words)).toEqual(["", ""]);
});

it("words are replaced when the server confirms it", async () => {
  await saveWords(table([""], seat(true)), 0, "  lucky \n seven ");
  expect(sent[0]!.body.words).toBe("lucky seven");
  status = 409;
  await expect(saveWords(table(["lucky seven"], seat(true)), 0, "eight")).rejects.toThrow("No.");
  expect(["lucky seven", "eight"].map((words) => includesSentWords("t", [words]))).toEqual([true, false]);
  status = 0;
  await expect(saveWords(table(["lucky seven"], seat(true)), 0, "nine")).rejects.toThrow();
  expect(["lucky seven", "nine", "ten"].map((words) => includesSentWords("t", [words]))).toEqual([true, true, false]);
  status = 200;
  await saveWords(table(["lucky seven"], seat(true)), 0, "ten");
  expect(["lucky seven", "nine", "ten"].map((words) => includesSentWords("t", [words]))).toEqual([false, false, true]);
  await saveWords(table(["ten"], seat(true)), 0, "");
  expect(includesSentWords("t", [""])).toBe(true);
});

it("words that were sent in vain are sent again", async () => {
  const mine = table([""], seat(true));
  for (status of [503, 0]) await expect(beReady(mine)).rejects.toThrow();
  status = 200;
  await beReady(mine);
  const words = sent.map(({ body }) => body.words);
  expect(new Set(words).size).toBe(1);
  expect([includesSentWords("t", words.slice(0, 1)), includesSentWords("t", [""])]).toEqual([true, false]);
});

it("somebody who has left a seat starts anew", async () => {
  await sitDown(table([""], seat(false)));
  const first = sent[0]!.body.words;
  await sitDown(table([""], seat(false)));
  const second = sent[1]!.body.words;
  expect([includesSentWords("t", [first]), includesSentWords("t", [second])]).toEqual([false, true]);
});

it("words are tidied as on the server", () => {
  expect(tidyWords("  e\u0301\t a ")).toBe("é a");
});
