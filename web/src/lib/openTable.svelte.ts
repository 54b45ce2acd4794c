// One open table: its state, the moves under way, the effects of moves, and the connection.

import type { AnyEffect, FromServer, Phrase, SeenFrame } from "../generated/closecall";
import { announcer } from "./announcer.svelte";
import { api, Refusal, sentenceOf } from "./api";
import { rememberCommitment } from "./commitments";
import { Connection, type Answer, type Line, type ConnectionState, type Wish } from "./connection";
import { say } from "./language.svelte";
import { namesOf } from "./names";
import { PendingMoves, type Pending } from "./pendingMoves.svelte";
import { EMPTY_STATE, keyOf, mySeats, stateAfter, toChoose, type TableState } from "./tableState";

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
  #effects = $state.raw<Readonly<Record<string, { point: number; byMove: ReadonlyMap<string, AnyEffect> }>>>({});
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
        open: () => new WebSocket(addressOf(id)) as unknown as Line, // Its handlers take more arguments than ours.
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

  /** The unanswered move of a seat at its current decision. */
  pendingOf(seat: number | null): Pending | null {
    const frame = this.seenBy(seat);
    return seat === null || frame === null ? null : this.#sending.of(seat, frame.seen.point);
  }

  seenBy(viewer: number | null): SeenFrame | null {
    return this.state.views[keyOf(viewer)] ?? null;
  }

  /** The effects of the moves on a seat's menu; null until the server has answered. */
  effects(seat: number): ReadonlyMap<string, AnyEffect> | null {
    const found = this.#effects[keyOf(seat)];
    return found && found.point === this.seenBy(seat)?.seen.point ? found.byMove : null;
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
    this.trouble = null;
    try {
      await api.comeBack(this.id);
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
    if (frame.t === "seen" && frame.seen.viewer !== null && frame.seen.menu) void this.#look(frame.seen.viewer, frame);
    if (frame.t === "table" && frame.table.status !== "over") rememberCommitment(this.id, frame.table.commitment);
    if (frame.t === "said") this.#hear(frame.seat, frame.phrase);
  }

  async #look(seat: number, { seen: { point, menu } }: SeenFrame): Promise<void> {
    if (this.#effects[keyOf(seat)]?.point === point || !menu) return;
    const answer = await this.#ask({ t: "look", point, seat });
    if (answer.t !== "effects" || answer.point !== point) return;
    const byMove = new Map(menu.flatMap((move, at) => (answer.effects[at] ? [[move, answer.effects[at]]] : [])));
    this.#effects = { ...this.#effects, [keyOf(seat)]: { point, byMove } };
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

function addressOf(id: string): string {
  return `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(id)}/socket`;
}

/** After an upgrade of the server, replace the old page. */
async function reloadIfOld(): Promise<void> {
  const ours = document.documentElement.dataset.build;
  const theirs = await api.build().catch(() => undefined);
  if (ours !== undefined && theirs !== undefined && theirs !== ours) location.reload();
}
