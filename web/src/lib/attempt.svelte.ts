import { sentenceOf } from "./api";

/** An action that may fail: whether it is running, and why it failed. */
export class Attempt {
  isBusy = $state(false);
  trouble = $state<string | null>(null);

  /** Runs one action at a time; false if it failed, or if another was still running. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.trouble = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.trouble = sentenceOf(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
