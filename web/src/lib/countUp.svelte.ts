// Scores that count up at the end of a game.

import { duration } from "./settings.svelte";

const MS = 1100;

export class CountUp {
  /** How much of each score is shown, from 0 to 1. */
  #share = $state(1);

  /** Begin at zero, if numbers may move; otherwise the scores are there at once. */
  constructor(private readonly ms = duration(MS)) {
    if (ms > 0) this.#share = 0;
  }

  /** Count until all scores are reached; returns how to stop. */
  run(): () => void {
    if (this.ms === 0) return () => {};
    let frame = 0;
    let began: number | null = null;
    const step = (now: number) => {
      began ??= now;
      const passed = Math.min(1, (now - began) / this.ms);
      this.#share = 1 - (1 - passed) ** 3; // Fast at first, slow at the end.
      if (passed < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }

  /** What is shown of a score now. */
  of(score: number): number {
    return Math.round(score * this.#share);
  }
}
