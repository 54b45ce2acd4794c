// What is drawn of something that changes: mostly the newest, but something that flies comes first.

import { untrack } from "svelte";

/** Do something when the frame that is being made now has been shown; the answer forgets it. */
function afterFrame(work: () => void): () => void {
  let id = requestAnimationFrame(() => {
    id = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(id);
}

/** Follows a value: at once, or where it may wait, a frame later. */
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
