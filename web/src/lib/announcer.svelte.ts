// What a screen reader says by itself: the news, one after the other, in a polite live region.

/** More than is ever told at one moment: what has gone before the page is drawn is never said. */
const KEPT = 12;

export class Announcer {
  lines = $state.raw<readonly { readonly key: number; readonly text: string }[]>([]);
  #keys = 0;

  /** Say something; the last few lines stay readable. */
  tell(text: string): void {
    if (!text) return;
    this.lines = [...this.lines.slice(1 - KEPT), { key: this.#keys++, text }];
  }

  /** What was told to one person is not for the next one at the same device. */
  forget(): void {
    this.lines = [];
  }
}

export const announcer = new Announcer();
