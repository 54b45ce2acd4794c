// The steps of a replay, fetched in pages around the current one.

import type { Step } from "../generated/closecall";
import { sentenceOf } from "./api";
import type { ReplaySource } from "./replaySource";

export const PAGE = 40;
/** The next page is fetched this many steps before it is needed. */
const NEAR = 12;

export class ReplaySteps {
  /** The number of steps; 0 until it is known. */
  steps = $state(0);
  trouble = $state<string | null>(null);
  #pages = $state.raw<Readonly<Record<number, readonly Step[]>>>({});
  #asked = new Set<number>();
  #viewer: number | null;

  constructor(
    private readonly source: Pick<ReplaySource, "steps">,
    viewer: number | null,
  ) {
    this.#viewer = viewer;
  }

  /** Switch to another viewer. */
  lookAs(viewer: number | null): void {
    if (viewer === this.#viewer) return;
    this.#viewer = viewer;
    this.#asked.clear();
    this.#pages = {};
  }

  /** A step, if it is loaded. */
  at(step: number): Step | null {
    return this.#pages[Math.floor(step / PAGE)]?.[step % PAGE] ?? null;
  }

  /** Load a step and those around it. */
  load(step: number): void {
    for (const near of [step, step - 1, step + NEAR, step - NEAR]) {
      if (near === step || (near >= 0 && near < this.steps)) void this.#loadPage(Math.floor(near / PAGE));
    }
  }

  async #loadPage(page: number): Promise<void> {
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    const viewer = this.#viewer;
    try {
      const answer = await this.source.steps(page * PAGE, PAGE, viewer);
      if (viewer !== this.#viewer) return; // The viewer has changed meanwhile.
      this.trouble = null;
      this.steps = answer.steps;
      this.#pages = { ...this.#pages, [page]: answer.items };
    } catch (error) {
      if (viewer !== this.#viewer) return;
      this.#asked.delete(page);
      this.trouble = sentenceOf(error);
    }
  }
}
