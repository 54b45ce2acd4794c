// What a screen reader announces by itself: lines in a polite live region.

/** More lines than ever come at once: one removed before the next redraw would never be read. */
const KEPT = 12;

export class Announcer {
  lines = $state.raw<readonly { readonly key: number; readonly text: string }[]>([]);
  #keys = 0;

  /** Announce a line; the last few stay readable. */
  tell(text: string): void {
    if (!text) return;
    this.lines = [...this.lines.slice(1 - KEPT), { key: this.#keys++, text }];
  }

  /** What one person was told must not be read by the next one at the same device. */
  forget(): void {
    this.lines = [];
  }
}

export const announcer = new Announcer();
