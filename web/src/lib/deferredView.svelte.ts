// Postpones expensive redraws by a frame, so that an animation starts smoothly.

import { untrack } from "svelte";

/** Run something after the next frame has been shown; the result cancels it. */
function afterFrame(work: () => void): () => void {
  let id = requestAnimationFrame(() => {
    id = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(id);
}

/** The latest value, or for one more frame the one before it. */
export class DeferredView<T> {
  #drawn = $state.raw() as T;

  constructor(newest: () => T, mayWait: (old: T, now: T) => boolean) {
    this.#drawn = untrack(newest);
    $effect.pre(() => {
      const now = newest();
      if (untrack(() => mayWait(this.#drawn, now))) return afterFrame(() => (this.#drawn = now));
      this.#drawn = now;
    });
  }

  get drawn(): T {
    return this.#drawn;
  }
}
