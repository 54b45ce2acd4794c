// The connection to a table. It reconnects by itself and resends every unanswered frame unchanged: the server counts a
// choice once, however often it arrives.

import type { Ack, Bye, Effects, FromClient, FromServer, Pong, Refused } from "../generated/closecall";

export type ConnectionState = "connecting" | "open" | "lost" | "ended";
export type Answer = Ack | Effects | Refused | Pong;
export type Wish = FromClient extends infer Frame ? (Frame extends FromClient ? Omit<Frame, "id"> : never) : never;

/** What is used of a WebSocket. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** The outside world, replaced in tests. */
export interface World {
  open(): Line;
  /** Why the table does not let us in any more; null if it does. */
  refusal(): Promise<string | null>;
  later(work: () => void, ms: number): () => void;
  random(): number;
}

/** Whom a connection reports to. */
export interface Owner {
  heard(frame: FromServer): void;
  stateChanged(state: ConnectionState, sentence: string | null): void;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;
const PING_EVERY_MS = 15_000;
const PATIENCE_MS = 6_000;
const HANDSHAKE_MS = 15_000;
const BUSY_MS = 400;
const BUSY: readonly string[] = ["server_busy", "server_failed", "store_not_kept", "store_in_doubt", "store_not_read"];

interface Asked {
  readonly text: string;
  readonly answered: (answer: Answer) => void;
}

export class Connection {
  #line: Line | null = null;
  #state: ConnectionState = "connecting";
  #asked = new Map<number, Asked>();
  #nextId = 1;
  #ping: number | null = null;
  #wait = FIRST_WAIT_MS;
  #bye: Bye | null = null;
  #cancel: (() => void) | null = null;
  #stopPinging: (() => void) | null = null;

  constructor(
    private readonly world: World,
    private readonly owner: Owner,
  ) {
    this.#connect();
  }

  /** Send a frame until it is answered. */
  ask(wish: Wish): Promise<Answer> {
    const id = this.#nextId++;
    const text = JSON.stringify({ ...wish, id });
    return new Promise((answered) => {
      this.#asked.set(id, { text, answered });
      if (this.#state === "open") this.#line?.send(text);
    });
  }

  /** The device has woken up or is online again: reconnect at once. */
  hurry(): void {
    if (this.#state === "lost" && this.#cancel) {
      this.#cancel();
      this.#wait = FIRST_WAIT_MS;
      this.#connect();
    } else if (this.#state === "open") {
      this.#look();
    }
  }

  /** Close for good. */
  close(): void {
    this.#end(null);
  }

  #connect(): void {
    this.#cancel = null;
    const line = this.world.open();
    this.#line = line;
    line.onopen = () => this.#opened(line);
    line.onmessage = (event) => this.#received(line, event.data);
    line.onclose = (event) => this.#closed(line, event.code);
    this.#giveUpAfter(line, HANDSHAKE_MS);
  }

  #opened(line: Line): void {
    if (line !== this.#line) return;
    this.#wait = FIRST_WAIT_MS;
    this.#bye = null;
    this.#tell("open");
    if (this.#ping !== null) this.#asked.delete(this.#ping); // It belonged to the old line.
    for (const { text } of this.#asked.values()) line.send(text);
    this.#pingLater();
  }

  #received(line: Line, data: unknown): void {
    if (line !== this.#line || typeof data !== "string") return;
    const frame = JSON.parse(data) as FromServer;
    switch (frame.t) {
      case "ack":
      case "effects":
      case "pong":
        this.#answered(frame.id, frame);
        break;
      case "refused":
        if (frame.id !== null) this.#answered(frame.id, frame);
        break;
      case "bye":
        this.#bye = frame;
        break;
      default:
        this.owner.heard(frame);
    }
  }

  #answered(id: number, answer: Answer): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (answer.t === "refused" && BUSY.includes(answer.code)) {
      this.world.later(() => this.#asked.has(id) && this.#state === "open" && this.#line?.send(asked.text), BUSY_MS);
      return;
    }
    this.#asked.delete(id);
    asked.answered(answer);
  }

  #closed(line: Line, code: number): void {
    if (line !== this.#line || this.#state === "ended") return;
    const never = this.#state === "connecting";
    this.#stopPinging?.();
    this.#line = null;
    if (this.#bye && !this.#bye.again) return this.#end(this.#bye.sentence);
    if (code === 1002 || code === 1007 || code === 1009) return this.#end(null);
    this.#tell("lost");
    void this.#comeBack(never);
  }

  async #comeBack(isFirst: boolean): Promise<void> {
    // Browsers hide why a handshake was refused, so ask the table over HTTP.
    const sentence = isFirst || this.#wait > FIRST_WAIT_MS ? await this.world.refusal() : null;
    if (this.#state !== "lost" || this.#line) return;
    if (sentence !== null) return this.#end(sentence);
    this.#cancel = this.world.later(() => this.#connect(), this.#wait * (0.5 + this.world.random()));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
  }

  #pingLater(): void {
    this.#stopPinging?.();
    this.#stopPinging = this.world.later(() => this.#look(), PING_EVERY_MS);
  }

  /** Ping, to find out whether the line still works. */
  #look(): void {
    const line = this.#line;
    if (!line) return;
    if (this.#ping !== null) this.#asked.delete(this.#ping);
    this.#ping = this.#nextId;
    this.#giveUpAfter(line, PATIENCE_MS);
    void this.ask({ t: "ping" }).then(() => {
      if (line === this.#line && this.#state === "open") this.#pingLater();
    });
  }

  #giveUpAfter(line: Line, ms: number): void {
    this.#stopPinging?.();
    this.#stopPinging = this.world.later(() => {
      if (line !== this.#line) return;
      line.onclose = null; // Browsers may take minutes to report a dead line as closed.
      line.close();
      this.#closed(line, 1006);
    }, ms);
  }

  #end(sentence: string | null): void {
    this.#cancel?.();
    this.#stopPinging?.();
    const line = this.#line;
    this.#line = null;
    this.#tell("ended", sentence);
    line?.close();
  }

  #tell(state: ConnectionState, sentence: string | null = null): void {
    this.#state = state;
    this.owner.stateChanged(state, sentence);
  }
}
