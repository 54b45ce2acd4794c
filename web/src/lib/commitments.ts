// What this device was promised: for each table the first commitment that it saw, and the words that it sent for the
// seed. A server that shows another commitment later, or leaves the words out, has not kept its promise.

import { readList, writeJson, type Store } from "./storage";

const KEY = "closecall.promises";
const MOST = 60;

/** Words that were sent for one seat. There are several alternatives while the server has not answered. */
type SentWords = readonly string[];

type Remembered = readonly [table: string, commitment: string, words: readonly SentWords[]];

/** The first commitment seen at a table counts. */
export function rememberCommitment(table: string, commitment: string, store?: Store): void {
  const known = read(store);
  if (known.some(([id]) => id === table)) return;
  writeJson(KEY, [...known.slice(1 - MOST), [table, commitment, []]], store);
}

/** null if this device did not see the table during its game. */
export function rememberedCommitment(table: string, store?: Store): string | null {
  return find(table, store)?.[1] ?? null;
}

/** What was sent where these words were sent; [""] if nothing was. */
export function sentInstead(table: string, words: string, store?: Store): SentWords {
  return find(table, store)?.[2].find((sent) => sent.includes(words)) ?? [""];
}

/** Replace what was sent in place of these words; without alternatives it is forgotten. */
export function rememberWords(table: string, replaced: string, alternatives: SentWords, store?: Store): void {
  const old = sentInstead(table, replaced, store);
  update(table, (words) => [...words.filter((sent) => !isSame(sent, old)), ...(alternatives.some(Boolean) ? [alternatives] : [])], store);
}

/** Forget all words for a table, after leaving its seats. */
export function forgetWords(table: string, store?: Store): void {
  update(table, () => [], store);
}

/** Whether this device sent words that the server has confirmed. */
export function hasSentWords(table: string, store?: Store): boolean {
  return find(table, store)?.[2].some((alternatives) => !alternatives.includes("")) ?? false;
}

/** Whether the words of a table include all that this device sent, as far as the server has confirmed them. */
export function includesSentWords(table: string, words: readonly string[], store?: Store): boolean {
  const sent = find(table, store)?.[2] ?? [];
  return sent.every((alternatives) => alternatives.some((one) => one === "" || words.includes(one)));
}

function update(table: string, change: (words: readonly SentWords[]) => readonly SentWords[], store?: Store): void {
  const known = read(store);
  writeJson(KEY, known.map(([id, commitment, words]) => [id, commitment, id === table ? change(words) : words]), store);
}

function find(table: string, store?: Store): Remembered | undefined {
  return read(store).find(([id]) => id === table);
}

function read(store?: Store): readonly Remembered[] {
  return readList(KEY, store)
    .filter(Array.isArray)
    .map(([id, commitment, words]) => [String(id), String(commitment), lists(words).map((sent) => sent.map(String))]);
}

function lists(value: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(value) ? value.filter(Array.isArray) : [];
}

function isSame(one: SentWords, other: SentWords): boolean {
  return one.length === other.length && one.every((words, at) => words === other[at]);
}
