// The socket of a new table, opened while its game is being started and its screen still loads: on a slow connection
// that saves a round trip. It holds what it hears until the screen takes it over.

import type { FromServer } from "../generated/closecall";
import type { Line } from "./connection";

/** How long to wait for the first view of a game that has begun. */
const PATIENCE_MS = 2_000;

export class HeldLine implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  isClosed = false;
  #held: (() => void)[] | null = [];
  #told: (() => void)[] = [];
  #hasSeen = false;

  constructor(private readonly line: Line) {
    line.onopen = () => this.#happened(() => this.onopen?.());
    line.onmessage = (event) => {
      this.#hasSeen ||= (JSON.parse(event.data as string) as FromServer).t === "seen";
      this.#happened(() => this.onmessage?.(event));
    };
    line.onclose = (event) => {
      this.isClosed = true;
      this.#happened(() => this.onclose?.(event));
    };
  }

  send(text: string): void {
    this.line.send(text);
  }

  close(): void {
    this.line.close();
  }

  /** Wait until the game can be shown, so that nobody sees its lobby for a moment; but not for long. */
  async hasGame(later: (work: () => void, ms: number) => unknown = setTimeout): Promise<void> {
    let isLate = false;
    later(() => {
      isLate = true;
      this.#tell();
    }, PATIENCE_MS);
    while (!this.#hasSeen && !this.isClosed && !isLate) await new Promise<void>((tell) => this.#told.push(tell));
  }

  /** From now on, its handlers are called; soon also for everything that was held. */
  release(): void {
    queueMicrotask(() => {
      const held = this.#held ?? [];
      this.#held = null;
      for (const event of held) event();
    });
  }

  #happened(event: () => void): void {
    if (this.#held === null) return event();
    this.#held.push(event);
    this.#tell();
  }

  #tell(): void {
    for (const tell of this.#told.splice(0)) tell();
  }
}

let waiting: { readonly table: string; readonly line: HeldLine } | null = null;

/** Open a socket to a table. */
export function openSocket(table: string): Line {
  const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/socket`;
  return new WebSocket(address) as unknown as Line; // Its handlers take more arguments than ours.
}

/** Open the socket of a table whose screen follows. */
export function openEarly(table: string): HeldLine {
  waiting?.line.close(); // Its screen was never shown.
  waiting = { table, line: new HeldLine(openSocket(table)) };
  return waiting.line;
}

/** The socket that was opened for a table, if it still works. */
export function takeEarly(table: string): Line | null {
  const found = waiting;
  waiting = null;
  if (found === null || found.line.isClosed) return null;
  if (found.table !== table) {
    found.line.close();
    return null;
  }
  found.line.release();
  return found.line;
}
