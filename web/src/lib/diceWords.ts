// The words that this device adds to the seed of a table. They are sent only after its commitment was seen, and with it,
// so that nobody could draw a seed that goes with them.

import type { Ready, Sit, TableInfo } from "../generated/closecall";
import { api, mayWorkLater } from "./api";
import { forgetWords, rememberCommitment, rememberedCommitment, rememberWords, sentInstead } from "./commitments";

const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
const WORDS = 4;

/** 64 random bits as four words that can be read aloud: each is 16 bits, a proquint. */
export function randomWords(): string {
  return [...crypto.getRandomValues(new Uint16Array(WORDS))].map(proquint).join(" ");
}

/** 16 bits as consonants (4 bits each) and vowels (2 bits each). */
export function proquint(bits: number): string {
  const consonant = (shift: number) => CONSONANTS[(bits >> shift) & 15]!;
  const vowel = (shift: number) => VOWELS[(bits >> shift) & 3]!;
  return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0);
}

/** Words as the server stores them. */
export function tidyWords(words: string): string {
  return words.normalize("NFC").trim().replace(/\s+/g, " ");
}

/** Be ready for the game, with words for my seat unless it has some. */
export function beReady(table: TableInfo, words = newWords(table.id)): Promise<TableInfo> {
  const seat = ownSeat(table);
  const isSilent = seat !== null && !table.words[seat];
  return contribute(table, "", isSilent ? words : "", (body) => api.ready(table.id, body));
}

/** Random words, or those that were sent in vain: with others, a server could let requests fail until it likes the dice. */
function newWords(table: string): string {
  return sentInstead(table, "").at(-1) || randomWords();
}

/** Sit down with random words, or move to another seat, to which the words move too. */
export function sitDown(table: TableInfo, wish: Pick<Sit, "seat" | "age"> = {}): Promise<TableInfo> {
  const isMove = table.seats.some((seat) => seat.mine && !seat.local);
  if (!table.seats.some((seat) => seat.mine)) forgetWords(table.id);
  return contribute(table, "", isMove ? "" : randomWords(), (body) => api.sit(table.id, { ...wish, ...body }));
}

/** Replace the words of one of my seats. */
export function saveWords(table: TableInfo, seat: number, words: string): Promise<TableInfo> {
  return contribute(table, table.words[seat] ?? "", words, (body) => api.words(table.id, { ...body, seat }));
}

type Contribution = Required<Pick<Ready, "words">> & { readonly commitment: string };

/** Send words, with the commitment that this device saw first; remember both before they leave. */
async function contribute(
  table: TableInfo,
  replaced: string,
  typed: string,
  send: (body: Contribution) => Promise<TableInfo>,
): Promise<TableInfo> {
  const { id } = table;
  rememberCommitment(id, table.commitment);
  const commitment = rememberedCommitment(id) ?? table.commitment;
  const words = tidyWords(typed);
  if (words === replaced) return send({ words, commitment });
  const before = replaced ? sentInstead(id, replaced) : [""];
  rememberWords(id, replaced, [...before, words]);
  try {
    const after = await send({ words, commitment });
    rememberWords(id, words, [words]);
    return after;
  } catch (error) {
    // If the request was lost or the server has failed, nobody knows which words count.
    if (!mayWorkLater(error)) rememberWords(id, words, before);
    throw error;
  }
}

/** My own seat, or the first of those at my device. */
function ownSeat(table: TableInfo): number | null {
  const mine = table.seats.flatMap((seat, at) => (seat.mine ? [{ seat, at }] : []));
  return (mine.find(({ seat }) => !seat.local) ?? mine[0])?.at ?? null;
}
