import { sentenceOf } from "./api";

/** Something somebody tries: whether it is under way, and why it has failed. */
export class Attempt {
  isBusy = $state(false);
  trouble = $state<string | null>(null);

  /** One at a time; false if it failed or did not begin. */
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
