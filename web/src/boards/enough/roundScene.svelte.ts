// The end of a round as a scene: the hands are turned one by one, and only then the verdict is told.

/** Before the first hand. */
const PAUSE_MS = 600;
/** For each hand, until the next one: it turns, and its distance is counted up. */
const HAND_MS = 1500;

export class RoundScene {
  #turned = $state(0);
  #isOver = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `ended` is called after the last one of so many hands. */
  constructor(
    readonly hands: number,
    readonly ended: () => void,
  ) {}

  /** How many hands are turned. */
  get turned(): number {
    return this.#turned;
  }

  /** Whether the verdict can be told. */
  get isOver(): boolean {
    return this.#isOver;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#turnNext(), PAUSE_MS);
  }

  /** Show everything at once. */
  skip(): void {
    if (this.#isOver) return;
    this.stop();
    this.#turned = this.hands;
    this.#isOver = true;
    this.ended();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #turnNext(): void {
    if (this.#turned === this.hands) return this.skip();
    this.#turned += 1;
    this.#timer = setTimeout(() => this.#turnNext(), HAND_MS);
  }
}
