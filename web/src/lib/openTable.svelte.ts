// One open table: its state, the moves under way, the effects of moves, and the connection.

import type { AnyEffect, FromServer, Phrase, SeenFrame } from "../generated/closecall";
import { announcer } from "./announcer.svelte";
import { api, Refusal, sentenceOf } from "./api";
import { rememberCommitment } from "./commitments";
import { Connection, type Answer, type ConnectionState, type Wish } from "./connection";
import { openSocket, takeEarly } from "./earlySocket";
import { knownAt, withAnswer, withAsked, withoutAsked, type KnownMoves } from "./knownMoves";
import { say } from "./language.svelte";
import { namesOf } from "./names";
import { PendingMoves, type Pending } from "./pendingMoves.svelte";
import { absences, EMPTY_STATE, keyOf, mySeats, stateAfter, toChoose, type Absence, type TableState } from "./tableState";

export interface SaidPhrase {
  readonly key: number;
  readonly seat: number;
  readonly phrase: Phrase;
}

const PHRASE_SHOWN_MS = 5000;

export class OpenTable {
  state = $state.raw<TableState>(EMPTY_STATE);
  connection = $state<ConnectionState>("connecting");
  /** Why the connection has ended for good, if it has. */
  ended = $state<string | null>(null);
  /** Whether we were connected before, so that a lost connection is worth mentioning. */
  wasOpen = $state(false);
  /** Why the last action failed; cleared by the next one. */
  trouble = $state<string | null>(null);
  said = $state.raw<readonly SaidPhrase[]>([]);
  #known = $state.raw<Readonly<Record<string, KnownMoves>>>({});
  #sending = new PendingMoves();
  #connection: Connection;
  #keys = 0;
  #isAsking = false;
  #forget: () => void;

  constructor(readonly id: string) {
    const hurry = () => document.visibilityState === "visible" && this.#connection.hurry();
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    this.#forget = () => {
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
    };
    this.#connection = new Connection(
      {
        open: () => takeEarly(id) ?? openSocket(id),
        refusal: () => this.#refusal(),
        later: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        random: Math.random,
      },
      { heard: (frame) => this.#heard(frame), stateChanged: (state, why) => this.#stateChanged(state, why) },
    );
  }

  /** Leave the screen. */
  close(): void {
    this.#forget();
    this.#connection.close();
  }

  get mySeats(): number[] {
    return mySeats(this.state.table);
  }

  /** My seats that have to choose now, without those whose move is under way. */
  get toChoose(): number[] {
    return toChoose(this.state).filter((seat) => this.pendingOf(seat) === null);
  }

  /** Where we may let a bot play for somebody who is gone. */
  get absences(): Absence[] {
    return absences(this.state);
  }

  /** The unanswered move of a seat at its current decision. */
  pendingOf(seat: number | null): Pending | null {
    const frame = this.seenBy(seat);
    return seat === null || frame === null ? null : this.#sending.of(seat, frame.seen.point);
  }

  seenBy(viewer: number | null): SeenFrame | null {
    return this.state.views[keyOf(viewer)] ?? null;
  }

  /** The effects of a seat's moves that are known so far; null until the server has answered. */
  effects(seat: number): ReadonlyMap<string, AnyEffect> | null {
    const found = this.#known[keyOf(seat)];
    return found && found.point === this.seenBy(seat)?.seen.point && found.effects.size > 0 ? found.effects : null;
  }

  /** Ask for the moves that a long menu does not list: those that consist of this one and one part more. */
  extend(seat: number, move: string): void {
    const frame = this.seenBy(seat);
    if (frame?.seen.has_more_moves) void this.#look(seat, frame.seen.point, move);
  }

  /** Seal a choice. */
  async commit(seat: number, move: string): Promise<void> {
    await this.#send(seat, move);
  }

  /** Take a sealed choice back. */
  async takeBack(seat: number): Promise<void> {
    await this.#send(seat, null);
  }

  /** Take over again from the bot that plays for us. */
  async comeBack(): Promise<void> {
    await this.#try(() => api.comeBack(this.id));
  }

  /** Let a bot play for somebody who is gone. */
  async standIn(seat: number): Promise<void> {
    await this.#try(() => api.standIn(this.id, seat));
  }

  /** Close the game, or tell the others that we want to. */
  async askToClose(): Promise<void> {
    await this.#try(() => api.close(this.id));
  }

  /** Withdraw that we want to close the game. */
  async keepPlaying(): Promise<void> {
    await this.#try(() => api.keepPlaying(this.id));
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    this.trouble = null;
    try {
      await work();
    } catch (error) {
      this.trouble = sentenceOf(error);
    }
  }

  /** Show why a move is not possible, without making it. */
  async why(seat: number, move: string): Promise<void> {
    const frame = this.seenBy(seat);
    if (!frame || this.#isAsking) return;
    this.#isAsking = true; // One question at a time, however fast somebody taps.
    const answer = await this.#ask({ t: "why", point: frame.seen.point, move, seat });
    this.#isAsking = false;
    this.trouble = answer.t === "refused" ? answer.sentence : null;
  }

  /** Say a phrase to everybody at the table. */
  async speak(seat: number, phrase: Phrase): Promise<void> {
    const answer = await this.#ask({ t: "say", phrase, seat });
    if (answer.t === "refused") this.trouble = answer.sentence;
  }

  async #send(seat: number, move: string | null): Promise<void> {
    const frame = this.seenBy(seat);
    if (!frame) return;
    const { point } = frame.seen;
    this.trouble = null;
    const wish = { point, nth: frame.nth, seat };
    const ask = () => this.#ask(move === null ? { t: "take_back", ...wish } : { t: "commit", ...wish, move });
    const answer = await this.#sending.send({ seat, point, move }, ask);
    if (answer?.t === "refused") this.trouble = answer.sentence;
  }

  #ask(wish: Wish): Promise<Answer> {
    return this.#connection.ask(wish);
  }

  #heard(frame: FromServer): void {
    this.state = stateAfter(this.state, frame, Date.now());
    if (frame.t === "seen" && frame.seen.viewer !== null && frame.seen.menu) void this.#look(frame.seen.viewer, frame.seen.point, null);
    if (frame.t === "table" && frame.table.status !== "over") rememberCommitment(this.id, frame.table.commitment);
    if (frame.t === "said") this.#hear(frame.seat, frame.phrase);
  }

  async #look(seat: number, point: number, move: string | null): Promise<void> {
    const known = knownAt(this.#known[keyOf(seat)], point);
    if (known.asked.has(move)) return;
    this.#know(seat, withAsked(known, move));
    const answer = await this.#ask({ t: "look", point, move, seat });
    const now = this.#known[keyOf(seat)];
    if (now?.point === point) this.#know(seat, answer.t === "effects" ? withAnswer(now, answer) : withoutAsked(now, move));
  }

  #know(seat: number, known: KnownMoves): void {
    this.#known = { ...this.#known, [keyOf(seat)]: known };
  }

  #hear(seat: number, phrase: Phrase): void {
    const key = this.#keys++;
    this.said = [...this.said, { key, seat, phrase }];
    const name = this.state.table ? namesOf(this.state.table)[seat] : undefined;
    announcer.tell(say("page.play.says", { name: name ?? "", phrase: say(`phrase.${phrase}`) }));
    setTimeout(() => (this.said = this.said.filter((one) => one.key !== key)), PHRASE_SHOWN_MS);
  }

  #stateChanged(state: ConnectionState, why: string | null): void {
    const isBack = state === "open" && this.wasOpen;
    this.connection = state;
    if (state === "open") this.wasOpen = true;
    if (state === "ended") this.ended = why ?? say("page.link.ended");
    if (isBack) void reloadIfOld();
  }

  async #refusal(): Promise<string | null> {
    try {
      await api.table(this.id);
      return null;
    } catch (error) {
      const isFinal = error instanceof Refusal && (error.status === 403 || error.status === 404);
      return isFinal ? error.sentence : null;
    }
  }
}

/** After an upgrade of the server, replace the old page. */
async function reloadIfOld(): Promise<void> {
  const ours = document.documentElement.dataset.build;
  const theirs = await api.build().catch(() => undefined);
  if (ours !== undefined && theirs !== undefined && theirs !== ours) location.reload();
}
