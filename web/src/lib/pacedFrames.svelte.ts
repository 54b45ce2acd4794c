// Shows the steps of a match one after the other, so that people can follow what others do, however fast they are.

import type { AnySeen, SeenFrame } from "../generated/closecall";

interface Pace {
  /** How long a step is shown before the next one, in ms. */
  readingMs(before: AnySeen, after: AnySeen): number;
  /** Whether nobody is looking, so that no step need wait. */
  isHurried(): boolean;
}

/** More steps than anybody wants to catch up with, as of bots that play among themselves. */
const MOST_STEPS = 24;

export class PacedFrames {
  #shown = $state.raw<SeenFrame | null>(null);
  #queue = $state.raw<readonly SeenFrame[]>([]);
  #isHeld = false;
  #readUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #pace: Pace;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  get shown(): SeenFrame | null {
    return this.#shown;
  }

  /** Whether steps are still to be shown: what the viewer sees is not the present. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  /** Whether later steps are held back. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** A new frame of the viewer. Nothing waits while a clock runs. */
  arrive(frame: SeenFrame | null): void {
    if (frame === null || this.#shown?.seen.viewer !== frame.seen.viewer || frame.deadline !== null || this.#pace.isHurried()) {
      this.#jumpTo(frame);
      return;
    }
    if (!this.isBehind && this.#shown.seen.menu !== null) this.#readUntil = 0; // Whoever has chosen has read enough.
    const last = this.#queue.at(-1) ?? this.#shown;
    if (last.seen.point !== frame.seen.point) this.#queue = [...this.#queue, frame];
    else if (this.isBehind) this.#queue = [...this.#queue.slice(0, -1), frame];
    else this.#shown = frame;
    if (this.#queue.length > MOST_STEPS) this.catchUp();
    else this.#advance();
  }

  /** Hold later steps back while the viewer reads something else. */
  hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    this.#advance();
  }

  /** Show the present at once. */
  catchUp(): void {
    const newest = this.#queue.at(-1);
    if (newest) this.#jumpTo(newest);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #jumpTo(frame: SeenFrame | null): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#readUntil = 0;
    this.#shown = frame;
  }

  /** Show what is due, and come back for the rest. */
  #advance(): void {
    clearTimeout(this.#timer);
    while (!this.#isHeld) {
      const [next, ...later] = this.#queue;
      if (!next) return;
      const wait = this.#readUntil - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#advance(), wait);
        return;
      }
      const before = this.#shown;
      this.#queue = later;
      this.#shown = next;
      this.#readUntil = before === null ? 0 : performance.now() + this.#pace.readingMs(before.seen, next.seen);
    }
  }
}
