// Leads on by itself after a time to read, unless somebody is there to do it.

export class ReadingCountdown {
  #left = $state<number | null>(null);
  #isStopped = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #ended: () => void;

  /** `ended` is called after the last second. */
  constructor(ended: () => void) {
    this.#ended = ended;
  }

  /** The seconds left; null while it does not run. */
  get left(): number | null {
    return this.#left;
  }

  /** Whether somebody has stopped it, for good. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Count from the beginning; returns how to interrupt it, until the next start. */
  start(seconds: number): () => void {
    const interrupt = () => this.#clear();
    this.#clear();
    if (this.#isStopped) return interrupt;
    this.#left = seconds;
    this.#timer = setInterval(() => this.#tick(), 1000);
    return interrupt;
  }

  stop(): void {
    this.#isStopped = true;
    this.#clear();
  }

  #tick(): void {
    const left = (this.#left ?? 0) - 1;
    if (left > 0) {
      this.#left = left;
      return;
    }
    this.stop();
    this.#ended();
  }

  #clear(): void {
    clearInterval(this.#timer);
    this.#left = null;
  }
}
